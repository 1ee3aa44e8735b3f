// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How `fdr repair` says what it did.

#pragma once

#include <string>

#include "fdr/archive/report/repair_report.h"

namespace fdr::tools {

/// What was lost and what was put right, file by file, and the sum.  With `quiet`, only what was
/// lost.
void AppendText(const RepairReport& report, bool quiet, std::string& out);

struct RepairPlace {
  std::string in;
  std::string out;
  bool dry_run = false;
};

/// The whole document: docs/repair.md.
void AppendJson(const RepairReport& report, const RepairPlace& place, std::string& out);

}  // namespace fdr::tools
