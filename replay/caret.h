// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Complaints that point at a place in what somebody typed:
//
//     5 parsecs
//       ^ -- unexpected value

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

inline constexpr std::string_view kUnexpectedValue = "unexpected value";

/// A line in which what is put at its end stands below `at`, an index into `text`.  Tabs stay tabs,
/// and characters of several bytes stay what they are: one column.
std::string LineBelow(std::string_view text, std::size_t at);

/// Points at `at`, an index into `text`.
Error CaretError(std::string_view text, std::size_t at,
                 std::string_view complaint = kUnexpectedValue);

}  // namespace fdr
