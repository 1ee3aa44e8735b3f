// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/repeated_name.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "fdr/replay/name_space/line_markers.h"
#include "fdr/replay/name_space/name_words.h"

namespace fdr::pmapi {
namespace {

// Takes the words of a group behind its {, up to the }; nothing if it does not end.
std::optional<std::vector<std::string_view>> TakeNames(NameWords& words) {
  std::vector<std::string_view> names;
  while (words.Peek().text != "}") {
    if (words.Peek().text.empty()) return std::nullopt;
    const NameWord word = words.Take();
    if (IsMetricNamePart(word.text)) names.push_back(word.text);
  }
  return names;
}

std::string_view FirstOfSeveral(const std::vector<std::string_view>& names) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const std::string_view name : names) ++counts[name];
  const auto first = std::ranges::find_if(names, [&](auto name) { return counts[name] > 1; });
  return first != names.end() ? *first : std::string_view();
}

}  // namespace

std::optional<RepeatedName> FindRepeatedName(const WrongNameSpace& names) {
  Result<PreprocessedText> text = names.Lines();
  if (!text || !ObeyLineMarkers(*text)) return std::nullopt;
  for (NameWords words(*text);;) {
    const NameWord path = words.Take();
    words.Take();  // {
    const auto group = TakeNames(words);
    if (!group) return std::nullopt;
    const NameSpot end = words.Take().spot;
    const std::string_view name = FirstOfSeveral(*group);
    if (name.empty()) continue;
    const PreprocessedText::Line& line = text->lines[end.line];
    const std::string before = Squeezed(text->TextOf(line).substr(0, end.column));
    return RepeatedName{std::string(name), std::string(path.text), text->PlaceOf(line),
                        before.size()};
  }
}

}  // namespace fdr::pmapi
