// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The escape sequences that fdr sends to terminals; it sends no others.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace fdr::tools {

inline constexpr std::string_view kReset = "\x1b[0m";
inline constexpr std::string_view kBold = "\x1b[1m";
inline constexpr std::string_view kDim = "\x1b[2m";
inline constexpr std::string_view kBoldRed = "\x1b[1;31m";
inline constexpr std::string_view kYellow = "\x1b[33m";
/// Colours of the series of a chart, of middle brightness: visible on black and on white.
inline constexpr std::array<std::string_view, 8> kSeriesColors = {
    "\x1b[38;5;33m",  "\x1b[38;5;208m", "\x1b[38;5;34m",  "\x1b[38;5;170m",
    "\x1b[38;5;160m", "\x1b[38;5;37m",  "\x1b[38;5;136m", "\x1b[38;5;99m"};

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
  for (const std::string_view code : kSeriesColors)
    if (text.starts_with(code)) return code.size();
  return 0;
}

}  // namespace fdr::tools
