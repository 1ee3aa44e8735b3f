// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump with the data: record by record, forward or backward.

#pragma once

#include <optional>
#include <vector>

#include "fdr/archive/ids.h"
#include "fdr/archive/problem.h"
#include "fdr/archive/timestamp.h"
#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

struct ValuesOptions {
  bool reverse = false;
  bool sizes = false;                            ///< show how many bytes each record takes
  std::optional<std::vector<MetricId>> metrics;  ///< only these, in this order, each once ...
  bool marks = false;                            ///< ... and, with this, mark records
  std::optional<Timestamp> start, finish;        ///< both inclusive
};

/// What is damaged is reported and left out: the rest of its volume.
void DumpValues(const DumpContext& dump, const ValuesOptions& options,
                const ProblemSink& on_problem);

}  // namespace fdr::tools
