// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics and instances of a result, without its values.  As long as the shape stays the same,
// the result needs no new metadata.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Remembers one shape for all results that begin with the same metric, because different fetches
/// take turns.
class ResultShapes {
 public:
  /// Whether the last remembered shape is the same.
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
