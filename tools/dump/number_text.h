// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes numbers as C's printf does, only faster.

#pragma once

#include <cstddef>

namespace fdr::tools {

/// No number takes more bytes.
inline constexpr std::size_t kNumberRoom = 32;

/// Writes what printf writes for "%.8g".  `out` has kNumberRoom bytes; returns the end of the text.
char* WriteFloat(float value, char* out);

/// Writes what printf writes for "%.16g".
char* WriteDouble(double value, char* out);

}  // namespace fdr::tools
