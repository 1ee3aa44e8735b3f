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

/// The archives that a file names, one in each line.
Result<std::vector<std::string>> NamesInFile(const std::string& path);

/// The same, with the directories of hosts in the place of a directory that holds them
/// (host_directories.h).
Result<std::vector<std::string>> ArchivesOfHostsMeant(const std::string& argument);

/// The directory of the only host, for a directory of hosts; kInvalidArgument if it has several.
/// Any other argument is itself.
Result<std::string> HostMeant(const std::string& argument);

/// ArchivesMeant() and HostMeant() for an argument that stands for several archives of one
/// timeline: with commas.
Result<std::string> ArchiveListMeant(const std::string& argument);

}  // namespace fdr::tools
