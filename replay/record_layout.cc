// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_layout.h"

#include <algorithm>
#include <numeric>

namespace fdr {

void RecordLayout::Clear() {
  sets_.clear();
  shapes_.clear();
  instances_.clear();
  hash_ = 0;
}

void RecordLayout::Add(const PlannedMetric& metric, const ValueSet& set, std::size_t most) {
  Set& known = sets_.emplace_back(metric.desc.id, set.offset());
  shapes_.push_back(metric.shape);
  if (!metric.IsOpaque() && set.size() <= most - instances_.size()) AddNumbers(set, known);
  for (const std::uint32_t part : {known.id.value, known.offset, known.first, known.count})
    hash_ = (hash_ ^ part) * 0x100000001b3u;
}

void RecordLayout::AddNumbers(const ValueSet& set, Set& known) {
  known.first = static_cast<std::uint32_t>(instances_.size());
  known.count = set.size();
  known.in_place = set.in_place();
  instances_.resize(instances_.size() + set.size());
  for (std::uint32_t i = 0; i < set.size(); ++i)
    instances_[known.first + i] = LoadRaw32(set.pairs() + ValueSet::kPairSize * i);
  const auto added = InstancesOf(known);
  hash_ += std::accumulate(added.begin(), added.end(), 0u);
}

// Where processes come and go, most records differ in little: a hash tells before all is compared.
bool RecordLayout::Fits(const RecordLayout& made) const {
  return (hash_ == made.hash_ || variation_.IsFound()) &&
         std::ranges::equal(sets_, made.sets_, [&](const Set& set, const Set& other) {
           return set.IsLike(other) &&
                  (!set.HasNumbers() ||
                   std::ranges::equal(InstancesOf(set), made.InstancesOf(other)));
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
        !NumberReader(*set, shapes_[i]).ReadAll(InstancesOf(known), numbers.data() + known.first)) {
      known.variation_.Note();
      variation_.Note();
    }
  }
  return true;
}

}  // namespace fdr
