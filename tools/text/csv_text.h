// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts as fields of comma-separated values, as RFC 4180 defines them.

#pragma once

#include <string>
#include <string_view>

namespace fdr::tools {

/// Appends the text, in quotes if it needs them.  `safe`: an apostrophe precedes a text that a
/// spreadsheet would run as a formula.
void AppendCsvText(std::string_view text, bool safe, std::string& out);

}  // namespace fdr::tools
