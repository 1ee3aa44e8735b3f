// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/picture/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include "fdr/replay/text/utf8.h"

namespace fdr::tools {
namespace {

// Loaded when the first picture needs it.
class Font {
 public:
  static Font& Get() {
    static Font font;
    return font;
  }

  // In units of the font: `units_per_size` of them are as long as the size of a letter.
  double Advance(char32_t character) {
    const auto [known, is_new] = advances_.try_emplace(character, 0.0);
    if (is_new && FT_Load_Char(face_, character, FT_LOAD_NO_SCALE) == 0)
      known->second = static_cast<double>(face_->glyph->metrics.horiAdvance) / face_->units_per_EM;
    return known->second;
  }

  void Draw(char32_t character, double size, double x, double y, const CoverPixel& cover) {
    constexpr double kUnit = 64;  // FreeType counts in parts of a pixel
    if (FT_Set_Char_Size(face_, 0, std::lround(size * kUnit), 0, 0) != 0) return;
    if (FT_Load_Char(face_, character, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return;
    const double left = std::floor(x);
    FT_Outline_Translate(&face_->glyph->outline, std::lround((x - left) * kUnit), 0);
    if (FT_Render_Glyph(face_->glyph, FT_RENDER_MODE_NORMAL) != 0) return;
    const FT_Bitmap& bitmap = face_->glyph->bitmap;
    const int from_x = static_cast<int>(left) + face_->glyph->bitmap_left;
    const int from_y = static_cast<int>(std::lround(y)) - face_->glyph->bitmap_top;
    for (unsigned row = 0; row < bitmap.rows; ++row)
      for (unsigned column = 0; column < bitmap.width; ++column)
        if (const std::uint8_t grey =
                bitmap.buffer[row * static_cast<unsigned>(std::abs(bitmap.pitch)) + column])
          cover(from_x + static_cast<int>(column), from_y + static_cast<int>(row), grey);
  }

 private:
  Font() {
    const std::span<const std::uint8_t> file = FontFile();
    // Both fail only without memory: the file is a part of this program.
    if (FT_Init_FreeType(&library_) != 0 ||
        FT_New_Memory_Face(library_, file.data(), static_cast<FT_Long>(file.size()), 0, &face_) !=
            0)
      std::abort();
  }
  ~Font() {
    FT_Done_Face(face_);
    FT_Done_FreeType(library_);
  }

  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
  std::unordered_map<char32_t, double> advances_;
};

// Calls `use` with the code point and the length of each character.
template <class Use>
void ForEachCharacter(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::string_view character = FirstCharacter(text);
    use(CodePoint(character), character.size());
    text.remove_prefix(character.size());
  }
}

}  // namespace

double TextWidth(std::string_view text, double size) {
  double width = 0;
  ForEachCharacter(text, [&](char32_t c, std::size_t) { width += Font::Get().Advance(c) * size; });
  return width;
}

std::string CutToWidth(std::string_view text, double size, double width) {
  if (TextWidth(text, size) <= width) return std::string(text);
  constexpr std::string_view kEllipsis = "\u2026";
  std::vector<std::string_view> characters;
  std::size_t at = 0;
  ForEachCharacter(text, [&](char32_t, std::size_t length) {
    characters.push_back(text.substr(at, length));
    at += length;
  });
  double left = width - TextWidth(kEllipsis, size);
  std::string head, tail;
  for (std::size_t first = 0, last = characters.size(); first < last;) {
    const bool takes_first = head.size() <= tail.size();
    const std::string_view next = characters[takes_first ? first : last - 1];
    left -= TextWidth(next, size);
    if (left < 0) break;
    if (takes_first) {
      head += next;
      ++first;
    } else {
      tail.insert(0, next);
      --last;
    }
  }
  return head + std::string(kEllipsis) + tail;
}

void DrawText(std::string_view text, double size, double x, double y, const CoverPixel& cover) {
  ForEachCharacter(text, [&](char32_t c, std::size_t) {
    Font::Get().Draw(c, size, x, y, cover);
    x += Font::Get().Advance(c) * size;
  });
}

}  // namespace fdr::tools
