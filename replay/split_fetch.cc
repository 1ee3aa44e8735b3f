// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/split_fetch.h"

#include <algorithm>

#include "fdr/replay/set_values.h"

namespace fdr {

SplitFetch::SplitFetch(std::span<const MetricId> metrics,
                       const std::function<std::uint32_t(MetricId)>& source_of) {
  places_.reserve(metrics.size());
  for (const MetricId id : metrics) {
    const std::uint32_t source = source_of(id);
    auto part = std::ranges::find(parts_, source, &Part::source);
    if (part == parts_.end())
      part = parts_.insert(part, {.source = source, .ids = {}, .result = {}});
    places_.push_back({static_cast<std::uint32_t>(part - parts_.begin()),
                       static_cast<std::uint32_t>(part->ids.size())});
    part->ids.push_back(id);
  }
}

void SplitFetch::Merge(Timestamp stamp, FetchResult& result) const {
  result.Begin(stamp);
  for (const Place& place : places_) {
    const Part& part = parts_[place.part];
    if (part.has_values)
      CopySet(part.result, part.result.sets()[place.set], result);
    else
      result.AddSet(part.ids[place.set], SetStatus::kNoValues);
  }
}

}  // namespace fdr
