// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/problem.h"

namespace fdr {

/// What a pass of records through rewriting rules did.
struct RewriteReport {
  std::uint64_t changed = 0;   ///< records with other bytes, and marks
  std::uint64_t moved = 0;     ///< of these, those with another stamp
  std::uint64_t left_out = 0;  ///< records that lost all their metrics
  std::uint64_t clamped = 0;   ///< values that did not fit into the new type
  std::uint64_t rounded = 0;   ///< values that lost a fraction, or digits
};

struct RewriteOptions {
  /// A value that does not fit into its new type becomes the nearest one that does.  By default it
  /// is an error.
  bool is_lossy = false;
  /// Whether a metric reaches the stage.  By default, all do.
  std::function<bool(MetricId)> is_chosen = {};
  /// Receives values that cannot be read.
  ProblemSink on_problem = {};
};

}  // namespace fdr
