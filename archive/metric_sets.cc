// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metric_sets.h"

#include <algorithm>

namespace fdr {

MetricSets::Id MetricSets::Intern(const MetricBits& bits) {
  std::uint64_t hash = bits.size();
  for (const std::uint64_t word : bits) hash = (hash ^ word) * 0x9e3779b97f4a7c15u ^ hash >> 29;
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (std::ranges::equal(Bits(it->second), bits)) return it->second;
  const Id id = static_cast<Id>(size());
  bits_.insert(bits_.end(), bits.begin(), bits.end());
  by_hash_.emplace(hash, id);
  return id;
}

MetricSets::Id MetricSets::Union(Id a, Id b) {
  if (a == b) return a;
  const auto [it, is_new] =
      unions_.try_emplace(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b));
  if (is_new) {
    MetricBits both(Bits(a).begin(), Bits(a).end());
    for (std::size_t i = 0; i < both.size(); ++i) both[i] |= Bits(b)[i];
    it->second = Intern(both);
  }
  return it->second;
}

bool MetricSets::Intersects(Id id, const MetricBits& wanted) const {
  const std::span<const std::uint64_t> bits = Bits(id);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if ((bits[i] & wanted[i]) != 0) return true;
  return false;
}

}  // namespace fdr
