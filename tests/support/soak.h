// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much the random tests do.

#pragma once

#include <cstdlib>

namespace fdr::test {

/// Whether FDR_SOAK is set: all there is to be tried, instead of a seeded part for every day.
inline bool IsSoak() { return std::getenv("FDR_SOAK") != nullptr; }

}  // namespace fdr::test
