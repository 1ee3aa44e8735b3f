// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/display_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

struct Range {
  char32_t first, last;
};

// Wide or full width in Unicode's East Asian Width; some ranges are a little larger.
constexpr std::array kWide = {
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x2329, 0x232a},
    Range{0x23e9, 0x23f3},   Range{0x25fd, 0x25fe},   Range{0x2600, 0x27bf},
    Range{0x2b1b, 0x2b55},   Range{0x2e80, 0xa4cf},   Range{0xa960, 0xa97f},
    Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},   Range{0xfe10, 0xfe6f},
    Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},   Range{0x16fe0, 0x18dff},
    Range{0x1aff0, 0x1b2ff}, Range{0x1d300, 0x1d37f}, Range{0x1f000, 0x1faff},
    Range{0x20000, 0x3fffd},
};

// Invisible characters.
constexpr std::array kHidden = {
    Range{0xad, 0xad},     Range{0x180e, 0x180e}, Range{0x200b, 0x200f},   Range{0x2060, 0x206f},
    Range{0xfeff, 0xfeff}, Range{0xfff0, 0xfffb}, Range{0xe0000, 0xe0fff},
};

template <std::size_t kSize>
bool IsIn(char32_t c, const std::array<Range, kSize>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const Range& r) { return r.first <= c && c <= r.last; });
}

int WidthOf(std::string_view character) { return IsIn(CodePoint(character), kWide) ? 2 : 1; }

bool IsShown(std::string_view character, bool utf8) {
  if (Utf8Length(character) == 0 || (!utf8 && character.size() > 1)) return false;
  const char32_t c = CodePoint(character);
  return !IsObeyed(c) && !IsIn(c, kHidden);
}

void AppendBlanks(std::string_view text, std::size_t width, std::string& out) {
  const auto has = static_cast<std::size_t>(DisplayWidth(text));
  if (has < width) out.append(width - has, ' ');
}

std::string_view Ellipsis(bool utf8) { return utf8 ? "\u2026" : "~"; }

}  // namespace

std::string DisplayText(std::string_view text, bool utf8) {
  std::string out;
  while (!text.empty()) {
    // Without UTF-8, too, a character of several bytes becomes one question mark.
    const std::string_view character = FirstCharacter(text);
    out += IsShown(character, utf8) ? character : "?";
    text.remove_prefix(character.size());
  }
  return out;
}

int DisplayWidth(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const std::string_view character = FirstCharacter(text);
    width += WidthOf(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::string CutEnd(std::string_view text, int width, bool utf8) {
  if (DisplayWidth(text) <= width) return std::string(text);
  std::string cut;
  int room = width - 1;
  while (!text.empty()) {
    const std::string_view next = FirstCharacter(text);
    room -= WidthOf(next);
    if (room < 0) break;
    cut += next;
    text.remove_prefix(next.size());
  }
  return cut.append(Ellipsis(utf8));
}

std::string CutMiddle(std::string_view text, int width, bool utf8) {
  if (DisplayWidth(text) <= width) return std::string(text);
  std::vector<std::string_view> characters;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(characters.back().size()))
    characters.push_back(FirstCharacter(rest));

  // Takes characters from both ends in turn, as long as there is room beside the ellipsis.  The end
  // goes first: instances of one metric differ there.
  std::string head;
  std::size_t front = 0, back = characters.size();
  int room = width - 1;
  for (bool from_back = true;; from_back = !from_back) {
    const std::string_view next = from_back ? characters[back - 1] : characters[front];
    room -= WidthOf(next);
    if (room < 0) break;
    if (from_back)
      --back;
    else
      head += characters[front++];
  }
  head += Ellipsis(utf8);
  for (; back < characters.size(); ++back) head += characters[back];
  return head;
}

void AppendLeft(std::string_view text, std::size_t width, std::string& out) {
  out += text;
  AppendBlanks(text, width, out);
}

void AppendRight(std::string_view text, std::size_t width, std::string& out) {
  AppendBlanks(text, width, out);
  out += text;
}

std::string Count(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace fdr::tools
