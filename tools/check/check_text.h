// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How `fdr check` shows what it found.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

/// One finding of any kind of file.
struct FindingLine {
  Severity severity;
  std::string_view code;
  std::uint64_t offset;
  std::string time;  ///< "" if it has none
  std::string_view sentence;
};
void AppendFindingLine(const FindingLine& finding, const CheckTextStyle& style, std::string& out);
/// Says how many more findings of this kind there are.
void AppendOmittedLine(const FindingLine& finding, std::uint64_t more, std::string& out);
/// "2 errors"
std::string CountOf(Severity severity, std::uint64_t n, const CheckTextStyle& style);

void AppendText(const CheckReport& report, const Zone& zone, const CheckTextStyle& style,
                std::string& out);

/// One element of the document's "archives": docs/check.md.
void AppendJson(const CheckReport& report, const Zone& zone, std::string& out);

}  // namespace fdr::tools
