// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives that the words of `fdr copy` stand for.
//
//   db1 DIR 'db*' a,b -   as for other verbs
//   @FILE                 the archives that a file names, one in each line

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/archive/files/archive_files.h"

namespace fdr::tools {

/// Each archive once, in the order of the words; the first spelling of its name counts.  Reports
/// what is not found, and then sets `failed`.
std::vector<ArchiveFiles> ArchivesToCopy(std::span<const std::string> words, bool& failed);

}  // namespace fdr::tools
