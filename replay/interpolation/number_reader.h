// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the numbers of a recorded set, if they are stored as their type demands.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// How numbers of a type are stored in records.  For other types, both flags are false.
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

/// Reads a set; checks the set's blocks itself.  Borrows the set.
class NumberReader {
 public:
  NumberReader(const ValueSet& set, const NumberShape& shape) : set_(set), shape_(shape) {}

  /// Returns the bits of the i-th number; nothing if the value is not stored as the type demands.
  std::optional<std::uint64_t> Bits(std::uint32_t i) const;

  /// Reads the bits of all values into `bits[0..n)`.  Returns false, with `bits` unspecified, if
  /// the set has not these instances in this order, a value is not a number, or the fast loop does
  /// not apply; then use Bits().
  bool ReadAll(std::span<const InstanceId> instances, std::uint64_t* bits) const;

 private:
  std::uint64_t Load(const std::byte* payload) const {
    return shape_.size == 4 ? LoadU32(payload) : LoadU64(payload);
  }
  std::optional<std::uint64_t> UntypedBits(std::uint32_t i) const;

  const ValueSet& set_;
  const NumberShape& shape_;
};

}  // namespace fdr
