// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/number_reader.h"

#include "fdr/archive/base/byte_order.h"

namespace fdr {
namespace {

// These loops have no branch per value: `difference` collects all deviations until the end.

bool ReadWords(const std::byte* pair, std::span<const InstanceId> instances, std::uint64_t* bits) {
  std::uint32_t difference = 0;
  for (const InstanceId instance : instances) {
    difference |= LoadU32(pair) ^ static_cast<std::uint32_t>(instance);
    *bits++ = LoadU32(pair + 4);
    pair += ValueSet::kPairSize;
  }
  return difference == 0;
}

// Reads blocks that follow one another, as writers place them.  The first word locates the first
// block.
template <class Word>
bool ReadBlocks(const std::byte* pair, const std::byte* block, std::uint32_t header,
                std::span<const InstanceId> instances, std::uint64_t* bits) {
  constexpr std::uint32_t kWords = 1 + sizeof(Word) / 4;
  std::uint32_t difference = 0, expected = LoadU32(pair + 4);
  for (const InstanceId instance : instances) {
    difference |= LoadU32(pair) ^ static_cast<std::uint32_t>(instance);
    difference |= (LoadU32(pair + 4) ^ expected) | (LoadU32(block) ^ header);
    if constexpr (sizeof(Word) == 4)
      *bits++ = LoadU32(block + kBlockHeaderSize);
    else
      *bits++ = LoadU64(block + kBlockHeaderSize);
    pair += ValueSet::kPairSize;
    block += kWords * 4;
    expected += kWords;
  }
  return difference == 0;
}

}  // namespace

std::optional<std::uint64_t> NumberReader::Bits(std::uint32_t i) const {
  if (set_.in_place())
    return shape_.in_words ? std::optional<std::uint64_t>(set_.Word(i)) : std::nullopt;
  if (!shape_.in_blocks) return std::nullopt;
  if (const std::byte* payload = set_.PayloadUnder(shape_.header, i)) return Load(payload);
  return UntypedBits(i);
}

// The blocks of very old archives have no type.
std::optional<std::uint64_t> NumberReader::UntypedBits(std::uint32_t i) const {
  const auto block = set_.CheckedBlock(i);
  if (!block || block->type != Type::k32 || block->payload.size() != shape_.size)
    return std::nullopt;
  return Load(block->payload.data());
}

bool NumberReader::ReadAll(std::span<const InstanceId> instances, std::uint64_t* bits) const {
  if (set_.size() != instances.size() || !(set_.in_place() ? shape_.in_words : shape_.in_blocks))
    return false;
  if (instances.empty()) return true;
  if (set_.in_place()) return ReadWords(set_.pairs(), instances, bits);
  const std::byte* const first =
      set_.BlocksOf(set_.Word(0), instances.size() * (kBlockHeaderSize + shape_.size));
  if (first == nullptr) return false;
  const auto read = shape_.size == 4 ? ReadBlocks<std::uint32_t> : ReadBlocks<std::uint64_t>;
  return read(set_.pairs(), first, shape_.header, instances, bits);
}

}  // namespace fdr
