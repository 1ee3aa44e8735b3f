// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the instances of one sample are in the next one.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr {

inline constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

/// Sets `places` to the place of each instance in `next`, or kNoPlace.  If an instance is
/// there twice, the first one counts.
void MatchInstances(std::span<const InstanceId> last, std::span<const InstanceId> next,
                    std::vector<std::uint32_t>& places);

}  // namespace fdr
