// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/label_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "fdr/replay/text/ascii.h"

namespace fdr::agent {
namespace {

constexpr std::size_t kLongestName = 255;

bool IsLabelName(std::string_view name) {
  const auto is_right = [](char c) { return IsAlpha(c) || IsDigit(c) || c == '_'; };
  return !name.empty() && name.size() <= kLongestName && IsAlpha(name[0]) &&
         std::ranges::all_of(name, is_right);
}

void AppendQuoted(std::string_view text, std::string& json) {
  constexpr char kDigits[] = "0123456789abcdef";
  json += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < ' ') {
      json += {'\\', 'u', '0', '0', kDigits[code >> 4], kDigits[code & 15]};
      continue;
    }
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  json += '"';
}

void Append(const Label& label, LabelLevel level, OwnedLabelSet& set) {
  set.json += set.entries.empty() ? "{\"" : ",\"";
  LabelEntry entry;
  entry.flags = static_cast<std::uint8_t>(level);
  entry.name_offset = static_cast<std::uint16_t>(set.json.size());
  entry.name_length = static_cast<std::uint8_t>(label.name.size());
  set.json += label.name + "\":";
  entry.value_offset = static_cast<std::uint16_t>(set.json.size());
  AppendQuoted(label.value, set.json);
  entry.value_length = static_cast<std::uint16_t>(set.json.size() - entry.value_offset);
  set.entries.push_back(entry);
}

}  // namespace

Result<void> CheckLabels(const std::vector<Label>& labels) {
  for (const Label& label : labels) {
    if (!IsLabelName(label.name))
      return Fail(Errc::kInvalidArgument, "\"" + label.name + "\" is no name of a label");
    if (std::ranges::count(labels, label.name, &Label::name) > 1)
      return Fail(Errc::kInvalidArgument, "Two labels are " + label.name);
  }
  if (labels.size() > kMaxLabels ||
      LabelSetOf(labels, LabelLevel::kDomain).json.size() > kMaxLabelJson)
    return Fail(Errc::kTooLarge, "There are too many labels, or they are too long");
  return {};
}

OwnedLabelSet LabelSetOf(std::vector<Label> labels, LabelLevel level) {
  std::ranges::sort(labels, {}, &Label::name);
  OwnedLabelSet set;
  for (const Label& label : labels) Append(label, level, set);
  set.json += labels.empty() ? "{}" : "}";
  return set;
}

}  // namespace fdr::agent
