// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/number_reader.h"

#include "fdr/archive/byte_order.h"

namespace fdr {

std::optional<std::uint64_t> NumberReader::Bits(std::uint32_t i) const {
  if (set_.in_place()) return in_words_ ? std::optional<std::uint64_t>(set_.Word(i)) : std::nullopt;
  if (!in_blocks_) return std::nullopt;
  if (const std::byte* payload = set_.PayloadUnder(header_, i)) return Load(payload);
  return UntypedBits(i);
}

// Very old archives do not type their blocks.
std::optional<std::uint64_t> NumberReader::UntypedBits(std::uint32_t i) const {
  const auto block = set_.CheckedBlock(i);
  if (!block || block->type != Type::k32 || block->payload.size() != size_) return std::nullopt;
  return Load(block->payload.data());
}

bool NumberReader::ReadAll(std::span<std::uint64_t> bits) const {
  if (!set_.in_place())
    return in_blocks_ &&
           (size_ == 4 ? ReadBlocks<std::uint32_t>(bits) : ReadBlocks<std::uint64_t>(bits));
  if (!in_words_) return false;
  const std::byte* pair = set_.pairs();
  for (std::uint64_t& number : bits) {
    number = LoadU32(pair + 4);
    pair += 8;
  }
  return true;
}

// One after the other, as writers put them: without a branch per value.
template <class Word>
bool NumberReader::ReadBlocks(std::span<std::uint64_t> bits) const {
  constexpr std::uint32_t kWords = 1 + sizeof(Word) / 4;
  if (bits.empty()) return true;
  const std::uint32_t first = set_.Word(0);
  const std::byte* block = set_.BlocksOf(first, bits.size() * kWords * 4);
  if (block == nullptr) return false;
  const std::byte* pair = set_.pairs();
  std::uint32_t difference = 0, expected = first;
  for (std::uint64_t& number : bits) {
    difference |= (LoadU32(pair + 4) ^ expected) | (LoadU32(block) ^ header_);
    if constexpr (sizeof(Word) == 4)
      number = LoadU32(block + 4);
    else
      number = LoadU64(block + 4);
    pair += 8;
    block += kWords * 4;
    expected += kWords;
  }
  return difference == 0;
}

}  // namespace fdr
