// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What collectors report along with values: that something else has changed.

#pragma once

#include <cstdint>

namespace fdr {

/// The changes at a collector, as bits.
enum CollectorChange : std::uint32_t {
  kAgentsAdded = 1,
  kAgentsRestarted = 2,
  kAgentsDropped = 4,
  kLabelsChanged = 8,
  kNamesChanged = 16,
  kHostNameChanged = 32,
};

}  // namespace fdr
