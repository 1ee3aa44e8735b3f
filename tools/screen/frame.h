// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A picture made of characters, as large as a terminal: what a full screen shows.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {

/// What a text means; the screen chooses the colour.
enum class Ink : std::uint8_t { kPlain, kStrong, kFaint, kTitle, kGood, kBusy, kFull, kHigh };

/// One place of the picture.  A wide character takes two places; the second has no character.
struct Glyph {
  std::string text = " ";
  Ink ink = Ink::kPlain;
  bool reversed = false;

  friend bool operator==(const Glyph&, const Glyph&) = default;
};

/// Everything that is put outside of the picture is cut off.
class Frame {
 public:
  /// Without `utf8`, characters beyond ASCII become question marks.
  Frame(TerminalSize size, bool utf8);

  int width() const { return size_.width; }
  int height() const { return size_.height; }
  bool utf8() const { return utf8_; }

  /// Puts a text of any origin at a place, in at most `width` columns.  Returns the column behind
  /// it.
  int Put(int line, int column, std::string_view text, Ink ink = Ink::kPlain, int width = 1 << 20);
  /// The same, with the end of the text at column `end`.
  void PutRight(int line, int end, std::string_view text, Ink ink = Ink::kPlain);
  /// Exchanges foreground and background of a part of a line.
  void Reverse(int line, int column, int width);

  const Glyph& At(int line, int column) const { return glyphs_[Place(line, column)]; }
  /// The characters of a line, without blanks at its end.
  std::string Text(int line) const;

 private:
  std::size_t Place(int line, int column) const {
    return static_cast<std::size_t>(line) * static_cast<std::size_t>(size_.width) +
           static_cast<std::size_t>(column);
  }

  TerminalSize size_;
  bool utf8_;
  std::vector<Glyph> glyphs_;
};

}  // namespace fdr::tools
