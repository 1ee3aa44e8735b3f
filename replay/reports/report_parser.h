// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads a file in the language of pmrep.conf(5):
//
//     [options]                               for all reports
//     interval = 10s
//
//     [disk]                                  a report
//     precision = 1                           an option of it
//     disk.dev.read  = r/s,,,,8               label, instances, unit, type, width, precision, limit
//     busy           = disk.dev.busy          a key without a dot binds lines together
//     busy.formula   = 100 * rate(disk.dev.avactive)
//     busy.label     = %%busy

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/reports/complaint.h"
#include "fdr/replay/reports/report.h"

namespace fdr {

/// Accepts any text.  What makes no sense is complained about, and left out.
ReportFile ParseReports(std::string_view text, const std::string& file,
                        const OnReportComplaint& complain);

}  // namespace fdr
