// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much the random tests do.

#pragma once

#include <cstdlib>

namespace fdr::test {

/// Whether FDR_SOAK is set: all there is to be tried, instead of a seeded part for every day.
inline bool IsSoak() { return std::getenv("FDR_SOAK") != nullptr; }

/// What the rounds of a random test are divided by.  A sanitizer needs some five times as long for
/// each, and the optimised build compares the answers of all of them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 5;
#else
inline constexpr int kSlowness = 1;
#endif

}  // namespace fdr::test
