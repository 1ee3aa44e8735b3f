// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a value set, all at once.

#pragma once

#include <cstdint>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {
namespace internal {

constexpr std::uint32_t kBlockHeader32 = 8;   // length word of a block with 4 bytes of payload
constexpr std::uint32_t kBlockHeader64 = 12;  // ... and with 8

template <class Load, class Visit>
void VisitInPlace(const ValueSet& set, Load load, Visit& visit) {
  const std::byte* pair = set.pairs();
  for (std::uint32_t i = 0, n = set.size(); i < n; ++i, pair += 8)
    visit(LoadI32(pair), load(pair + 4));
}

// False if a block's header does not match the type.
template <class Load, class Visit>
bool VisitBlocks(const ValueSet& set, Type type, std::uint32_t length, Load load, Visit& visit) {
  const std::uint32_t header = static_cast<std::uint32_t>(type) << 24 | length;
  const std::byte* pair = set.pairs();
  if (set.stride() == length) {
    const std::byte* block = set.BlockHeader(0);
    if (LoadU32(block) != header) return false;
    for (std::uint32_t i = 0, n = set.size(); i < n; ++i, pair += 8, block += length)
      visit(LoadI32(pair), load(block + 4));
    return true;
  }
  for (std::uint32_t i = 0, n = set.size(); i < n; ++i)
    if (LoadU32(set.BlockHeader(i)) != header) return false;
  for (std::uint32_t i = 0, n = set.size(); i < n; ++i)
    visit(set.Instance(i), load(set.BlockHeader(i) + 4));
  return true;
}

}  // namespace internal

/// Calls `visit(instance, number)` for each value of a set whose metric has the numeric type
/// `type`.  The number has the matching C++ type: std::int32_t ... double.  False, without a call,
/// if the values are not stored as the type requires.
template <class Visit>
bool VisitNumbers(const ValueSet& set, Type type, Visit&& visit) {
  using internal::kBlockHeader32;
  using internal::kBlockHeader64;
  if (set.size() == 0) return true;
  if (set.in_place()) {
    switch (type) {
      case Type::k32:
        internal::VisitInPlace(set, LoadI32, visit);
        return true;
      case Type::kU32:
        internal::VisitInPlace(set, LoadU32, visit);
        return true;
      case Type::kFloat:
        internal::VisitInPlace(set, LoadFloat, visit);
        return true;
      default:
        return false;
    }
  }
  switch (type) {
    case Type::k64:
      return internal::VisitBlocks(set, type, kBlockHeader64, LoadI64, visit);
    case Type::kU64:
      return internal::VisitBlocks(set, type, kBlockHeader64, LoadU64, visit);
    case Type::kDouble:
      return internal::VisitBlocks(set, type, kBlockHeader64, LoadDouble, visit);
    case Type::kFloat:
      return internal::VisitBlocks(set, type, kBlockHeader32, LoadFloat, visit);
    default:
      return false;
  }
}

}  // namespace fdr
