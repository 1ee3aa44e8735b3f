// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sets of metrics; each distinct set is stored once.

#pragma once

#include <algorithm>
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

/// Adds the metrics of `more`, which has at most as many words as `bits`.
inline void Include(MetricBits& bits, std::span<const std::uint64_t> more) {
  for (std::size_t i = 0; i < more.size(); ++i) bits[i] |= more[i];
}

/// Loggers write the same few sets of metrics again and again, so each set gets a number.
class MetricSets {
 public:
  using Id = std::uint32_t;

  explicit MetricSets(std::size_t metrics = 0) : words_(WordsFor(metrics)) {}

  /// Raises the number of metrics to `metrics`.  The sets stay unchanged.
  void Widen(std::size_t metrics);

  /// The number of a set of NoMetrics().size() words; equal sets have equal numbers.
  Id Intern(const MetricBits& bits);

  std::span<const std::uint64_t> Bits(Id id) const {
    return std::span(bits_).subspan(id * words_, words_);
  }
  bool Intersects(Id id, const MetricBits& wanted) const;

  std::size_t size() const { return bits_.size() / words_; }
  MetricBits NoMetrics() const { return MetricBits(words_); }

  /// The approximate bytes of one more set, and of all sets.
  std::size_t BytesPerSet() const { return words_ * sizeof(std::uint64_t) + kBytesPerNode; }
  std::size_t MemoryUsed() const {
    return bits_.capacity() * sizeof(std::uint64_t) + size() * kBytesPerNode;
  }

 private:
  // The memory for an entry of by_hash_: next, key, value; their hash table; what the allocator
  // adds.
  static constexpr std::size_t kBytesPerNode = 48;

  static std::size_t WordsFor(std::size_t metrics) {
    return std::max<std::size_t>(1, (metrics + 63) / 64);
  }
  static std::uint64_t Hash(std::span<const std::uint64_t> bits);

  std::size_t words_;
  std::vector<std::uint64_t> bits_;  // words_ for each set
  std::unordered_multimap<std::uint64_t, Id> by_hash_;
};

}  // namespace fdr
