// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/set_finder.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace fdr {

constexpr std::uint64_t kLargestInParts = 4 << 20;  // a few of these are kept

Result<void> SetFinder::Take(Side side, const TimelineHead& record, const Place& place,
                             OpenMetrics& metrics) {
  const RecordPlace where = place.cursor.PlaceOf(record);
  // Reading only the parts of a large record pays if few metrics are searched.
  const bool is_for_parts = record.body_size <= kLargestInParts &&
                            metrics.Count(side) * RecordParts::kBytesPerPart <= record.body_size;
  if (is_for_parts)
    if (const std::optional<RecordMap> map = place.cursor.MapOf(record))
      return TakeParts(side, where, place, *map, metrics);
  place.cursor.NoteRead(record, is_for_parts);
  const Result<Bytes> body = bodies_.Get(where);
  if (!body) return Fail(body.error());
  return TakeAll(side, place, *body, metrics);
}

Result<void> SetFinder::TakeAll(Side side, const Place& place, Bytes body, OpenMetrics& metrics) {
  if (std::exchange(planned_, plan_->size()) != plan_->size()) kinds_.ForgetNotes();
  const auto kind = kinds_.DecodeSets(place.version, body);
  if (!kind) return Fail(kind.error());
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  SeenBySet& seen = (*kind)->note;
  seen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size() && metrics.Count(side) > 0; ++i) {
    const std::size_t at = side == kLow ? sets.size() - 1 - i : i;
    if (sets[at].size() == 0) continue;
    PlannedMetric* const metric = MetricOf(sets[at].id(), seen[at]);
    if (metric != nullptr && metric->search[side].slots > 0)
      metrics.Take(side, sets[at], place.time, *metric);
  }
  return {};
}

// Reads in the order of the record, so that neighbours are read together.
Result<void> SetFinder::TakeParts(Side side, const RecordPlace& record, const Place& place,
                                  const RecordMap& map, OpenMetrics& metrics) {
  wanted_.clear();
  for (PlannedMetric* metric : metrics.all())
    if (metric->search[side].slots > 0)
      if (const auto set = map.Find(metric->desc.id)) wanted_.push_back({*set, metric});
  std::ranges::sort(wanted_, {}, &Part::place);
  parts_.Begin(record, map);
  for (const Part& part : wanted_) {
    const Result<ValueSet> set = parts_.Read(part.place, part.metric->desc.type);
    if (!set) return Fail(set.error());
    if (set->size() > 0) metrics.Take(side, *set, place.time, *part.metric);
  }
  return {};
}

PlannedMetric* SetFinder::MetricOf(MetricId id, Seen& last) const {
  if (last.id != id) last = {id, plan_->Find(id)};
  return last.metric;
}

}  // namespace fdr
