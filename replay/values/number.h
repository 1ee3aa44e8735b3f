// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as strtod(3) reads them in the C locale, whatever the program's locale is.

#pragma once

#include <string_view>

namespace fdr {

struct ParsedNumber {
  double value = 0;
  std::size_t length = 0;  ///< of the number with the blanks before it; 0: no number
  bool in_range = true;    ///< false: too large, or so small that digits are lost
};

/// Accepts hexadecimal numbers, infinity and not-a-number.  A number that is too large is infinite.
ParsedNumber ParseNumber(std::string_view text);

}  // namespace fdr
