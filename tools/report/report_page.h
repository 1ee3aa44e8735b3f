// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A report as a page of HTML: one file, which opens without a network, and without scripts.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/report/report_charts.h"
#include "fdr/tools/why/why_output.h"

namespace fdr::tools {

struct ReportContents {
  const why::Explanation& explanation;
  WhyStyle style;
  ChartStretch stretch;  ///< that the page is about
  ChartStretch plotted;  ///< from edge to edge of the charts
  std::vector<ReportChart> charts;
  std::string changes;    ///< lines
  std::string notes;      ///< lines; "" without notes
  std::string recording;  ///< lines
  std::vector<std::string> metrics;
  bool is_scrubbed = false;
};

constexpr std::size_t kLargestReport = 2'000'000;  ///< bytes

/// Long texts are cut.  What a page that would be too large lacks is counted in it.
std::string ReportPage(const ReportContents& contents);

}  // namespace fdr::tools
