// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reports the records that a repair moves to sort them by time.

#pragma once

#include <optional>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/report/repair_report.h"

namespace fdr {

/// Sees the records in the order of the damaged files.  Records that follow later ones are moved.
class MovedRecords {
 public:
  void Take(Timestamp stamp, const Frame& frame, RepairedFile& file);
  /// The file ends here.
  void EndFile(RepairedFile& file);

 private:
  struct Run {  // of neighbouring moved records
    std::uint64_t offset = 0, bytes = 0, records = 0;
  };
  std::optional<Timestamp> latest_;
  std::optional<Run> run_;
};

}  // namespace fdr
