// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of an archive, or those of some metrics, in a time window, forward or backward.

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
  std::optional<std::vector<MetricId>> metrics = {};  ///< only these, in this order, each once ...
  bool marks = false;                                 ///< ... and, with this, mark records
  std::optional<Timestamp> start = {}, finish = {};   ///< both inclusive
  std::function<void(Timestamp)> on_record = {};      ///< told of every record, wanted or not
};

/// Valid during the call that hands it over.
struct WalkedRecord {
  Timestamp stamp;
  bool is_mark = false;
  std::span<const ValueSet* const> sets;  ///< those that are wanted
  std::uint64_t size = 0;                 ///< in bytes, of a record with only these sets
};

/// `see` gets each record; `outside` the one at which the window ends, if any: the walk is over
/// then.  False from `see` ends it, too.  What is damaged is reported and left out: the rest of its
/// volume.
struct WalkCallbacks {
  std::function<bool(const WalkedRecord&)> see;
  std::function<void(const WalkedRecord&)> outside;
  ProblemSink on_problem;
};

void WalkRecords(const Archive& archive, const WalkOptions& options,
                 const WalkCallbacks& callbacks);

}  // namespace fdr::tools
