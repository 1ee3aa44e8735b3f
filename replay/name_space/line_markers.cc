// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/line_markers.h"

#include <charconv>
#include <optional>
#include <unordered_map>

#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

/// The place of the next line.
struct Marker {
  std::uint32_t number = 0;
  std::string_view file;
};

/// `line` begins after the #.  The flags after the file's name are ignored.
std::optional<Marker> ParseMarker(std::string_view line) {
  Marker marker;
  line.remove_prefix(CountBlanks(line));
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), marker.number);
  if (error != std::errc()) return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  line.remove_prefix(CountBlanks(line));
  if (!line.starts_with('"')) return std::nullopt;
  const std::size_t closing = line.find('"', 1);
  if (closing == line.npos) return std::nullopt;
  marker.file = line.substr(1, closing - 1);
  return marker;
}

/// The change for all later lines of the file that contains a marker.
struct Shift {
  std::uint32_t file = 0;
  std::uint32_t distance = 0;  // modulo 2^32
};

}  // namespace

Result<void> ObeyLineMarkers(PreprocessedText& text) {
  std::unordered_map<std::uint32_t, Shift> shifts;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    PreprocessedText::Line& line = text.lines[i];
    const std::string_view words = text.TextOf(line);
    const auto blanks = CountBlanks(words);
    if (words.substr(blanks, 1) == "#") {
      const std::optional<Marker> marker = ParseMarker(words.substr(blanks + 1));
      if (!marker)
        return Fail(ErrorAt(text.PlaceOf(line), words, blanks,
                            "expected # LINE \"FILE\", as only preprocessors write"));
      shifts[line.file] = {static_cast<std::uint32_t>(text.files.size()),
                           marker->number - (line.number + 1)};
      text.files.emplace_back(marker->file);
      continue;
    }
    if (!shifts.empty()) {
      if (const auto shift = shifts.find(line.file); shift != shifts.end()) {
        line.number += shift->second.distance;
        line.file = shift->second.file;
      }
    }
    text.lines[kept++] = line;
  }
  text.lines.resize(kept);
  return {};
}

}  // namespace fdr
