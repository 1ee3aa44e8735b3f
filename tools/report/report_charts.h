// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The charts of a report: what shows most of a machine, over the stretch.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

struct ReportChart {
  std::string caption;
  std::string svg;
};

struct ChartStretch {
  Timestamp start, end;
  Zone zone;
};

struct ReportCharts {
  std::vector<ReportChart> charts;
  ChartStretch plotted;  ///< from edge to edge of each of them
};

/// Metrics that the archive does not have are left out.  Ends early if the process is interrupted.
ReportCharts ChartsOf(ArchiveContext& archive, const ChartStretch& stretch);

}  // namespace fdr::tools
