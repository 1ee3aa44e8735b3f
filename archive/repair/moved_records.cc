// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/moved_records.h"

#include <fmt/format.h>

#include <algorithm>

namespace fdr {

void MovedRecords::Take(Timestamp stamp, const Frame& frame, RepairedFile& file) {
  const bool is_moved = latest_ && stamp < *latest_;
  latest_ = std::max(latest_.value_or(stamp), stamp);
  if (!is_moved) return EndFile(file);
  if (!run_) run_ = Run{.offset = frame.offset};
  ++run_->records;
  run_->bytes += frame.size();
}

void MovedRecords::EndFile(RepairedFile& file) {
  if (!run_) return;
  file.records_moved += run_->records;
  ++file.places_moved;
  file.Fix(run_->offset, run_->bytes,
           fmt::format("Moved to their place in the order of time: {} record{}", run_->records,
                       run_->records == 1 ? "" : "s"));
  run_.reset();
}

}  // namespace fdr
