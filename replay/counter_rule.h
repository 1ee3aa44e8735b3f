// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What it means that a counter goes down.  docs/statistics.md has the reasons; values/growth.h has
// the arithmetic.

#pragma once

#include <cstdint>

namespace fdr {

enum class CounterRule : std::uint8_t {
  kReset,          ///< it began again: its growth is not known
  kPlausibleWrap,  ///< an integer of 32 bits that falls by more than half of its range has wrapped
  kPcpWrap,        ///< each integer has wrapped: PCP, if PCP_COUNTER_WRAP is set
};

/// The rule of all that does not stand in for a program of PCP.
inline constexpr CounterRule kOwnCounterRule = CounterRule::kPlausibleWrap;

}  // namespace fdr
