// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/counter_line.h"

#include <bit>

#include "fdr/replay/copy/thin/typed_bits.h"
#include "fdr/replay/interpolation/interpolate.h"
#include "fdr/replay/values/growth.h"
#include "fdr/replay/values/with_number.h"

namespace fdr {
namespace {

__extension__ using Wide = unsigned __int128;

// No branch per value.  What is no number fell.
template <class T>
bool AnyFell(const std::uint64_t* before, const std::uint64_t* after, std::size_t count) {
  bool fell = false;
  for (std::size_t i = 0; i < count; ++i)
    fell |= !(FromBits<T>(after[i]) >= FromBits<T>(before[i]));
  return fell;
}

// Half and more is rounded up.
std::uint64_t PartOf(std::uint64_t growth, LinePlace place) {
  const auto since = static_cast<std::uint64_t>(place.since_low);
  const auto span = static_cast<std::uint64_t>(place.span);
  return static_cast<std::uint64_t>((Wide{growth} * since * 2 + span) / (Wide{span} * 2));
}

}  // namespace

CounterStep StepOf(Type type, std::uint64_t before, std::uint64_t after) {
  return WithNumberOf(type, [&](auto number) {
    using T = decltype(number);
    const T from = FromBits<T>(before), to = FromBits<T>(after);
    if (to >= from) return CounterStep::kUp;
    return HasWrapped(from, to, kOwnCounterRule) ? CounterStep::kWrap : CounterStep::kReset;
  });
}

bool AnyFell(Type type, const std::uint64_t* before, const std::uint64_t* after,
             std::size_t count) {
  return WithNumberOf(type,
                      [&](auto number) { return AnyFell<decltype(number)>(before, after, count); });
}

std::uint64_t LineValue(Type type, std::uint64_t low, std::uint64_t high, LinePlace place) {
  const Between at{static_cast<double>(place.since_low), static_cast<double>(place.span)};
  switch (type) {
    case Type::kFloat:
      return std::bit_cast<std::uint32_t>(
          Interpolate(FromBits<float>(low), FromBits<float>(high), at, false));
    case Type::kDouble:
      return std::bit_cast<std::uint64_t>(
          Interpolate(FromBits<double>(low), FromBits<double>(high), at, false));
    case Type::k32:
    case Type::kU32:
      return PartOf(static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low), place);
    default:
      return PartOf(high - low, place);
  }
}

}  // namespace fdr
