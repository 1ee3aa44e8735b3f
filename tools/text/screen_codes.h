// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The escape sequences that fdr sends to terminals; it sends no others.

#pragma once

#include <cstddef>
#include <string_view>

#include "fdr/tools/text/series_colors.h"

namespace fdr::tools {

inline constexpr std::string_view kReset = "\x1b[0m";
inline constexpr std::string_view kBold = "\x1b[1m";
inline constexpr std::string_view kDim = "\x1b[2m";
inline constexpr std::string_view kBoldRed = "\x1b[1;31m";
inline constexpr std::string_view kYellow = "\x1b[33m";

inline constexpr std::string_view kEraseLine = "\r\x1b[K";
inline constexpr std::string_view kEraseRestOfLine = "\x1b[K";
inline constexpr std::string_view kEraseRestOfScreen = "\x1b[J";
inline constexpr std::string_view kGoToStart = "\x1b[H";
/// Switches to the second screen of the terminal, without a cursor; and back.
inline constexpr std::string_view kEnterScreen = "\x1b[?1049h\x1b[?25l";
inline constexpr std::string_view kLeaveScreen = "\x1b[?25h\x1b[?1049l";

/// The length of the sequence of fdr at the start of `text`; 0 if there is none.
constexpr std::size_t ScreenCodeLength(std::string_view text) {
  for (const std::string_view code :
       {kReset, kBold, kDim, kBoldRed, kYellow, kEraseLine, kEraseRestOfLine, kEraseRestOfScreen,
        kGoToStart, kEnterScreen, kLeaveScreen})
    if (text.starts_with(code)) return code.size();
  for (const SeriesColor& color : kSeriesColors)
    if (text.starts_with(color.code)) return color.code.size();
  for (const std::string_view code : kHeatCodes)
    if (text.starts_with(code)) return code.size();
  return 0;
}

}  // namespace fdr::tools
