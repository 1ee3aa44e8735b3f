// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr folio`: archives that belong together, and a small file that lists them.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct FolioCommand {
  CommonOptions common;
  std::string action;               ///< list, check, copy, remove, run, replay or make
  std::string folio;                ///< the file
  std::vector<std::string> words;   ///< what follows, as the action says
  std::vector<std::string> only;    ///< archives by number or base name; none: all
  std::vector<std::string> hosts;   ///< archives of these hosts; none: of all
  std::string creator = "pmchart";  ///< for make: the program that is said to have made the folio
  bool yes = false;                 ///< for remove: do it
};

/// The words that are actions.
const std::vector<std::string>& FolioActions();

int Run(const FolioCommand& command);

}  // namespace fdr::tools
