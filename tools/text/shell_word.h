// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names in commands that a user may copy into a shell.

#pragma once

#include <string>
#include <string_view>

namespace fdr::tools {

/// The text as one word of a shell: in quotes if it needs them.
std::string ShellWord(std::string_view text);

}  // namespace fdr::tools
