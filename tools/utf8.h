// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether bytes are UTF-8.

#pragma once

#include <cstddef>
#include <string_view>

namespace fdr::tools {

/// The length of the well-formed sequence at the start of `text`; 0 if there is none.
std::size_t Utf8Length(std::string_view text);

bool IsUtf8(std::string_view text);

}  // namespace fdr::tools
