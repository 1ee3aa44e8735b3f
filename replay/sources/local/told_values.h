// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Remembers the last values of discrete metrics, so that a recording has each only when it is new:
// a discrete value holds until the next one.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/local/grid.h"

namespace fdr::local {

class ToldValues {
 public:
  /// Whether the value differs from that of the last call; notes it.
  bool IsNews(MetricId metric, InstanceId instance, const Grid& grid, const Cell& cell);
  /// Every value is new again.
  void Clear() { values_.clear(); }
  /// The values of an instance are new again.
  void Forget(InstanceId instance);

 private:
  struct Value {
    InstanceId instance;
    std::uint64_t hash;
  };

  std::unordered_map<MetricId, std::vector<Value>> values_;  // ascending by instance
};

}  // namespace fdr::local
