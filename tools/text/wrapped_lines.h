// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sentences as lines of a page or a screen.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fdr::tools {

/// Breaks a DisplayText() into lines of at most `width` columns, between words.  A longer word has
/// a line of its own.
std::vector<std::string> WrappedLines(std::string_view text, int width,
                                      std::string_view first_indent = {},
                                      std::string_view indent = {});

}  // namespace fdr::tools
