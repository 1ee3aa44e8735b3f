// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much work the random tests do.

#pragma once

#include <cstdlib>

namespace fdr::test {

/// Whether FDR_SOAK is set.  If so, tests try all cases, and not only the daily random part.
inline bool IsSoak() { return std::getenv("FDR_SOAK") != nullptr; }

/// Random tests divide their number of rounds by this.  With a sanitizer, a round takes about five
/// times as long.  The optimised build runs all rounds.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 5;
#else
inline constexpr int kSlowness = 1;
#endif

}  // namespace fdr::test
