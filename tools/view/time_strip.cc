// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/time_strip.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fdr/replay/serve/viewer/buckets/record_walk.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/view/moment.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

constexpr std::array<const char*, 8> kBlocks = {"\u2581", "\u2582", "\u2583", "\u2584",
                                                "\u2585", "\u2586", "\u2587", "\u2588"};
constexpr std::array<const char*, 8> kAsciiBlocks = {"_", ".", ",", "-", "=", "+", "*", "#"};

// The largest of a metric's instances.
std::optional<double> Largest(const MomentValues& values, std::size_t metric) {
  std::optional<double> largest;
  for (const InstanceId instance : values.Instances(metric))
    if (const auto number = NumberOf(values.Value(metric, instance)))
      largest = std::max(largest.value_or(*number), *number);
  return largest;
}

}  // namespace

Result<std::unique_ptr<TimeStrip>> TimeStrip::Open(ArchiveContext& archive,
                                                   const PageStrip& shown) {
  std::unique_ptr<TimeStrip> strip(new TimeStrip(archive, shown.title));
  std::vector<std::string> expressions = shown.expressions;
  const Result<Context*> context = WithDerived(archive, {}, expressions, strip->derived_);
  if (!context) return Fail(context.error());
  strip->context_ = *context;
  strip->watched_ = WatchMetrics(**context, expressions);
  if (strip->watched_.size() > 1) strip->watched_.resize(1);
  return strip;
}

Result<void> TimeStrip::Read(Timestamp start, Timestamp end, int width) {
  start_ = start;
  end_ = end;
  values_.assign(static_cast<std::size_t>(std::max(width, 1)), std::nullopt);
  if (watched_.empty() || start >= end) return {};
  std::unique_ptr<ArchiveContext> records = archive_.Duplicate();
  const Result<void> read = ReadSamples(*records, start, end);
  records.reset();
  archive_.OutlivesDuplicates();
  return read;
}

// The walk has a context of its own: values are fetched meanwhile.
Result<void> TimeStrip::ReadSamples(ArchiveContext& records, Timestamp start, Timestamp end) {
  RecordWalk walk(records, start);
  std::optional<Timestamp> before;
  while (true) {
    const Result<std::optional<WalkedRecord>> record = walk.Next();
    if (!record) return Fail(record.error());
    if (!*record || StampAt((*record)->at) > end) return {};
    const Timestamp now = StampAt((*record)->at);
    if ((*record)->is_gap) {
      before.reset();
    } else if (!before || GiveRate(NanosOf(*before), NanosOf(now))) {
      if (const Result<void> added = AddSample({before.value_or(now), now, false}); !added)
        return added;
      before = now;
    }
  }
}

// A value since the sample before is that of all columns in between.
Result<void> TimeStrip::AddSample(const Moment& moment) {
  const Result<MomentValues> values = MomentValues::Read(*context_, watched_, moment);
  if (!values) return Fail(values.error());
  const std::optional<double> largest = Largest(*values, 0);
  if (!largest) return {};
  for (int column = ColumnOf(moment.before); column <= ColumnOf(moment.now); ++column) {
    std::optional<double>& shown = values_[static_cast<std::size_t>(column)];
    shown = std::max(shown.value_or(*largest), *largest);
  }
  return {};
}

std::string TimeStrip::ScaleText() const {
  double largest = 0;
  for (const auto& value : values_) largest = std::max(largest, value.value_or(0));
  if (watched_.empty()) return "";
  const Desc& desc = watched_[0].desc;
  return std::string(title_) + ", at most " +
         ReadableText(largest, {desc.units, desc.semantics == Semantics::kCounter, false});
}

int TimeStrip::ColumnOf(Timestamp time) const {
  const double whole = SecondsBetween(start_, end_);
  if (!(whole > 0)) return 0;
  const double part = SecondsBetween(start_, time) / whole;
  const auto last = static_cast<int>(values_.size()) - 1;
  return std::clamp(static_cast<int>(part * static_cast<double>(values_.size())), 0, last);
}

void TimeStrip::Draw(Frame& frame, int line, Timestamp now, const Zone& zone) const {
  const auto& blocks = frame.utf8() ? kBlocks : kAsciiBlocks;
  double largest = 0;
  for (const auto& value : values_) largest = std::max(largest, value.value_or(0));
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!values_[i]) continue;
    const double level = largest > 0 ? std::max(*values_[i], 0.0) / largest : 0;
    const auto block =
        std::min(static_cast<std::size_t>(level * kBlocks.size()), kBlocks.size() - 1);
    frame.Put(line, static_cast<int>(i), blocks[block], Ink::kGood);
  }
  frame.Reverse(line, ColumnOf(now), 1);
  const bool dates = !OnSameDay(start_, end_, zone);
  frame.Put(line + 1, 0, ClockText(start_, zone, dates), Ink::kFaint);
  frame.PutRight(line + 1, frame.width(), ClockText(end_, zone, dates), Ink::kFaint);
  const std::string scale = ScaleText();
  const int middle = (frame.width() - static_cast<int>(scale.size())) / 2;
  constexpr int kTimeWidth = 20;
  if (middle > kTimeWidth) frame.Put(line + 1, middle, scale, Ink::kFaint);
}

}  // namespace fdr::tools
