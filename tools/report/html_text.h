// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts in a page of HTML.

#pragma once

#include <string>
#include <string_view>

namespace fdr::tools {

/// The text, with nothing in it that a browser obeys: neither tags nor entities, quotes of
/// attributes, control characters, or changes of the direction of writing.
std::string HtmlText(std::string_view text);
/// The same for several lines: keeps line ends.
std::string HtmlLines(std::string_view text);

}  // namespace fdr::tools
