// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order in which PCP's dumper lists metrics and instance domains: a walk over the hash table in
// which PCP's library keeps them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fdr::tools {

/// The indexes of `keys` in walk order.  The keys are distinct and in the order of their insertion.
std::vector<std::size_t> PeerOrder(std::span<const std::uint32_t> keys);

}  // namespace fdr::tools
