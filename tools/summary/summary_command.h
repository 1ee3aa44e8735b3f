// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr summary`: shows what was normal and what was extreme in a window of an archive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/summary/peer_options.h"

namespace fdr::tools {

struct SummaryCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> metrics;  ///< none: the ones of DefaultMetrics()
  std::optional<std::string> names;  ///< the file of a name space, instead of the archive's names
  DeriveOptions derive;
  WindowOptions window;

  bool all = false;  ///< all metrics
  bool raw = false;  ///< counters are not turned into rates
  bool csv = false, csv_safe = false;
  bool ascii = false;                ///< no characters but ASCII in a table
  int width = 0;                     ///< of a table; 0: as the terminal
  std::optional<std::uint64_t> top;  ///< the most instances of a metric; 0: all

  bool as_peer = false;  ///< as pmlogsummary
  PeerOptions peer;
  bool verbose = false;

  /// Not JSON or CSV.
  bool IsTable() const { return !common.json && !csv && !csv_safe; }
};

int Run(const SummaryCommand& command);

}  // namespace fdr::tools
