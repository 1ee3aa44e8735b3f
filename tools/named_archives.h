// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that a command line names, for verbs that take several.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/archive_name.h"

namespace fdr::tools {

/// In the order of the names.  Says what cannot be found, and sets `failed` then.
std::vector<ArchiveFiles> FindNamedArchives(const std::vector<std::string>& names, bool& failed);

}  // namespace fdr::tools
