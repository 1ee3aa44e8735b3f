// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers that keys of instances get: the hash that Bob Jenkins published in 1996, and put into
// the public domain (lookup2).  Observed with pmdaCacheStoreKey() of PCP 6.0.3: an agent has the
// same instances with both libraries.

#pragma once

#include <cstdint>
#include <string_view>

namespace fdr::pmda {

/// `start` is 0, or a hash of the same key that turned out to be taken.
std::uint32_t KeyHash(std::string_view key, std::uint32_t start);

}  // namespace fdr::pmda
