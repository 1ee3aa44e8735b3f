// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives of a folio that a command is about.

#pragma once

#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/folio.h"
#include "fdr/tools/folio/folio_command.h"

namespace fdr::tools {

struct ChosenArchives {
  Folio folio;
  std::vector<std::size_t> numbers;  ///< places in the folio, ascending

  bool IsWhole() const { return numbers.size() == folio.archives.size(); }
  const FolioEntry& Entry(std::size_t number) const { return folio.archives[number]; }
  std::string PathOf(std::size_t number) const { return folio.PathOf(Entry(number).base); }
};

/// Reads the folio, and applies the options --only and --host.  An error if they leave nothing, or
/// name what the folio does not have.
Result<ChosenArchives> ChooseArchives(const FolioCommand& command);

}  // namespace fdr::tools
