// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All reports that there are, in groups: the files of one directory.  A report of an earlier group
// hides those of its name in later groups.  Within a group, later files count more, as with pmrep.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/reports/report.h"

namespace fdr {

/// A report with all that other sections of its group say about it.
struct ChosenReport {
  std::string name;
  TextPlace place;
  ReportOptions options;              ///< of [options], and of the report
  std::vector<ReportMetric> metrics;  ///< of [global], if the options say so, and of the report
};

/// The names of metrics that the report shows or computes with.  A formula that is no expression
/// has none.
std::vector<std::string> MetricsOf(const ChosenReport& report);

class ReportLibrary {
 public:
  /// Adds a group behind the others.
  void Add(std::vector<ReportFile> group);

  std::optional<ChosenReport> Find(std::string_view name) const;

  /// Those that Find() finds, by name.  Valid until the next Add().
  std::vector<const DefinedReport*> All() const;

 private:
  struct Group {
    ReportOptions options;
    std::vector<ReportMetric> globals;
    std::vector<DefinedReport> reports;
  };
  const DefinedReport* FindIn(const Group& group, std::string_view name) const;

  std::vector<Group> groups_;
};

/// "disk.dev.read r/s" is too little to know a report by: its description, or else its labels.
std::string DescriptionOf(const DefinedReport& report);

/// The reports that fdr brings along.
ReportFile BuiltInReports();

}  // namespace fdr
