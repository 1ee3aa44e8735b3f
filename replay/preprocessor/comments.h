// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comments as in C.

#pragma once

#include <optional>
#include <string>

namespace fdr {

/// Makes blanks of all comments, also of those in quotes; the ends of lines stay.  If the last one
/// does not end, where it begins.
std::optional<std::size_t> BlankComments(std::string& text);

}  // namespace fdr
