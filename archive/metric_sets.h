// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sets of metrics, each distinct one kept once.

#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace fdr {

/// Bits by a metric's place in Metadata::metrics().
using MetricBits = std::vector<std::uint64_t>;

inline void SetBit(MetricBits& bits, std::size_t metric) {
  bits[metric / 64] |= std::uint64_t{1} << metric % 64;
}
inline void ClearBit(MetricBits& bits, std::size_t metric) {
  bits[metric / 64] &= ~(std::uint64_t{1} << metric % 64);
}
inline bool TestBit(const MetricBits& bits, std::size_t metric) {
  return (bits[metric / 64] >> metric % 64 & 1) != 0;
}

/// Loggers write the same few sets of metrics again and again, so that a number stands for a set.
class MetricSets {
 public:
  using Id = std::uint32_t;

  explicit MetricSets(std::size_t metrics) : words_((metrics + 63) / 64) {}

  /// The number of a set; equal sets have equal numbers.
  Id Intern(const MetricBits& bits);
  Id Union(Id a, Id b);

  std::span<const std::uint64_t> Bits(Id id) const {
    return std::span(bits_).subspan(id * words_, words_);
  }
  bool Intersects(Id id, const MetricBits& wanted) const;
  bool Contains(Id id, std::size_t metric) const {
    return (Bits(id)[metric / 64] >> metric % 64 & 1) != 0;
  }

  std::size_t size() const { return words_ == 0 ? 0 : bits_.size() / words_; }
  MetricBits NoMetrics() const { return MetricBits(words_); }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;  // words_ for each set
  std::unordered_multimap<std::uint64_t, Id> by_hash_;
  std::unordered_map<std::uint64_t, Id> unions_;  // of two numbers, smaller one first
};

}  // namespace fdr
