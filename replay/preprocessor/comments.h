// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comments as in C.

#pragma once

#include <optional>
#include <string>

namespace fdr {

/// Replaces all comments by blanks, even inside quotes; keeps the ends of lines.  Returns the start
/// of an unclosed comment.
std::optional<std::size_t> BlankComments(std::string& text);

}  // namespace fdr
