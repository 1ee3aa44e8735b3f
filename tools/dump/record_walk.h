// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of an archive, with all or some metrics, in a time window, forward or backward.

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/result_record.h"

namespace fdr::tools {

struct WalkOptions {
  bool reverse = false;
  std::optional<std::vector<MetricId>> metrics = {};  ///< only these, each once, in this order
  bool marks = false;                                 ///< with `metrics`: mark records, too
  std::optional<Timestamp> start = {}, finish = {};   ///< both inclusive
  std::function<void(Timestamp)> on_record = {};      ///< called for every record, wanted or not
};

/// Valid during the call of WalkCallbacks::see or outside.
struct WalkedRecord {
  Timestamp stamp;
  bool is_mark = false;
  std::span<const ValueSet* const> sets;  ///< of the wanted metrics
  std::uint64_t size = 0;                 ///< in bytes, counting only these sets
};

/// `see` gets each record.  `outside` gets the first record behind the window, if any; that ends
/// the walk.  False from `see` ends the walk, too.  Damage is reported, and the rest of its volume
/// left out.
struct WalkCallbacks {
  std::function<bool(const WalkedRecord&)> see;
  std::function<void(const WalkedRecord&)> outside;
  ProblemSink on_problem;
};

void WalkRecords(const Archive& archive, const WalkOptions& options,
                 const WalkCallbacks& callbacks);

}  // namespace fdr::tools
