// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a result is of, without its values: the metrics and the instances.  As long as that stays
// the same, there is nothing new to be known about it.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Remembers one shape for all results that begin with the same metric: fetches take turns.
class ResultShapes {
 public:
  /// Whether the last one that was remembered looked like this.
  bool Knows(const FetchResult& result) const;
  void Remember(const FetchResult& result);
  void Clear() { shapes_.clear(); }

 private:
  struct Set {
    MetricId id;
    SetStatus status = SetStatus::kNoValues;
    std::uint32_t count = 0;
    Type type = {};
  };
  struct Shape {
    std::vector<Set> sets;
    std::vector<InstanceId> instances;
  };

  std::unordered_map<MetricId, Shape> shapes_;
};

}  // namespace fdr
