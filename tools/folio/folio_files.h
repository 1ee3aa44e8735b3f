// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files that belong to a folio, beside the folio itself.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/folio/chosen_archives.h"

namespace fdr::tools {

/// The existing files of an archive: its parts, and what its recorder left beside them (BASE.log,
/// BASE.config).
std::vector<std::string> FilesOfArchive(const std::string& base);

/// The files of all chosen archives, each once; with the replay configuration, if it exists and
/// the choice is the whole folio.
std::vector<std::string> FilesOfFolio(const ChosenArchives& chosen);

}  // namespace fdr::tools
