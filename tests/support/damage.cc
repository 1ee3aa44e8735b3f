// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/damage.h"

#include <vector>

namespace fdr::test {

void ForEachTruncation(Bytes original, const DamageVisitor& visit) {
  for (std::size_t size = 0; size < original.size(); ++size) {
    const Bytes head = original.first(size);
    const std::vector<std::byte> copy(head.begin(), head.end());
    visit(copy);
  }
}

void ForEachBitFlip(Bytes original, const DamageVisitor& visit) {
  std::vector<std::byte> copy(original.begin(), original.end());
  for (std::byte& byte : copy) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const std::byte flip = std::byte{1} << bit;
      byte ^= flip;
      visit(copy);
      byte ^= flip;
    }
  }
}

void ForEachDamage(Bytes original, const DamageVisitor& visit) {
  ForEachTruncation(original, visit);
  ForEachBitFlip(original, visit);
}

}  // namespace fdr::test
