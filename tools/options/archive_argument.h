// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that an argument stands for, beside the names that the libraries know.
//
//   '2024013*'   the archives whose names match
//   -            the archives that standard input names, one in each line

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// The argument itself if it is neither a pattern nor "-".  Never empty.
Result<std::vector<std::string>> ArchivesMeant(const std::string& argument);

/// The same for an argument that stands for several archives of one timeline: with commas.  A
/// directory of one host (host_directories.h) is the directory of that host; kInvalidArgument for
/// one of several hosts.
Result<std::string> ArchiveListMeant(const std::string& argument);

}  // namespace fdr::tools
