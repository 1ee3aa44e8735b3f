// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A report: a named set of metrics, with the way to show them.  PCP's pmrep calls it a metricset.
// The language of such files: docs/guide/reports.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/preprocessor/text_place.h"
#include "fdr/replay/reports/report_options.h"

namespace fdr {

struct ReportMetric {
  std::string metric;        ///< a metric, or a subtree of the name space
  std::string label = {};    ///< "": the name of the metric
  std::string formula = {};  ///< of a derived metric; "": it is recorded
  std::string instances = {};
  std::string unit = {};  ///< "": as recorded
  std::string type = {};  ///< "raw", or anything for a rate; "": as the options say
  std::optional<std::int64_t> width = {}, precision = {};
  std::optional<double> limit = {};
  TextPlace place = {};
};

struct DefinedReport {
  std::string name;
  std::string description;  ///< "" if there is none
  TextPlace place;
  ReportOptions options;
  std::vector<ReportMetric> metrics;
};

/// All that a file says.
struct ReportFile {
  std::string name;
  ReportOptions options;              ///< of [options]
  std::vector<ReportMetric> globals;  ///< of [global]
  std::vector<DefinedReport> reports;
};

/// Adds the metrics to `to`.  One that is already there takes the new form, at its old place.
void OverrideReportMetrics(const std::vector<ReportMetric>& by, std::vector<ReportMetric>& to);

}  // namespace fdr
