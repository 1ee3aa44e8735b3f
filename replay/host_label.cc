// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/host_label.h"

#include <algorithm>

namespace fdr {

OwnedLabelSet HostLabel(std::string_view host) {
  constexpr std::string_view kStart = "{\"hostname\":\"";
  std::string name(host.substr(0, 255));
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; }, '?');
  const LabelEntry entry{.name_offset = 2,
                         .name_length = 8,
                         .flags = static_cast<std::uint8_t>(LabelLevel::kContext),
                         .value_offset = static_cast<std::uint16_t>(kStart.size() - 1),
                         .value_length = static_cast<std::uint16_t>(name.size() + 2)};
  return {kSingular, std::string(kStart) + name + "\"}", {entry}, 0};
}

}  // namespace fdr
