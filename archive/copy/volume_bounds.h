// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When a copy begins a new volume.

#pragma once

#include <cstdint>
#include <limits>

namespace fdr {

/// A volume has no more than this, but at least one record.
struct VolumeBounds {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t bytes = kNone;    ///< of the volume, before it is compressed
  std::uint64_t records = kNone;  ///< with marks

  bool is_set() const { return bytes != kNone || records != kNone; }
};

}  // namespace fdr
