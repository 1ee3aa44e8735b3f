// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks a file of memory mapped values, and shows the findings as those of archives.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fdr/replay/sources/mmv/mmv_defect.h"
#include "fdr/tools/check/check_text.h"

namespace fdr::tools {

/// Whether the file begins as one of memory mapped values does, or is called so.
bool IsMmvFile(const std::string& path);

struct MmvReport {
  std::string path;
  std::vector<mmv::Defect> findings;                 ///< in the order of their offsets
  std::map<mmv::DefectCode, std::uint64_t> omitted;  ///< beyond the limit
  std::uint64_t errors = 0, warnings = 0;            ///< of all findings
  std::uint64_t metrics = 0, values = 0, bytes = 0;
};

/// Lists at most `limit` findings of one kind.
MmvReport CheckMmvFile(const std::string& path, std::uint64_t limit);

void AppendText(const MmvReport& report, const CheckTextStyle& style, std::string& out);
/// One element of the document's "archives": docs/check.md.
void AppendJson(const MmvReport& report, std::string& out);

}  // namespace fdr::tools
