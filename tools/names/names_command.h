// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr names`: the metrics of an archive, a host or this machine, and what they are.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/series/series_output.h"

namespace fdr::tools {

struct NamesCommand {
  CommonOptions common;
  std::string archive;
  std::optional<std::string> host;   ///< instead of an archive
  bool local = false;                ///< this machine, instead of either
  std::optional<std::string> names;  ///< the file of a name space, instead of the source's names
  DeriveOptions derive;
  std::vector<std::string> patterns;  ///< none: all
  std::vector<std::string> search;    ///< only metrics that have all of these words
  bool active = false;                ///< only metrics that changed, the most active ones first
  WindowOptions window;               ///< in which they changed
  std::uint64_t top = 0;              ///< only the first ones; 0: all
  bool verbose = false;               ///< help texts and instances, too
  bool csv = false, csv_safe = false;
  ColorChoice color = ColorChoice::kAuto;
};

int Run(const NamesCommand& command);

}  // namespace fdr::tools
