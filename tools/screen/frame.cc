// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/screen/frame.h"

#include <algorithm>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

Frame::Frame(TerminalSize size, bool utf8)
    : size_(size),
      utf8_(utf8),
      glyphs_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {}

int Frame::Put(int line, int column, std::string_view text, Ink ink, int width) {
  const int end = std::min(size_.width, column + std::max(0, std::min(width, size_.width)));
  if (line < 0 || line >= size_.height || column < 0) return column;
  const std::string shown = DisplayText(text, utf8_);
  for (std::string_view rest = shown; !rest.empty();) {
    const std::string_view character = FirstCharacter(rest);
    const int wide = DisplayWidth(character);
    if (column + wide > end) break;
    glyphs_[Place(line, column)] = {std::string(character), ink, false};
    if (wide == 2) glyphs_[Place(line, column + 1)] = {"", ink, false};
    column += wide;
    rest.remove_prefix(character.size());
  }
  return column;
}

void Frame::PutRight(int line, int end, std::string_view text, Ink ink) {
  Put(line, std::max(0, end - DisplayWidth(DisplayText(text, utf8_))), text, ink);
}

void Frame::Reverse(int line, int column, int width) {
  if (line < 0 || line >= size_.height) return;
  for (int i = std::max(0, column); i < std::min(size_.width, column + width); ++i)
    glyphs_[Place(line, i)].reversed = !glyphs_[Place(line, i)].reversed;
}

std::string Frame::Text(int line) const {
  std::string text;
  for (int column = 0; column < size_.width; ++column) text += At(line, column).text;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace fdr::tools
