// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/played_archive.h"

#include <utility>
#include <variant>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/time/time_window.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds kBetweenTapeLooks = 1s;
constexpr std::uint32_t kAll = 0;  // the only client that the tape knows

}  // namespace

void StampedContext::Start(Question question) {
  const AnswerMemory::WithoutRefusal whole;  // a tape keeps its place for later questions
  if (auto* const fetch = std::get_if<FetchQuestion>(&question)) {
    fetch->done = [this, &result = fetch->result,
                   done = std::move(fetch->done)](Result<bool> fetched) {
      if (fetched && *fetched) result.SetStamp(tape_.StampFor(result.stamp()));
      done(std::move(fetched));
    };
  }
  ForwardingContext::Start(std::move(question));
}

PlayedArchive::PlayedArchive(std::string id, std::shared_ptr<LentArchive> archive, TapeWish wish,
                             ReplayOptions replay, Lane lane, Clocks clocks)
    : LiveSource(Kind::kTape, std::move(id)),
      source_(std::move(archive)),
      wish_(std::move(wish)),
      replay_(std::move(replay)),
      lane_(std::move(lane)),
      clocks_(std::move(clocks)) {}

Result<Context*> PlayedArchive::Connected() {
  const AnswerMemory::WithoutRefusal whole;
  const auto now = clocks_.steady();
  const bool is_time = now >= next_look_;
  if (is_time) next_look_ = now + kBetweenTapeLooks;
  if (!tape_) {
    if (failure_ && !is_time) return Fail(*failure_);
    failure_.reset();
    if (const Result<void> opened = Open(); !opened) {
      failure_ = opened.error();
      return Fail(opened.error());
    }
  } else if (is_time) {
    tape_->Grow();
  }
  static_cast<void>(tape_->PresentFor(kAll));
  return &*context_;
}

Result<void> PlayedArchive::Open() {
  Result<std::unique_ptr<ArchiveContext>> archive = ArchiveContext::Open(source_->files(), replay_);
  if (!archive) return Fail(archive.error());
  archive_ = std::move(*archive);
  const Zone zone = Zone::FromTz(archive_->TimeZone());
  const Result<TapeClock> clock = MakeClock(zone);
  if (!clock) return Fail(clock.error());
  tape_.emplace(*archive_, *archive_, *clock,
                TapeOptions{wish_.recorded_stamps, zone, source_->id()}, clocks_, OwnMetrics());
  context_.emplace(tape_->PresentFor(kAll), *tape_);
  return {};
}

Result<TapeClock> PlayedArchive::MakeClock(const Zone& zone) {
  const Result<Timestamp> end = LastSampleOf(*archive_);
  if (!end) return Fail(end.error());
  const Timestamp start = archive_->label().start;
  Timestamp from = *end;
  if (wish_.start) {
    const Result<TimeWindow> window = ParseTimeWindow(
        {.start = *wish_.start},
        {.log_start = start, .log_end = *end, .zone = zone, .now = clocks_.wall().sec},
        IntervalRules::kPlain);
    if (!window) return Fail(Errc::kInvalidArgument, "start: " + window.error().what);
    from = window->start;
  }
  const TapeClock::Now now = clocks_.steady();
  TapeClock clock(start, *end, from);
  clock.SetAtEnd(wish_.loops ? TapeClock::AtEnd::kLoop : TapeClock::AtEnd::kHold);
  clock.SetRate(wish_.rate, now);
  clock.Play(now);
  return clock;
}

Result<void> PlayedArchive::Store(const FetchResult& values) {
  const AnswerMemory::WithoutRefusal whole;
  if (const Result<Context*> connected = Connected(); !connected) return Fail(connected.error());
  StoreAnswer answer = 0;
  tape_->StartStore(kAll, values, [&answer](StoreAnswer given) { answer = given; });
  if (answer != 0) return Fail(CollectorError(answer));
  return {};
}

}  // namespace fdr
