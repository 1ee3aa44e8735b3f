// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files that belong to a folio, beside the folio itself.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fdr/tools/folio/chosen_archives.h"

namespace fdr::tools {

/// The files of all chosen archives, each once: their parts, and what recorders left beside them
/// (BASE.log, BASE.config).  With the replay configuration, if it lies in the folio's directory and
/// the choice is the whole folio.
///
/// A folio may come from anywhere, so only what really is an archive counts.  `on_missing` hears of
/// those that are not there; whatever cannot be opened is an error.
Result<std::vector<std::string>> FilesOfFolio(
    const ChosenArchives& chosen, const std::function<void(const Error& error)>& on_missing);

}  // namespace fdr::tools
