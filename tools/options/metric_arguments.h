// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric arguments of a command line: metrics, and names of reports.
//
//   fdr replay today :vmstat kernel.all.load

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/reports/report_library.h"

namespace fdr::tools {

/// Whether an argument is the name of a report: ":vmstat".
inline bool IsReportName(const std::string& argument) { return argument.starts_with(':'); }

struct MetricArguments {
  struct Item {
    std::string argument;
    std::optional<ChosenReport> report;  ///< whose name the argument is
  };
  std::vector<Item> items;
  /// The options of all reports together, for what a table has only once.  Later reports count
  /// more.
  ReportOptions options;

  bool HasReports() const;
  /// The arguments that are no reports.
  std::vector<std::string> Metrics() const;
};

/// Reads the files of reports if an argument needs them.  Prints warnings about the files of these
/// reports, unless `quiet`.  kInvalidArgument for a report that does not exist.
Result<MetricArguments> ChooseMetrics(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& report_files, bool quiet);

/// Replaces reports by the metrics that they show and compute with.
Result<std::vector<std::string>> MetricsOfChoice(const std::vector<std::string>& arguments,
                                                 const std::vector<std::string>& report_files,
                                                 bool quiet);

/// Prints all reports, and where they come from.  The exit status.
int ListReports(const std::vector<std::string>& report_files, bool json);

/// ":vmstat", ...
std::vector<std::string> ReportNames(const std::vector<std::string>& report_files);

}  // namespace fdr::tools
