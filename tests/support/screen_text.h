// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a terminal of the type vt100 shows after a program has written to it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fdr::test {

/// Ignores colours.  Wide characters take one place.
class ScreenText {
 public:
  ScreenText(int width, int height);

  void Write(std::string_view output);
  /// The lines of the screen, without blanks at their ends.
  std::string Text() const;

 private:
  void Take(const std::string& character);
  void Obey(char command, const std::vector<int>& numbers);
  void Erase(std::size_t from, std::size_t to);
  std::size_t Place(int line, int column) const {
    const int place = line * width_ + column;
    return static_cast<std::size_t>(place);
  }

  int width_, height_;
  int line_ = 0, column_ = 0;
  std::vector<std::string> glyphs_;
  std::string sequence_;  // an incomplete one
};

}  // namespace fdr::test
