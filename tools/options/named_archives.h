// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that a command line names.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_files.h"

namespace fdr::tools {

/// For verbs that take several archives.  Returns them in the order of the names.  Reports each
/// name that is not found, and then sets `failed`.
std::vector<ArchiveFiles> FindNamedArchives(const std::vector<std::string>& names, bool& failed);

/// The error of opening archives of this name; says more if the name is that of another kind of
/// file.
Error ExplainFile(const std::string& name, Error error);

/// The same for a verb that takes one archive: says more if the name is that of a directory.
Error ExplainName(const std::string& name, Error error);

}  // namespace fdr::tools
