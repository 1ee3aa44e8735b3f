// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Complaints that point at a place in the user's input:
//
//     5 parsecs
//       ^ -- unexpected value

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

inline constexpr std::string_view kUnexpectedValue = "unexpected value";

/// Returns a line of blanks: text appended to it stands below `at`, an index into `text`.  Tabs
/// stay tabs, and a character of several bytes takes one column.
std::string LineBelow(std::string_view text, std::size_t at);

/// An error that points at `at`, an index into `text`.
Error CaretError(std::string_view text, std::size_t at,
                 std::string_view complaint = kUnexpectedValue);

}  // namespace fdr
