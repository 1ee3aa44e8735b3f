// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/next_search.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "fdr/replay/serve/viewer/archive_gaps.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr std::size_t kFirstRecords = 16, kMostInOneGo = 1024;
constexpr std::size_t kMostSearchedMarks = 1'000'000;

// One stretch of records.
class RowSearch {
 public:
  RowSearch(const MetricChoice& choice, const RecordedRows& rows, const NextCondition& condition)
      : choice_(choice), rows_(rows), condition_(condition) {}

  // The first (or last) time between two, at which the condition is true.
  std::optional<NextFound> Find(Nanos after, Nanos before, bool is_forward) const {
    for (std::size_t i = 0; i < rows_.times.size(); ++i) {
      const std::size_t time = is_forward ? i : rows_.times.size() - 1 - i;
      const Nanos at = rows_.times[time];
      if (at <= after || at >= before) continue;
      if (condition_.kind == NextCondition::kRecord) return NextFound{at};
      for (const RecordedRows::Series& series : rows_.series)
        if (IsTrue(series, time))
          return NextFound{at, series.metric, series.instance, series.values[time]};
    }
    return std::nullopt;
  }

 private:
  bool IsTrue(const RecordedRows::Series& series, std::size_t time) const {
    if (time >= series.values.size() || !series.values[time]) return false;
    const MomentValue& value = *series.values[time];
    if (condition_.kind == NextCondition::kChange) {
      std::size_t before = time;
      while (before > 0)
        if (const auto& one = series.values[--before])
          return one->bits != value.bits || one->number != value.number || one->text != value.text;
      return false;
    }
    const ChosenMetric& metric = choice_.metrics[series.metric];
    if (!IsNumeric(metric.desc.type)) return false;
    const double number =
        choice_.IsRate(metric) ? value.number : NumberFrom(metric.desc.type, value.bits);
    return condition_.kind == NextCondition::kAbove ? number > condition_.limit
                                                    : number < condition_.limit;
  }

  const MetricChoice& choice_;
  const RecordedRows& rows_;
  const NextCondition& condition_;
};

Result<std::optional<NextFound>> NextMark(const ArchiveContext& archive, Nanos at, bool is_forward,
                                          const CheckLimit& check) {
  const auto gaps = GapsOf(archive.timeline(), kMostSearchedMarks, check);
  if (!gaps) return Fail(gaps.error());
  std::optional<NextFound> found;
  for (const Nanos mark : gaps->marks) {
    if (is_forward && mark > at + kStampError) return NextFound{mark};
    if (!is_forward && mark < at - kStampError) found = NextFound{mark};
  }
  return found;
}

Result<std::optional<NextFound>> NextRecord(ArchiveContext& archive, Nanos at, bool is_forward) {
  const Nanos from = is_forward ? at + kStampError + 1 : at - kStampError - 1;
  static_cast<void>(archive.SetMode(is_forward ? Mode::kForward : Mode::kBackward, StampAt(from)));
  RecordedSets sets;
  do {
    const Result<bool> fetched = archive.FetchRecordSets(sets);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) return std::optional<NextFound>();
  } while (sets.sets.empty());
  return NextFound{NanosOf(sets.stamp)};
}

}  // namespace

Result<NextCondition> NextCondition::Parse(std::string_view text) {
  if (text.empty() || text == "record") return NextCondition{kRecord};
  if (text == "change") return NextCondition{kChange};
  if (text == "mark") return NextCondition{kMark};
  NextCondition condition{text.starts_with("gt:") ? kAbove : kBelow};
  if (text.starts_with("gt:") || text.starts_with("lt:")) {
    const std::string_view number = text.substr(3);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), condition.limit);
    if (error == std::errc() && end == number.data() + number.size() &&
        std::isfinite(condition.limit))
      return condition;
  }
  return Fail(Errc::kInvalidArgument, "when is one of: record, change, mark, gt:NUMBER, lt:NUMBER");
}

// Reads stretches of records that overlap by one record, since a change needs the value before.
Result<std::optional<NextFound>> FindNext(ArchiveContext& archive, const MetricChoice& choice,
                                          Nanos at, bool is_forward, const NextCondition& condition,
                                          const CheckLimit& check) {
  if (condition.kind == NextCondition::kMark) return NextMark(archive, at, is_forward, check);
  if (choice.metrics.empty()) return NextRecord(archive, at, is_forward);
  const Nanos after = is_forward ? at + kStampError : kFirstNanos;
  const Nanos before = is_forward ? kLastNanos : at - kStampError;
  RecordStretch stretch{.from = {}, .to = {}, .most = kFirstRecords};
  if (is_forward) {
    const auto first = ReadRecords(archive, choice, {{}, at + kStampError, 1}, check);
    if (!first) return Fail(first.error());
    stretch.from = first->times.empty() ? at : first->times.front();
  } else {
    stretch.to = before - 1;
  }
  while (true) {
    const auto rows = ReadRecords(archive, choice, stretch, check);
    if (!rows) return Fail(rows.error());
    const auto found = RowSearch(choice, *rows, condition).Find(after, before, is_forward);
    if (found || !rows->has_more || rows->times.empty()) return found;
    // Records of one stamp may fill a stretch.
    const Nanos next = is_forward ? rows->times.back() : rows->times.front();
    const bool is_stuck = is_forward ? next <= *stretch.from : next >= *stretch.to;
    (is_forward ? stretch.from : stretch.to) = is_stuck ? (is_forward ? next + 1 : next - 1) : next;
    stretch.most = std::min(stretch.most * 2, kMostInOneGo);
  }
}

}  // namespace fdr
