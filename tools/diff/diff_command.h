// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr diff`: shows what was different in one window of time from another.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/diff/diff_windows.h"
#include "fdr/tools/diff/peer_diff_options.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

struct DiffCommand {
  CommonOptions common;
  std::string before;                ///< an archive
  std::optional<std::string> after;  ///< another one, or the first of the metrics
  std::vector<std::string> metrics;  ///< none: all that have numbers
  std::optional<std::string> names;  ///< the file of a name space, instead of the archives' names
  DeriveOptions derive;
  DiffTimes times;

  bool instances = false;  ///< every instance, not only the most different one of each metric
  bool csv = false, csv_safe = false;
  bool ascii = false;      ///< no characters but ASCII in a table
  int width = 0;           ///< of a table; 0: as the terminal
  std::uint64_t top = 20;  ///< the most rows; 0: all

  bool as_peer = false;  ///< as pmdiff
  PeerDiffOptions peer;
};

int Run(const DiffCommand& command);

/// What it prints.
Result<std::string> DiffText(const DiffCommand& command);

}  // namespace fdr::tools
