// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds values by their instances.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Fast if instances are asked for in the order of the values, which is nearly always so.
/// Otherwise as fast as a search in a sorted list.  Borrows the values.
class InstanceFinder {
 public:
  void Reset(std::span<const FetchedValue> values) {
    values_ = values;
    next_ = 0;
    is_sorted_ = false;
  }

  /// nullptr if the instance has no value; any of its values if there are several.
  const FetchedValue* Find(InstanceId instance) {
    if (next_ == values_.size()) next_ = 0;
    const std::size_t near_end = std::min<std::size_t>(next_ + kNear, values_.size());
    for (std::size_t i = next_; i < near_end; ++i)
      if (values_[i].instance == instance) return Found(i);
    if (!is_sorted_) Sort();
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(instance, 0u));
    if (found == sorted_.end() || found->first != instance) return nullptr;
    return Found(found->second);
  }

 private:
  static constexpr std::size_t kNear = 8;  // closer than this, a scan is faster than a search

  const FetchedValue* Found(std::size_t i) {
    next_ = i + 1;
    return &values_[i];
  }
  void Sort() {
    sorted_.clear();
    for (std::uint32_t i = 0; i < values_.size(); ++i) sorted_.emplace_back(values_[i].instance, i);
    std::sort(sorted_.begin(), sorted_.end());
    is_sorted_ = true;
  }

  std::span<const FetchedValue> values_;
  std::size_t next_ = 0;  // where the next one is expected
  bool is_sorted_ = false;
  std::vector<std::pair<InstanceId, std::uint32_t>> sorted_;
};

}  // namespace fdr
