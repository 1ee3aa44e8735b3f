// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a recorded set, where they are stored as their type demands.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// How the numbers of a type lie in records; nowhere if what has that type is no number.
struct NumberShape {
  explicit NumberShape(Type type)
      : in_words(type == Type::k32 || type == Type::kU32 || type == Type::kFloat),
        in_blocks(IsNumeric(type) && type != Type::k32 && type != Type::kU32),
        size(type == Type::kFloat ? 4 : 8),
        header(BlockHeader(type, size)) {}

  bool in_words, in_blocks;
  std::uint32_t size;    ///< in blocks
  std::uint32_t header;  ///< of a block
};

/// Of a set whose blocks need not have been looked at.  Borrows the set.
class NumberReader {
 public:
  NumberReader(const ValueSet& set, const NumberShape& shape) : set_(set), shape_(shape) {}

  /// The bits of the i-th.
  std::optional<std::uint64_t> Bits(std::uint32_t i) const;

  /// Those of all of them, as Bits() has them, into as many.  False, and `bits` may be anything, if
  /// their instances are not these, which are as they lie in records, in this order; or if one is
  /// no number, or if that takes more than a simple loop: then they are to be read one by one.
  bool ReadAll(std::span<const std::uint32_t> instances, std::uint64_t* bits) const;

 private:
  std::uint64_t Load(const std::byte* payload) const {
    return shape_.size == 4 ? LoadU32(payload) : LoadU64(payload);
  }
  std::optional<std::uint64_t> UntypedBits(std::uint32_t i) const;

  const ValueSet& set_;
  const NumberShape& shape_;
};

}  // namespace fdr
