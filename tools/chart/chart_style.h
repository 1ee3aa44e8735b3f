// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a chart looks: markers, colours, lines of text with colours in them.

#pragma once

#include <string>
#include <string_view>

#include "fdr/tools/text/screen_codes.h"
#include "fdr/tools/text/series_colors.h"

namespace fdr::tools {

inline constexpr std::string_view kPlain = "";

/// How the series of one chart are distinguished.
class SeriesStyle {
 public:
  SeriesStyle(int series, bool utf8, bool color);

  /// Whether lines need markers: if there are several series and not a colour for each.  In ASCII
  /// every line is a row of markers anyway.
  bool marks_lines() const { return marks_lines_; }
  /// One column wide.  The first 34 series have different markers, unless lines need none.
  std::string_view Marker(int series) const;
  /// The code of one of kSeriesColors.
  std::string_view Color(int series) const;

 private:
  bool utf8_;
  bool marks_lines_;
};

/// Writes styled text line by line, with no more escape sequences than needed, and no blanks at the
/// ends of lines.
class StyledLines {
 public:
  /// Appends to `out`, which must outlive this; without `color` all styles are plain.
  StyledLines(bool color, std::string& out) : color_(color), out_(out) {}

  void Write(std::string_view text, std::string_view style = kPlain);
  void Blank(int columns) { blanks_ += columns; }
  void EndLine();

 private:
  void Switch(std::string_view style);

  bool color_;
  std::string& out_;
  std::string_view style_ = kPlain;
  int blanks_ = 0;  // not written yet
};

}  // namespace fdr::tools
