// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock for durations.  Its times mean nothing but their distance.

#pragma once

#include <chrono>
#include <cstdint>

namespace fdr::tools {

inline std::chrono::nanoseconds SteadyTime() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

/// The same in nanoseconds.
inline std::int64_t SteadyNow() { return SteadyTime() / std::chrono::nanoseconds(1); }

}  // namespace fdr::tools
