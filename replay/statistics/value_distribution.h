// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How often a number has which values, in bounded memory.  See docs/statistics.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fdr {

/// Neighbouring values, with the weight of all of them.
struct ValueBucket {
  std::uint32_t key = 0;  ///< values of one key share a bucket; keys are in the order of values
  std::uint32_t count = 0;
  double weight = 0;
  double low = 0, high = 0;  ///< the smallest and the largest value in it

  /// The value that stands for all of them: exact if they are equal.
  double Value() const { return low == high ? low : low + (high - low) / 2; }
};

/// Takes finite values with weights.  One thread at a time.
///
/// A bucket spans 1/128 of a power of two.  Once there are more than kMostBuckets, neighbours are
/// joined, so that each bucket spans twice as much.
class ValueDistribution {
 public:
  static constexpr std::size_t kMostBuckets = 512;

  void Add(double value, double weight);
  /// To be called before the questions below, and after the last Add().
  void Finish();

  /// Ascending.
  std::span<const ValueBucket> buckets() const { return buckets_; }
  /// All weights together.
  double weight() const { return weight_; }

  /// The smallest value that, with all smaller ones, has at least this part of the weight.  Values
  /// that share a bucket count as one.  Without any weight, all values weigh the same.  There must
  /// be values.
  double Quantile(double part) const;
  /// The weighted mean; without any weight, all values weigh the same.  It is exact, unless the sum
  /// of the values is too large for a number.
  double Mean() const;

 private:
  struct Pending {
    double value = 0, weight = 0;
  };
  static constexpr std::size_t kMostPending = 32;

  double MeanOfBuckets() const;
  static void Count(const Pending& value, ValueBucket& bucket);
  void Flush();
  std::uint32_t KeyOf(double value) const;
  ValueBucket& BucketOf(double value);
  std::uint16_t& SlotOf(std::uint32_t key);
  void Sort();
  void Coarsen();
  void FillSlots(std::size_t size);

  std::vector<Pending> pending_;
  std::uint8_t shift_ = 45;           // of an ordered number to its key
  std::vector<ValueBucket> buckets_;  // in the order of their first values, until Finish()
  std::vector<std::uint16_t> slots_;  // a hash table: 1 + the place of a bucket, or 0
  std::size_t last_ = 0;              // the bucket of the last value: often the next one's, too
  double weight_ = 0;
  double weighted_sum_ = 0;
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace fdr
