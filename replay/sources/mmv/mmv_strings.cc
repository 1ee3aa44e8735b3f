// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_strings.h"

#include <fmt/format.h>

#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/text/json_syntax.h"

namespace fdr::mmv {

// A text that fills its field has no end.  PCP's agent reads on; here the text ends with the field.
std::optional<std::string_view> Strings::InPlace(std::uint64_t at, std::size_t size) const {
  const std::string_view field = AsText(file_.subspan(at, size));
  const std::string_view text = UpToNul(field);
  if (text.size() < size) return text;
  sink_(
      {DefectCode::kStringEnd, at, fmt::format("A text of {} bytes has no NUL at its end", size)});
  return text.substr(0, size - 1);
}

std::optional<std::string_view> Strings::At(std::uint64_t offset) const {
  if (offset > file_.size() || file_.size() - offset < kStringSize) return std::nullopt;
  if (!section_.EntryAt(offset))
    sink_({DefectCode::kStringPlace, offset, "A string is not an entry of the section of strings"});
  return InPlace(offset, kStringSize);
}

std::optional<std::string_view> Strings::Text(std::uint64_t field) const {
  const auto offset = FieldAt<std::uint64_t>(file_, field);
  if (offset == 0) return std::nullopt;
  const std::optional<std::string_view> text = At(offset);
  if (!text)
    sink_({DefectCode::kTextPlace, field,
           fmt::format("The help text at {} is not in the file", offset)});
  return text;
}

bool IsLabel(std::string_view text) {
  constexpr std::string_view kBegin = "{\"", kMiddle = "\":";
  const std::size_t middle = text.find(kMiddle);
  if (!text.starts_with(kBegin) || !text.ends_with('}') || middle == std::string_view::npos)
    return false;
  const std::string_view name = text.substr(kBegin.size(), middle - kBegin.size());
  std::string_view value = text.substr(middle + kMiddle.size());
  value.remove_suffix(1);
  return IsMetricNamePart(name) && IsJson(value);
}

}  // namespace fdr::mmv
