// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/chosen_values.h"

namespace fdr {
namespace {

void CopyValue(const ValueSet& set, std::uint32_t i, ResultEncoder& chosen) {
  if (set.in_place()) return chosen.AddInPlace(set.Instance(i), set.Word(i));
  const ValueBlock block = set.Block(i);
  chosen.AddBlock(set.Instance(i), block.type, block.payload, block.padding);
}

void CopyInstances(const ValueSet& set, const ChosenValues::Instances& instances,
                   ResultEncoder& chosen) {
  std::unordered_map<InstanceId, std::uint32_t> places;
  for (std::uint32_t i = 0; i < set.size(); ++i) places.try_emplace(set.Instance(i), i);
  chosen.BeginSet(set.id(), set.format());
  for (const InstanceId instance : instances)
    if (const auto place = places.find(instance); place != places.end())
      CopyValue(set, place->second, chosen);
}

}  // namespace

void ChosenValues::Choose(const ResultRecord& record, ResultEncoder& chosen) const {
  chosen.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) {
    if (dropped.contains(set.id())) continue;
    if (!metrics) {
      chosen.CopySet(set);
      continue;
    }
    const auto metric = metrics->find(set.id());
    if (metric == metrics->end()) continue;
    if (metric->second.empty() || set.size() == 0)
      chosen.CopySet(set);
    else
      CopyInstances(set, metric->second, chosen);
  }
}

}  // namespace fdr
