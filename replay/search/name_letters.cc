// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/name_letters.h"

#include <cstdint>

namespace fdr {
namespace {

bool BeginsPart(std::string_view name, std::size_t at) {
  return at == 0 || name[at - 1] == '.' || name[at - 1] == '_';
}

}  // namespace

// Reads the name once.  Bit i of `found` means that the first i letters were found so far.  Bit i
// of `open` means that the last of these i letters was the character just read.
bool HasLetters(std::string_view name, std::string_view letters) {
  if (letters.empty() || letters.size() > 63) return letters.empty();
  std::uint64_t found = 1, open = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::uint64_t from = BeginsPart(name, at) ? found | open : open;
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < letters.size(); ++i)
      if ((from >> i & 1) != 0 && letters[i] == name[at]) next |= std::uint64_t{1} << (i + 1);
    open = next;
    found |= next;
  }
  return (found >> letters.size() & 1) != 0;
}

}  // namespace fdr
