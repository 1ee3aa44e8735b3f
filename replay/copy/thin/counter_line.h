// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counters of a thinned archive: those of 32 bits become counters of 64 bits, which do not wrap;
// and the value between two others, exact for integers.
//
//   recorded, u32    4294967290   10           (the default rule of growth.h: it wrapped)
//   thinned, u64     4294967290   4294967306   half-way between them: 4294967298

#pragma once

#include <cstdint>

#include "fdr/archive/base/value.h"

namespace fdr {

/// The type of a counter in a thinned archive.
constexpr Type WidenedType(Type type) {
  if (type == Type::k32) return Type::k64;
  return type == Type::kU32 ? Type::kU64 : type;
}

/// The bits of a counter of this type as one of 64 bits.
inline std::uint64_t Widened(Type type, std::uint64_t bits) {
  if (type != Type::k32) return bits;
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)});
}

/// How a counter went from one value to the next.
enum class CounterStep { kUp, kWrap, kReset };
CounterStep StepOf(Type type, std::uint64_t before, std::uint64_t after);

/// Whether any of the counters went down, for good or by a wrap.
bool AnyFell(Type type, const std::uint64_t* before, const std::uint64_t* after, std::size_t count);

/// The place of a time between two others, in nanoseconds.
struct LinePlace {
  std::int64_t since_low = 0;
  std::int64_t span = 1;
};

/// The value of a counter between two others that are no reset, with the type as recorded.  Real
/// numbers: its bits.  Integers: how much it is larger than `low`.
std::uint64_t LineValue(Type type, std::uint64_t low, std::uint64_t high, LinePlace place);

}  // namespace fdr
