// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the recording of an archive was interrupted, from the summaries of its volumes.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

struct ArchiveGaps {
  std::vector<Nanos> marks;                   ///< of marks, seams and damage
  std::vector<std::pair<Nanos, Nanos>> gaps;  ///< from the record before to the one behind
};

/// The first `most` of each.  The first look at an archive takes time.
Result<ArchiveGaps> GapsOf(const Timeline& timeline, std::size_t most, const CheckLimit& check);

}  // namespace fdr
