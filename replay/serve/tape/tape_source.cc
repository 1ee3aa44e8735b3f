// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/tape/tape_source.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/time/stamp_format.h"
#include "fdr/replay/time/time_window.h"

namespace fdr {
namespace {

constexpr std::uint32_t kTapeDomain = 509;

Desc DescOf(std::uint32_t item, Type type, Semantics semantics) {
  return {MetricId::Build(kTapeDomain, 0, item), type, InDomId{}, semantics, Units{}};
}

OwnMetrics Both(OwnMetrics first, OwnMetrics second) {
  first.Add(std::move(second));
  return first;
}

}  // namespace

Result<Timestamp> LastSampleOf(ArchiveContext& archive) {
  constexpr std::size_t kMostRecords = 100;
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return end;
  // Cannot fail: archives have this mode.
  static_cast<void>(archive.SetMode(Mode::kBackward, *end));
  std::vector<std::pair<Timestamp, std::size_t>> records;
  std::size_t largest = 0;
  FetchResult record;
  while (records.size() < kMostRecords) {
    const Fetched fetched = archive.FetchRecord(record);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) break;
    records.emplace_back(record.stamp(), record.sets().size());
    largest = std::max(largest, record.sets().size());
  }
  for (const auto& [stamp, sets] : records)
    if (2 * sets > largest) return stamp;
  return end;
}

TapeSource::TapeSource(ArchiveContext& archive, Context& values, TapeClock clock,
                       TapeOptions options, Clocks clocks, OwnMetrics own)
    : archive_(archive),
      values_(values),
      clock_(clock),
      options_(std::move(options)),
      clocks_(std::move(clocks)),
      context_(values, Both(TapeMetrics(), std::move(own)), [this] { return values_.Now(); }) {}

void TapeSource::OnContainer(std::uint32_t client, const std::string& name) {
  constexpr std::string_view kPrefix = "tape:";
  constexpr std::size_t kMostTapes = 64;
  if (!name.starts_with(kPrefix)) return;
  const std::string tape = name.substr(kPrefix.size());
  if (!named_.contains(tape) && named_.size() >= kMostTapes) return;
  TapeClock& clock = named_.emplace(tape, clock_).first->second;
  viewers_[client] = {&clock, clock.jumps()};
}

TapeSource::Viewer& TapeSource::ViewerOf(std::uint32_t client) {
  return viewers_.emplace(client, Viewer{&clock_, clock_.jumps()}).first->second;
}

// After a jump, counters do not go on from the values before.
std::uint32_t TapeSource::TakeChangesFor(std::uint32_t client) {
  Viewer& viewer = ViewerOf(client);
  const std::uint64_t now = viewer.tape->jumps();
  return std::exchange(viewer.jumps, now) != now ? std::uint32_t{kAgentsRestarted} : 0;
}

Context& TapeSource::PresentFor(std::uint32_t client) {
  present_ = ViewerOf(client).tape;
  // Cannot fail: archives have this mode.
  static_cast<void>(values_.SetMode(Mode::kInterpolated, present_->At(Now()), 0));
  return context_;
}

Timestamp TapeSource::StampFor(Timestamp of_values) {
  return options_.recorded_stamps ? of_values : clocks_.wall();
}

void TapeSource::StartStore(std::uint32_t client, const FetchResult& values,
                            std::function<void(StoreAnswer)> done) {
  present_ = ViewerOf(client).tape;
  done(context_.Store(client, values));
}

void TapeSource::Grow() {
  const Result<bool> grown = archive_.Grow();
  if (!grown || !*grown) return;
  const Result<Timestamp> end = LastSampleOf(archive_);
  if (!end || *end <= clock_.end()) return;
  clock_.SetEnd(*end, Now());
  for (auto& [name, tape] : named_) tape.SetEnd(*end, Now());
}

std::string TapeSource::TimeText(Timestamp time) const {
  std::array<char, kLongestStamp> text;
  StampFormatter format(options_.zone);
  return {text.data(), format.Rfc3339(time, Fraction::kMicros, text.data())};
}

std::string TapeSource::StateText() {
  if (present_->IsOver(Now())) return "ended";
  return present_->is_playing() ? "playing" : "paused";
}

OwnMetrics TapeSource::TapeMetrics() {
  OwnMetrics own;
  const auto add = [&](const char* name, std::uint32_t item, Type type, Semantics semantics,
                       const char* help,
                       std::function<std::vector<OwnValue>()> read) -> OwnMetric& {
    return own.metrics.emplace_back(OwnMetric{
        std::string("fdr.tape.") + name, DescOf(item, type, semantics), help, std::move(read)});
  };
  add("time", 0, Type::kString, Semantics::kInstant,
      "the time of the archive that clients see; store a time to go there",
      [this] { return OwnSingle(TimeText(present_->At(Now()))); })
      .store = [this](std::uint32_t, const OwnValue& value) {
    return SetTime(std::get<std::string>(value.value));
  };
  add("seconds", 1, Type::kDouble, Semantics::kInstant, "the same, in seconds since 1970",
      [this] { return OwnSingle(SecondsBetween(Timestamp{}, present_->At(Now()))); });
  add("rate", 2, Type::kDouble, Semantics::kInstant,
      "seconds of the archive in a second; negative: backward; store a rate to set it",
      [this] { return OwnSingle(present_->rate()); })
      .store = [this](std::uint32_t, const OwnValue& value) -> StoreAnswer {
    const double rate = std::get<double>(value.value);
    if (!(rate < 0 || rate > 0)) return kPcpBadValue;
    present_->SetRate(rate, Now());
    return 0;
  };
  add("state", 3, Type::kString, Semantics::kInstant,
      "playing, paused or ended; store play, pause, step or back",
      [this] { return OwnSingle(StateText()); })
      .store = [this](std::uint32_t, const OwnValue& value) {
    return SetState(std::get<std::string>(value.value));
  };
  add("start", 4, Type::kString, Semantics::kDiscrete, "the start of the archive",
      [this] { return OwnSingle(TimeText(present_->start())); });
  add("end", 5, Type::kString, Semantics::kDiscrete, "the end of the archive",
      [this] { return OwnSingle(TimeText(present_->end())); });
  add("archive", 6, Type::kString, Semantics::kDiscrete, "the archive",
      [this] { return OwnSingle(options_.name); });
  return own;
}

StoreAnswer TapeSource::SetTime(const std::string& text) {
  const Result<TimeWindow> window = ParseTimeWindow({.start = text},
                                                    {.log_start = present_->start(),
                                                     .log_end = present_->end(),
                                                     .zone = options_.zone,
                                                     .now = clocks_.wall().sec},
                                                    IntervalRules::kPlain);
  if (!window) return kPcpBadValue;
  present_->GoTo(window->start, Now());
  return 0;
}

StoreAnswer TapeSource::SetState(const std::string& text) {
  if (text == "play") {
    present_->Play(Now());
  } else if (text == "pause") {
    present_->Pause(Now());
  } else if (text == "step") {
    return Step(true);
  } else if (text == "back") {
    return Step(false);
  } else {
    return kPcpBadValue;
  }
  return 0;
}

// To the next record, or to the one before, and stays there.
StoreAnswer TapeSource::Step(bool forward) {
  const TapeClock::Now now = Now();
  present_->Pause(now);
  const Timestamp here = present_->At(now);
  static_cast<void>(
      archive_.SetMode(forward ? Mode::kForward : Mode::kBackward, here.Plus(forward ? 1 : -1)));
  FetchResult record;
  const Result<bool> found = archive_.FetchRecord(record);
  if (!found) return -EIO;
  if (*found) present_->GoTo(record.stamp(), now);
  return 0;
}

}  // namespace fdr
