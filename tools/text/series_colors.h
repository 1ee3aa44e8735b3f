// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The colours of the series of a chart.  All of them can be seen on black and on white, and people
// who are blind to red, green or blue see them as different colours; a test computes both.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fdr::tools {

struct SeriesColor {
  std::string_view code;  ///< the escape sequence of terminals with 256 colours
  std::uint8_t red, green, blue;
};

inline constexpr std::array<SeriesColor, 8> kSeriesColors = {{
    {"\x1b[38;5;33m", 0, 135, 255},
    {"\x1b[38;5;208m", 255, 135, 0},
    {"\x1b[38;5;35m", 0, 175, 95},
    {"\x1b[38;5;127m", 175, 0, 175},
    {"\x1b[38;5;94m", 135, 95, 0},
    {"\x1b[38;5;176m", 215, 135, 215},
    {"\x1b[38;5;59m", 95, 95, 95},
    {"\x1b[38;5;247m", 158, 158, 158},
}};

/// The codes of the cells of a heat map, from low to high.
inline constexpr std::array<std::string_view, 8> kHeatCodes = {
    "\x1b[38;5;25m",  "\x1b[38;5;31m",  "\x1b[38;5;37m",  "\x1b[38;5;72m",
    "\x1b[38;5;107m", "\x1b[38;5;142m", "\x1b[38;5;172m", "\x1b[38;5;160m"};

}  // namespace fdr::tools
