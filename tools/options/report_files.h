// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reports of this machine: files in the language of pmrep.conf, in this order:
//
//   --reports FILE or DIR     ~/.config/fdr/reports, /etc/fdr/reports     files, or directories
//   ~/.pmrep.conf, ~/pcp/pmrep.conf, /etc/pcp/pmrep                       those of PCP
//   the reports that are built in
//
// In a directory, the files NAME.conf count.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/reports/report_library.h"

namespace fdr::tools {

struct ReportFiles {
  ReportLibrary library;
  std::vector<std::pair<TextPlace, std::string>> complaints;  ///< about all files
};

/// Fails if one of the `given` files cannot be read.  Others that cannot be read do not count.
Result<ReportFiles> ReadReportFiles(const std::vector<std::string>& given);

}  // namespace fdr::tools
