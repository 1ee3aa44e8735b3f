// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/time_strip.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

constexpr std::array<const char*, 8> kBlocks = {"\u2581", "\u2582", "\u2583", "\u2584",
                                                "\u2585", "\u2586", "\u2587", "\u2588"};
constexpr std::array<const char*, 8> kAsciiBlocks = {"_", ".", ",", "-", "=", "+", "*", "#"};

// The largest of all instances.
std::optional<double> Largest(const WatchedValues& values, std::size_t metrics) {
  std::optional<double> largest;
  for (std::size_t metric = 0; metric < metrics; ++metric)
    for (const InstanceId instance : values.Instances(metric))
      if (const auto number = NumberOf(values.Value(metric, instance)))
        largest = std::max(largest.value_or(*number), *number);
  return largest;
}

// A time per second of which there is not more than a second.
std::optional<double> AllOfTheTime(const Desc& desc) {
  if (desc.semantics != Semantics::kCounter || desc.units.dim_time != 1) return std::nullopt;
  return 1 / SecondsOf(desc.units.scale_time);
}

}  // namespace

Result<std::unique_ptr<TimeStrip>> TimeStrip::Open(ArchiveContext& archive,
                                                   const PageStrip& shown) {
  std::unique_ptr<TimeStrip> strip(new TimeStrip(archive, shown.title));
  std::vector<std::string> expressions = shown.expressions;
  expressions.insert(expressions.end(), shown.also.begin(), shown.also.end());
  const Result<Context*> context = WithDerived(archive, {}, expressions, strip->derived_);
  if (!context) return Fail(context.error());
  strip->context_ = *context;
  const auto also = std::span(expressions).subspan(shown.expressions.size());
  std::vector<WatchedMetric>& watched = strip->watched_;
  watched = WatchMetrics(**context, std::span(expressions).first(shown.expressions.size()));
  if (watched.empty()) return strip;
  watched.resize(1);
  if (shown.is_share) strip->most_ = AllOfTheTime(watched[0].desc);
  for (const WatchedMetric& other : WatchMetrics(**context, also))
    if (other.desc.units == watched[0].desc.units &&
        other.desc.semantics == watched[0].desc.semantics)
      watched.push_back(other);
  return strip;
}

Result<bool> TimeStrip::Read(Timestamp start, Timestamp end, std::size_t most) {
  if (start != start_ || end < end_ || end_ == Timestamp()) {
    cells_.Begin(NanosOf(start), NanosOf(end));
    next_ = valued_ = {start, {}};
    samples_without_ = 0;
    is_complete_ = false;
  } else if (end > end_) {
    cells_.GrowTo(NanosOf(end));
    is_complete_ = false;
  }
  start_ = start;
  end_ = end;
  if (watched_.empty() || start >= end) is_complete_ = true;
  if (is_complete_) return true;
  std::unique_ptr<ArchiveContext> records = archive_.Duplicate();
  const Result<bool> read = ReadSamples(*records, most);
  records.reset();
  archive_.OutlivesDuplicates();
  is_complete_ = read.value_or(true);
  return read;
}

// The walk has a context of its own: values are fetched meanwhile.
Result<bool> TimeStrip::ReadSamples(ArchiveContext& records, std::size_t most) {
  RecordStream stream(records, next_.from);
  Place here = next_;
  for (std::size_t count = 0;; ++count) {
    const Result<std::optional<StreamedRecord>> record = stream.Next();
    if (!record) return Fail(record.error());
    if (!*record || StampAt((*record)->at) > end_) break;
    here.from = StampAt((*record)->at);
    if ((*record)->is_gap) {
      here.before.reset();
      continue;
    }
    const bool pauses = count >= most || (count % kRecordsPerCheck == 0 && Interrupted());
    if (pauses && here.from > next_.from) {
      next_ = here;
      return false;
    }
    if (here.before && !GiveRate(NanosOf(*here.before), NanosOf(here.from))) continue;
    if (const Result<void> added = AddSample(here); !added) return Fail(added.error());
    here.before = here.from;
  }
  RememberEnd(here);
  return true;
}

// A counter has no value behind its last record until there is another one.
void TimeStrip::RememberEnd(const Place& last) {
  constexpr std::size_t kMostAgain = 1000;
  next_ = samples_without_ <= kMostAgain ? valued_ : last;
}

// A value since the sample before is that of all the time in between.
Result<void> TimeStrip::AddSample(const Place& sample) {
  const Timestamp before = sample.before.value_or(sample.from);
  const auto values = WatchedValues::Read(*context_, watched_, {before, sample.from, false});
  if (!values) return Fail(values.error());
  const std::optional<double> largest = Largest(*values, watched_.size());
  ++samples_without_;
  if (!largest) return {};
  cells_.Add(std::min(*largest, most_.value_or(*largest)), NanosOf(before), NanosOf(sample.from));
  valued_ = sample;
  samples_without_ = 0;
  return {};
}

std::string TimeStrip::ScaleText() const {
  if (watched_.empty()) return "";
  const Desc& desc = watched_[0].desc;
  return std::string(title_) + (is_complete_ ? ", at most " : ", so far at most ") +
         ReadableText(std::max(cells_.Largest().value_or(0), 0.0),
                      {desc.units, desc.semantics == Semantics::kCounter, false});
}

// A marked part has another colour, and begins with a sign for screens without colours.
void TimeStrip::DrawCurve(Frame& frame, int line, std::size_t count,
                          std::span<const MarkedTime> marked) const {
  const auto& blocks = frame.utf8() ? kBlocks : kAsciiBlocks;
  const double largest = cells_.Largest().value_or(0);
  const std::vector<std::optional<double>> columns = Columns(count);
  std::vector<Ink> inks(count, Ink::kGood);
  for (const MarkedTime& part : marked)
    for (std::size_t i = cells_.ColumnOf(NanosOf(part.from), count);
         i <= cells_.ColumnOf(NanosOf(part.to), count); ++i)
      inks[i] = Ink::kFull;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i]) continue;
    const double level = largest > 0 ? std::max(*columns[i], 0.0) / largest : 0;
    const auto block =
        std::min(static_cast<std::size_t>(level * kBlocks.size()), kBlocks.size() - 1);
    frame.Put(line, static_cast<int>(i), blocks[block], inks[i]);
  }
  for (const MarkedTime& part : marked)
    frame.Put(line, static_cast<int>(cells_.ColumnOf(NanosOf(part.from), count)), "!", Ink::kFull);
}

void TimeStrip::Draw(Frame& frame, int line, const MarkedTime& shown, const Zone& zone,
                     std::span<const MarkedTime> marked) const {
  const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(frame.width(), 1)),
                                             1, StripCells::kMost);
  DrawCurve(frame, line, count, marked);
  const auto from = static_cast<int>(cells_.ColumnOf(NanosOf(shown.from), count));
  const auto to = static_cast<int>(cells_.ColumnOf(NanosOf(shown.to), count));
  frame.Reverse(line, from, to - from + 1);
  const bool dates = !OnSameDay(start_, end_, zone);
  frame.Put(line + 1, 0, ClockText(start_, zone, dates), Ink::kFaint);
  frame.PutRight(line + 1, frame.width(), ClockText(end_, zone, dates), Ink::kFaint);
  const std::string scale = ScaleText();
  const int middle = (frame.width() - static_cast<int>(scale.size())) / 2;
  constexpr int kTimeWidth = 20;
  if (middle > kTimeWidth) frame.Put(line + 1, middle, scale, Ink::kFaint);
}

}  // namespace fdr::tools
