// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What every section of a dump is made from.

#pragma once

#include "fdr/archive/archive.h"
#include "fdr/tools/dump/metric_names.h"
#include "fdr/tools/dump/output_buffer.h"
#include "fdr/tools/dump/stamp_printer.h"

namespace fdr::tools {

/// Borrows all its members.
struct DumpContext {
  const Archive& archive;
  const MetricNames& names;
  StampPrinter& stamps;
  OutputBuffer& out;
};

}  // namespace fdr::tools
