// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the last word of a command line can become, for the shells in tools/completions.  Only for
// the sources in this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace fdr::tools {

/// One line for each completion, with a tab and a description behind some.  ":files" and
/// ":directories" ask the shell for names of files.  `words` begins with the verb; its last word is
/// incomplete.  `app` has all verbs, and describes that one.
std::string CompleteWords(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace fdr::tools
