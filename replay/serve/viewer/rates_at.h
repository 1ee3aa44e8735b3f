// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rates of counters at one time of an archive.
//
//   records  1000  1010  1010.015  1020    at 1015: from 1010 to 1020.  The value at 1010.015 is
//   c           0   100       160   300    passed over (rate_span.h)

#pragma once

#include <vector>

#include "fdr/replay/serve/viewer/moment_values.h"

namespace fdr {

/// The rates over the intervals that end at the time, or behind it, by counter.
Result<std::vector<std::vector<MomentValue>>> RatesAt(ArchiveContext& archive,
                                                      const std::vector<Desc>& counters, Nanos at,
                                                      const CheckLimit& check);

}  // namespace fdr
