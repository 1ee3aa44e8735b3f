// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counts the allocations of the program that it is linked with.

#pragma once

#include <cstddef>

namespace fdr::test {

/// Calls of operator new so far.
std::size_t Allocations();

}  // namespace fdr::test
