// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/value_distribution.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fdr {
namespace {

// The bits of a double as an integer in the order of the doubles.
std::uint64_t OrderedBits(double value) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

std::size_t HashOf(std::uint32_t key) { return (key * std::uint64_t{0x9e3779b97f4a7c15}) >> 40; }

// Adds the second bucket, whose values are larger, to the first.
void Join(ValueBucket& into, const ValueBucket& from) {
  into.weight += from.weight;
  into.count += from.count;
  into.high = from.high;
}

}  // namespace

void ValueDistribution::Add(double value, double weight) {
  weight_ += weight;
  weighted_sum_ += value * weight;
  sum_ += value;
  ++count_;
  if (buckets_.empty() || buckets_[last_].key == KeyOf(value))
    return Count({value, weight}, BucketOf(value));
  pending_.push_back({value, weight});
  if (pending_.size() == kMostPending) Flush();
}

void ValueDistribution::Count(const Pending& value, ValueBucket& bucket) {
  bucket.weight += value.weight;
  ++bucket.count;
  bucket.low = std::min(bucket.low, value.value);
  bucket.high = std::max(bucket.high, value.value);
}

void ValueDistribution::Finish() {
  Flush();
  Sort();
}

// The buckets of many series do not fit into the processor's caches.  To ask memory for all that
// are needed takes less time than to wait for one after the other.
void ValueDistribution::Flush() {
  const auto slot_of = [&](const Pending& value) {
    return &slots_[HashOf(KeyOf(value.value)) & (slots_.size() - 1)];
  };
  for (const Pending& value : pending_) __builtin_prefetch(slot_of(value));
  for (const Pending& value : pending_)
    if (const std::uint16_t slot = *slot_of(value); slot != 0)
      __builtin_prefetch(&buckets_[slot - 1u]);
  for (const Pending& value : pending_) Count(value, BucketOf(value.value));
  pending_.clear();
}

std::uint32_t ValueDistribution::KeyOf(double value) const {
  return static_cast<std::uint32_t>(OrderedBits(value) >> shift_);
}

ValueBucket& ValueDistribution::BucketOf(double value) {
  const std::uint32_t key = KeyOf(value);
  if (!buckets_.empty() && buckets_[last_].key == key) return buckets_[last_];
  if (slots_.size() <= 2 * buckets_.size()) FillSlots(std::max<std::size_t>(16, 2 * slots_.size()));
  std::uint16_t& slot = SlotOf(key);
  if (slot == 0) {
    if (buckets_.size() == kMostBuckets) {
      Coarsen();
      return BucketOf(value);
    }
    buckets_.push_back({key, 0, 0, value, value});
    slot = static_cast<std::uint16_t>(buckets_.size());
  }
  last_ = slot - 1u;
  return buckets_[last_];
}

// The slot of the key's bucket, or the free one where it belongs.
std::uint16_t& ValueDistribution::SlotOf(std::uint32_t key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = HashOf(key);
  while (slots_[at & mask] != 0 && buckets_[slots_[at & mask] - 1u].key != key) ++at;
  return slots_[at & mask];
}

void ValueDistribution::FillSlots(std::size_t size) {
  slots_.assign(size, 0);
  for (std::size_t i = 0; i < buckets_.size(); ++i)
    SlotOf(buckets_[i].key) = static_cast<std::uint16_t>(i + 1);
}

void ValueDistribution::Sort() {
  std::sort(buckets_.begin(), buckets_.end(),
            [](const ValueBucket& a, const ValueBucket& b) { return a.key < b.key; });
}

void ValueDistribution::Coarsen() {
  ++shift_;
  last_ = 0;
  Sort();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    ValueBucket bucket = buckets_[i];
    bucket.key >>= 1;
    if (kept > 0 && buckets_[kept - 1].key == bucket.key)
      Join(buckets_[kept - 1], bucket);
    else
      buckets_[kept++] = bucket;
  }
  buckets_.resize(kept);
  FillSlots(slots_.size());
}

double ValueDistribution::Quantile(double part) const {
  const bool weighs = weight_ > 0;
  double wanted = part * (weighs ? weight_ : static_cast<double>(count_));
  // Sums of weights are rounded: a part that should be reached exactly may be missed by a little.
  wanted -= wanted * 1e-12;
  double sum = 0;
  for (const ValueBucket& bucket : buckets_) {
    sum += weighs ? bucket.weight : bucket.count;
    if (sum > 0 && sum >= wanted) return bucket.Value();
  }
  return buckets_.back().Value();
}

double ValueDistribution::MeanOfBuckets() const {
  double mean = 0;
  for (const ValueBucket& bucket : buckets_)
    mean += bucket.Value() *
            (weight_ > 0 ? bucket.weight / weight_ : bucket.count / static_cast<double>(count_));
  return mean;
}

double ValueDistribution::Mean() const {
  double mean = weight_ > 0 ? weighted_sum_ / weight_ : sum_ / static_cast<double>(count_);
  if (!std::isfinite(mean)) mean = MeanOfBuckets();
  // A sum of equal numbers is rounded as well.
  return std::clamp(mean, buckets_.front().low, buckets_.back().high);
}

}  // namespace fdr
