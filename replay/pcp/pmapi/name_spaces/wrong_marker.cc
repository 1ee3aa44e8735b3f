// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_marker.h"

#include <algorithm>
#include <charconv>

#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/text/ascii.h"

namespace fdr::pmapi {
namespace {

std::optional<std::int32_t> NumberIn(std::string_view line) {
  line.remove_prefix(CountBlanks(line));
  line.remove_prefix(1);  // the #
  line.remove_prefix(CountBlanks(line));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (end == line.data()) return std::nullopt;
  return static_cast<std::int32_t>(number);
}

bool IsMarker(std::string_view line) { return line.substr(CountBlanks(line), 1) == "#"; }

// Where the last word of a line begins, if it has one.
std::optional<std::size_t> LastWordIn(std::string_view line) {
  PreprocessedText alone;
  alone.Add(0, 1, line);
  std::optional<std::size_t> column;
  for (NameWords words(alone); !words.Peek().text.empty();) column = words.Take().spot.column;
  if (!column) return std::nullopt;
  return Squeezed(line.substr(0, *column)).size();
}

}  // namespace

WrongMarker FindWrongMarker(const WrongNameSpace& names, const Mistake& mistake) {
  const std::uint32_t before = names.PeersNumber(mistake.file, mistake.number) - 1;
  WrongMarker marker = {NumberIn(mistake.line).value_or(static_cast<std::int32_t>(before)), {}};
  const Result<PreprocessedText> text = names.Lines();
  if (!text) return marker;
  for (const PreprocessedText::Line& line : text->lines) {
    if (text->files[line.file] == mistake.file && line.number == mistake.number) break;
    if (IsMarker(text->TextOf(line))) continue;
    if (const auto column = LastWordIn(text->TextOf(line))) marker.column = column;
  }
  return marker;
}

}  // namespace fdr::pmapi
