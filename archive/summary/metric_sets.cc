// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/metric_sets.h"

namespace fdr {

// Hashes the words up to the last one that is not zero, so Widen() does not change the hash.
std::uint64_t MetricSets::Hash(std::span<const std::uint64_t> bits) {
  while (!bits.empty() && bits.back() == 0) bits = bits.first(bits.size() - 1);
  std::uint64_t hash = 0;
  for (const std::uint64_t word : bits) hash = (hash ^ word) * 0x9e3779b97f4a7c15u ^ hash >> 29;
  return hash;
}

void MetricSets::Widen(std::size_t metrics) {
  const std::size_t words = WordsFor(metrics);
  if (words == words_) return;
  std::vector<std::uint64_t> wider(size() * words);
  for (Id id = 0; id < size(); ++id)
    std::ranges::copy(Bits(id), wider.begin() + static_cast<std::ptrdiff_t>(id * words));
  bits_ = std::move(wider);
  words_ = words;
}

MetricSets::Id MetricSets::Intern(const MetricBits& bits) {
  const std::uint64_t hash = Hash(bits);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (std::ranges::equal(Bits(it->second), bits)) return it->second;
  const Id id = static_cast<Id>(size());
  bits_.insert(bits_.end(), bits.begin(), bits.end());
  by_hash_.emplace(hash, id);
  return id;
}

bool MetricSets::Intersects(Id id, const MetricBits& wanted) const {
  const std::span<const std::uint64_t> bits = Bits(id);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if ((bits[i] & wanted[i]) != 0) return true;
  return false;
}

}  // namespace fdr
