// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/sample_before.h"

#include <algorithm>
#include <optional>

#include "fdr/replay/statistics/rate_span.h"

namespace fdr {
namespace {

Result<void> TakeBetween(ArchiveContext& archive, Timestamp first, Timestamp last,
                         const std::function<void(const StreamedRecord&)>& take) {
  RecordStream stream(archive, first);
  while (true) {
    const Result<std::optional<StreamedRecord>> record = stream.Next();
    if (!record) return Fail(record.error());
    if (!*record || (*record)->at > NanosOf(last)) return {};
    take(**record);
  }
}

}  // namespace

// A record behind a larger distance always begins a sample.
Result<void> TakeSampleBefore(ArchiveContext& archive, MetricId metric, Timestamp from,
                              std::int64_t distance, const CheckLimit& check,
                              const std::function<void(const StreamedRecord&)>& take) {
  if (from <= archive.label().start) return {};
  static_cast<void>(archive.SetMode(Mode::kBackward, from.Plus(-1)));
  RecordedSets sets;
  std::optional<Timestamp> first, last;
  int others = 0;
  const auto are_one = [&](Timestamp before, Timestamp behind) {
    return NanosOf(behind) - NanosOf(before) < distance;
  };
  for (std::size_t i = 0;; ++i) {
    if (i % kRecordsPerCheck == 0)
      if (const Result<void> go_on = check(); !go_on) return go_on;
    const Fetched fetched = archive.FetchRecordSets(sets);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) break;
    if (sets.after_damage && !first) return {};
    const bool is_gap = sets.sets.empty();
    if (is_gap && !first) return {};
    const bool is_another = first && !are_one(sets.stamp, *first);
    if (is_another && (others > 0 || !are_one(*last, from))) break;
    if (first && !is_another && AreManyRateSpans(NanosOf(sets.stamp), NanosOf(*last))) break;
    const auto set = std::find_if(sets.sets.begin(), sets.sets.end(),
                                  [&](const ValueSet& one) { return one.id() == metric; });
    if (set == sets.sets.end() || set->size() == 0) continue;
    others += is_another;
    first = sets.stamp;
    if (!last) last = first;
  }
  if (!first) return {};
  const Result<bool> gap = archive.HasGapBetween(*last, from.Plus(-1));
  if (!gap) return Fail(gap.error());
  return *gap ? Result<void>() : TakeBetween(archive, *first, *last, take);
}

}  // namespace fdr
