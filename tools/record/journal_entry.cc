// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/journal_entry.h"

#include <cstdint>

namespace fdr::tools {
namespace {

void AppendLength(std::uint64_t length, std::string& out) {
  for (int byte = 0; byte < 8; ++byte) out += static_cast<char>(length >> (8 * byte) & 0xff);
}

}  // namespace

std::string JournalEntry(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string entry;
  for (const auto& [name, value] : fields) {
    entry += name;
    if (value.find('\n') == value.npos) {
      entry += '=';
    } else {
      entry += '\n';
      AppendLength(value.size(), entry);
    }
    entry += value + '\n';
  }
  return entry;
}

}  // namespace fdr::tools
