// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of pmdiff, for `fdr diff --pcp`.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fdr::tools {

struct PeerDiffOptions {
  double threshold = 2;  ///< the least ratio of means that is shown, or 1 / the largest
  int precision = 3;     ///< decimals
  bool skip_missing = false, skip_excluded = false;
  bool keep = false;                        ///< intermediate files; there are none
  std::vector<std::string> excluded;        ///< regular expressions
  std::optional<std::string> exclude_file;  ///< with one in each line
};

}  // namespace fdr::tools
