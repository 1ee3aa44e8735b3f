// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The report of `fdr repair`, as text and as JSON.

#pragma once

#include <string>

#include "fdr/archive/report/repair_report.h"

namespace fdr::tools {

/// Lists losses and repairs, file by file, and the totals.  With `quiet`, only losses.
void AppendText(const RepairReport& report, bool quiet, std::string& out);

struct RepairPlace {
  std::string in;
  std::string out;
  bool dry_run = false;
};

/// The whole document: docs/repair.md.
void AppendJson(const RepairReport& report, const RepairPlace& place, std::string& out);

}  // namespace fdr::tools
