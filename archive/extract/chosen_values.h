// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics and instances of an extract.

#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct ChosenValues {
  using Instances = std::vector<InstanceId>;  ///< empty: all

  /// Nothing: all metrics.
  std::optional<std::unordered_map<MetricId, Instances>> metrics = {};
  std::unordered_set<MetricId> dropped = {};

  bool IsAll() const { return !metrics && dropped.empty(); }

  /// Begins a record in the encoder with the chosen values of this one.  The instances of a metric
  /// stand in the order of the choice.  A metric keeps its place if it has none of them.
  void Choose(const ResultRecord& record, ResultEncoder& chosen) const;
};

}  // namespace fdr
