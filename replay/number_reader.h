// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a recorded set, where they are stored as their type demands.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "fdr/archive/result_record.h"
#include "fdr/archive/value.h"

namespace fdr {

/// Of a set whose blocks need not have been looked at.  Borrows the set.
class NumberReader {
 public:
  NumberReader(const ValueSet& set, Type type)
      : set_(set),
        in_words_(type == Type::k32 || type == Type::kU32 || type == Type::kFloat),
        in_blocks_(type != Type::k32 && type != Type::kU32),
        size_(type == Type::kFloat ? 4 : 8),
        header_(BlockHeader(type, size_)) {}

  /// The bits of the i-th.
  std::optional<std::uint64_t> Bits(std::uint32_t i) const;

  /// Those of all of them, as Bits() has them; false if one is none, or if that takes more than a
  /// simple loop: then they are to be read one by one.
  bool ReadAll(std::span<std::uint64_t> bits) const;

 private:
  std::uint64_t Load(const std::byte* payload) const {
    return size_ == 4 ? LoadU32(payload) : LoadU64(payload);
  }
  std::optional<std::uint64_t> UntypedBits(std::uint32_t i) const;
  template <class Word>
  bool ReadBlocks(std::span<std::uint64_t> bits) const;

  const ValueSet& set_;
  bool in_words_, in_blocks_;
  std::uint32_t size_;
  std::uint32_t header_;  // of a block with such a number
};

}  // namespace fdr
