// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_style.h"

#include <array>

namespace fdr::tools {

SeriesStyle::SeriesStyle(int series, bool utf8, bool color)
    : utf8_(utf8),
      marks_lines_(utf8 && series > (color ? static_cast<int>(kSeriesColors.size()) : 1)) {}

std::string_view SeriesStyle::Marker(int series) const {
  // Discs, squares, triangles and diamonds, filled and hollow.
  constexpr std::array<std::string_view, 8> kShapes = {"\u25cf", "\u25a0", "\u25b2", "\u25c6",
                                                       "\u25cb", "\u25a1", "\u25b3", "\u25c7"};
  constexpr std::string_view kAscii = "*+xo#@%&";
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (utf8_ && !marks_lines_) return kShapes[0];
  const std::size_t i = static_cast<std::size_t>(series) % (kShapes.size() + kLetters.size());
  if (i >= kShapes.size()) return kLetters.substr(i - kShapes.size(), 1);
  return utf8_ ? kShapes[i] : kAscii.substr(i, 1);
}

std::string_view SeriesStyle::Color(int series) const {
  return kSeriesColors[static_cast<std::size_t>(series) % kSeriesColors.size()].code;
}

void StyledLines::Switch(std::string_view style) {
  if (!color_ || style == style_) return;
  if (style_ != kPlain) out_ += kReset;
  out_ += style;
  style_ = style;
}

void StyledLines::Write(std::string_view text, std::string_view style) {
  if (text.empty()) return;
  out_.append(static_cast<std::size_t>(blanks_), ' ');
  blanks_ = 0;
  Switch(style);
  out_ += text;
}

void StyledLines::EndLine() {
  Switch(kPlain);
  blanks_ = 0;
  out_ += '\n';
}

}  // namespace fdr::tools
