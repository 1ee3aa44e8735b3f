// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that a command line names.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_name.h"

namespace fdr::tools {

/// For verbs that take several.  In the order of the names.  Says what cannot be found, and sets
/// `failed` then.
std::vector<ArchiveFiles> FindNamedArchives(const std::vector<std::string>& names, bool& failed);

/// The error of opening archives of this name, which tells more where that is a file of something
/// else.
Error ExplainFile(const std::string& name, Error error);

/// ... and of a verb that takes one archive, where it is a directory.
Error ExplainName(const std::string& name, Error error);

}  // namespace fdr::tools
