// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_layout.h"

#include <algorithm>

#include "fdr/replay/number_reader.h"

namespace fdr {

void RecordLayout::Begin(std::size_t metrics) {
  sets_.assign(metrics, {});
  instances_.clear();
  size_ = 0;
}

void RecordLayout::Add(const PlannedMetric& metric, const ValueSet& set, std::size_t most) {
  Set& known = sets_[*metric.number];
  known.offset = set.offset();
  ++size_;
  if (metric.IsOpaque() || set.size() > most - instances_.size()) return;
  known.first = static_cast<std::uint32_t>(instances_.size());
  known.count = set.size();
  known.in_place = set.in_place();
  for (std::uint32_t i = 0; i < set.size(); ++i)
    instances_.push_back(LoadRaw32(set.pairs() + ValueSet::kPairSize * i));
}

bool RecordLayout::Fits(const RecordLayout& made) const {
  if (sets_.size() != made.sets_.size()) return false;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const Set& set = sets_[i];
    if (!set.IsLike(made.sets_[i])) return false;
    if (set.HasNumbers() && !std::ranges::equal(InstancesOf(set), made.InstancesOf(made.sets_[i])))
      return false;
  }
  return true;
}

bool RecordLayout::ReadNumbers(std::span<const PlannedMetric* const> metrics, Bytes body,
                               std::span<std::uint64_t> numbers) {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    Set& known = sets_[i];
    if (!known.HasNumbers()) continue;
    const auto set = ValueSet::At(known.offset, body.size(), body);
    if (!set || set->id() != metrics[i]->desc.id) return false;
    const bool is_empty = set->size() == 0 && known.count == 0;
    known.varies = !is_empty && (set->in_place() != known.in_place ||
                                 !NumberReader(*set, metrics[i]->shape)
                                      .ReadAll(InstancesOf(known), numbers.data() + known.first));
  }
  return true;
}

}  // namespace fdr
