// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The domains of metrics: those of agents, and the one that no agent has.

#pragma once

#include <cstdint>

namespace fdr {

/// Agents have the domains 1 to 510.
inline constexpr std::uint32_t kLastAgentDomain = 510;

/// The domain of derived metrics.  With the item 0 it stands for a dynamic subtree of names, and
/// the cluster is the domain of the agent that has these names.
inline constexpr std::uint32_t kDerivedDomain = 511;

}  // namespace fdr
