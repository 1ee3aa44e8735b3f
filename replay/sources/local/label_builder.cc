// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/label_builder.h"

#include <string>

namespace fdr::local {

void LabelBuilder::AddText(std::string_view name, std::string_view text) {
  std::string quoted(1, '"');
  for (const char c : text.substr(0, 255)) {
    const bool is_plain = c != '"' && c != '\\' && static_cast<unsigned char>(c) >= ' ';
    quoted += is_plain ? c : '?';
  }
  quoted += '"';
  AddJson(name, quoted);
}

void LabelBuilder::AddNumber(std::string_view name, std::uint64_t number, std::uint32_t flags) {
  AddJson(name, std::to_string(number), flags);
}

void LabelBuilder::AddJson(std::string_view name, std::string_view value, std::uint32_t flags) {
  if (set_.json.size() + name.size() + value.size() + 8 > kMaxLabelJson ||
      set_.entries.size() == kMaxLabels)
    return;
  set_.json += set_.json.empty() ? "{\"" : ",\"";
  LabelEntry entry;
  entry.flags = static_cast<std::uint8_t>(static_cast<std::uint32_t>(level_) | flags);
  entry.name_offset = static_cast<std::uint16_t>(set_.json.size());
  entry.name_length = static_cast<std::uint8_t>(name.size());
  set_.json.append(name).append("\":");
  entry.value_offset = static_cast<std::uint16_t>(set_.json.size());
  entry.value_length = static_cast<std::uint16_t>(value.size());
  set_.json += value;
  set_.entries.push_back(entry);
}

OwnedLabelSet LabelBuilder::Take() {
  if (!set_.json.empty()) set_.json += '}';
  return std::move(set_);
}

}  // namespace fdr::local
