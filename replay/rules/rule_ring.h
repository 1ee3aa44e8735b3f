// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last values of a part of a rule.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/rules/rule_arithmetic.h"

namespace fdr {

/// A text, which samples share: it seldom changes, and may be long.
using RuleTextValue = std::shared_ptr<const std::string>;

/// The values of all instances at a time: numbers, truths or texts.
struct RuleSample {
  Timestamp stamp;
  std::vector<double> numbers;  ///< or truths, as the numbers of their enumerators
  std::vector<RuleTextValue> texts;

  Truth TruthAt(std::size_t i) const { return static_cast<Truth>(static_cast<int>(numbers[i])); }
  void AddTruth(Truth truth) { numbers.push_back(static_cast<double>(truth)); }
  std::size_t size() const { return std::max(numbers.size(), texts.size()); }
  void Begin(Timestamp now) {
    stamp = now;
    numbers.clear();
    texts.clear();
  }
};

/// The newest samples without a hole between them.  A sample without values empties the ring.
class RuleRing {
 public:
  explicit RuleRing(std::size_t most = 1) : most_(most) {}

  std::size_t count() const { return count_; }
  bool is_valid() const { return count_ > 0; }
  /// Age 0 is the newest; below count().
  const RuleSample& At(std::size_t age) const {
    return samples_[(newest_ + samples_.size() - age) % samples_.size()];
  }
  const RuleSample& newest() const { return At(0); }

  void Clear() { count_ = 0; }
  /// A new sample in the place of the oldest one.  The caller fills it.
  RuleSample& Push(Timestamp now) {
    if (count_ == samples_.size() && samples_.size() < most_) Grow();
    newest_ = (newest_ + 1) % samples_.size();
    count_ = std::min(count_ + 1, samples_.size());
    samples_[newest_].Begin(now);
    return samples_[newest_];
  }

 private:
  // Samples are not allocated before they are there.  All of them are in use.
  void Grow() {
    std::rotate(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(Oldest()),
                samples_.end());
    newest_ = samples_.empty() ? 0 : samples_.size() - 1;
    samples_.resize(std::min(most_, samples_.size() * 2 + 1));
  }
  std::size_t Oldest() const { return samples_.empty() ? 0 : (newest_ + 1) % samples_.size(); }

  std::size_t most_;
  std::size_t newest_ = 0;
  std::size_t count_ = 0;
  std::vector<RuleSample> samples_;
};

}  // namespace fdr
