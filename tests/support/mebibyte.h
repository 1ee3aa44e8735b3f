// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A unit for limits of memory.

#pragma once

#include <cstdint>

namespace fdr::test {

inline constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

}  // namespace fdr::test
