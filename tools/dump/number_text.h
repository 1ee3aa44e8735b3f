// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as C's printf writes them, only faster.

#pragma once

#include <cstddef>

namespace fdr::tools {

/// No number takes more bytes.
inline constexpr std::size_t kNumberRoom = 32;

/// What printf writes for "%.8g".  `out` has kNumberRoom bytes; returns the end of the text.
char* WriteFloat(float value, char* out);

/// What printf writes for "%.16g".
char* WriteDouble(double value, char* out);

}  // namespace fdr::tools
