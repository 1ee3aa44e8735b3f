// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much work the random tests do.

#pragma once

#include <cstdlib>

namespace fdr::test {

/// Whether FDR_SOAK is set.  If so, tests try all cases, and not only the daily random part.
inline bool IsSoak() { return std::getenv("FDR_SOAK") != nullptr; }

/// Random tests divide their number of rounds by this.  With a sanitizer, a round takes about ten
/// times as long.  The optimised build runs all rounds.
#if defined(FDR_ADDRESS_SANITIZER) || defined(FDR_THREAD_SANITIZER)
inline constexpr int kSlowness = 10;
#else
inline constexpr int kSlowness = 1;
#endif

}  // namespace fdr::test
