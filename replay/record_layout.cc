// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_layout.h"

#include "fdr/archive/byte_order.h"
#include "fdr/replay/number_reader.h"

namespace fdr {

void RecordLayout::Begin(std::size_t metrics) {
  sets_.assign(metrics, {});
  instances_.clear();
}

void RecordLayout::Add(const PlannedMetric& metric, const ValueSet& set) {
  Set& known = sets_[*metric.number];
  known.offset = set.offset();
  if (metric.IsOpaque()) return;
  known.first = static_cast<std::uint32_t>(instances_.size());
  known.count = set.size();
  known.in_place = set.in_place();
  for (std::uint32_t i = 0; i < set.size(); ++i)
    instances_.push_back(LoadRaw32(set.pairs() + ValueSet::kPairSize * i));
}

bool RecordLayout::ReadNumbers(std::span<const PlannedMetric* const> metrics, Bytes body,
                               std::span<std::uint64_t> numbers) const {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const Set& known = sets_[i];
    if (!known.HasNumbers()) continue;
    const auto set = ValueSet::At(known.offset, body.size(), body);
    if (!set || set->id() != metrics[i]->desc.id || set->size() != known.count) return false;
    if (known.count == 0) continue;
    if (set->in_place() != known.in_place ||
        !NumberReader(*set, metrics[i]->shape)
             .ReadAll(std::span(instances_).subspan(known.first, known.count),
                      numbers.data() + known.first))
      return false;
  }
  return true;
}

}  // namespace fdr
