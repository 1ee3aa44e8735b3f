// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which records belong to one sample.  A recorder of busy processes writes the earlier values of a
// process right behind the sample before (docs/guide/processes.md).

#pragma once

#include <cstdint>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Records that are closer together belong to one sample: no recorder samples so often.
inline constexpr std::int64_t kOneSample = 10'000;  // nanoseconds

inline bool AreOneSample(Timestamp a, Timestamp b) {
  return a < b.Plus(kOneSample) && b < a.Plus(kOneSample);
}

}  // namespace fdr
