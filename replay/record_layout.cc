// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_layout.h"

#include <algorithm>

namespace fdr {

void RecordLayout::Clear() {
  sets_.clear();
  shapes_.clear();
  instances_.clear();
}

void RecordLayout::Add(const PlannedMetric& metric, const ValueSet& set, std::size_t most) {
  Set& known = sets_.emplace_back(metric.desc.id, set.offset());
  shapes_.push_back(metric.shape);
  if (metric.IsOpaque() || set.size() > most - instances_.size()) return;
  known.first = static_cast<std::uint32_t>(instances_.size());
  known.count = set.size();
  known.in_place = set.in_place();
  for (std::uint32_t i = 0; i < set.size(); ++i)
    instances_.push_back(LoadRaw32(set.pairs() + ValueSet::kPairSize * i));
}

bool RecordLayout::Fits(const RecordLayout& made) const {
  return std::ranges::equal(sets_, made.sets_, [&](const Set& set, const Set& other) {
    return set.IsLike(other) &&
           (!set.HasNumbers() || std::ranges::equal(InstancesOf(set), made.InstancesOf(other)));
  });
}

bool RecordLayout::ReadNumbers(Bytes body, std::span<std::uint64_t> numbers) const {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const Set& known = sets_[i];
    if (!known.HasNumbers()) continue;
    const auto set = ValueSet::At(known.offset, body.size(), body);
    if (!set || set->id() != known.id) return false;
    if (set->size() == 0 && known.count == 0) continue;
    if (set->in_place() != known.in_place ||
        !NumberReader(*set, shapes_[i]).ReadAll(InstancesOf(known), numbers.data() + known.first))
      known.NoteVaries();
  }
  return true;
}

}  // namespace fdr
