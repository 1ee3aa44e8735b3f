// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Words of a line, with quotes as in a shell, but with nothing else of a shell.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// Blanks separate words.  Single or double quotes keep blanks, and make a word that may be empty.
/// A "#" at the beginning of a word begins a comment.
Result<std::vector<std::string>> SplitWords(std::string_view line);

}  // namespace fdr::tools
