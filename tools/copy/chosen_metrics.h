// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that --only and --without name: "disk.dev.read", all below "disk.dev", "disk.*.read",
// or those of a report, ":vmstat".

#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/metadata/metadata.h"

namespace fdr::tools {

struct MetricWords {
  std::vector<std::string> only;          ///< none: all
  std::vector<std::string> without;       ///< of these
  std::vector<std::string> report_files;  ///< or directories: for reports, before all others

  bool empty() const { return only.empty() && without.empty(); }
};

/// A metric that the copy computes.
struct DerivedName {
  std::string name;
  MetricId id;
};

/// kInvalidArgument for a report that does not exist.
Result<void> CheckMetricWords(const MetricWords& names);

/// They are metrics of the archives, and `derived` ones.  kNotFound for a name that stands for no
/// metric; a report may have metrics that are not there. kInvalidArgument for a report that does
/// not exist.
Result<std::unordered_set<MetricId>> MetricsToCopy(const Metadata& metadata,
                                                   std::span<const DerivedName> derived,
                                                   const MetricWords& names, bool quiet);

/// The names without reports: their metrics are there instead.  kInvalidArgument as above.
Result<MetricWords> WithoutReports(const MetricWords& names);
/// Whether the words choose a metric of this name.  No word is a report.
bool IsNamed(const std::string& name, const MetricWords& words);
/// The metrics of one of several archives, which may lack any of the names.  No name is a report.
std::unordered_set<MetricId> MetricsOfOneToCopy(const Metadata& metadata, const MetricWords& names);

}  // namespace fdr::tools
