// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How `fdr check` shows what it found.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/check.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

struct CheckReport {
  std::string base;
  CheckSummary summary;
  std::vector<Finding> findings;  ///< grouped by file, each group in the order of its offsets
};

struct CheckTextStyle {
  bool color = false;
  bool notes = false;   ///< list notes instead of only counting them
  bool summary = true;  ///< end with a line that sums up
};

void AppendText(const CheckReport& report, const Zone& zone, const CheckTextStyle& style,
                std::string& out);

/// One element of the document's "archives": docs/check.md.
void AppendJson(const CheckReport& report, const Zone& zone, std::string& out);

}  // namespace fdr::tools
