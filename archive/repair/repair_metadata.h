// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the good records of a damaged .meta file to the repaired one.
//
// Good records are copied byte for byte.  These are dropped: bytes that are no record; descriptors
// that are invalid or contradict an earlier one; help texts of unknown kind, after which readers
// lose their place.  So are records with a time stamp outside the time of the data, or out of
// order.  (A stamp is never changed, because the right one is unknown.)  Records in a layout that
// readers of this version do not understand are written in another layout.

#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/repair/label_consensus.h"
#include "fdr/archive/report/repair_report.h"
#include "fdr/archive/write/metadata_places.h"

namespace fdr {

struct RepairedMetadata {
  std::unordered_map<MetricId, Desc> metrics;
  std::vector<MetadataPlace> places;  ///< ascending, by stamp and by offset
  std::uint64_t size = 0;
};

/// Writes label and records to `out`, and the changes to `report`.  `end` is the stamp of the last
/// kept data record.  Calls `keep_going` repeatedly with the share of the finished survey;
/// kCancelled if it returns false.  kEmpty if no metric is described.
Result<RepairedMetadata> RepairMetadata(const ByteSource& damaged, const MendedLabel& label,
                                        Timestamp end,
                                        const std::function<bool(double)>& keep_going,
                                        ByteSink& out, RepairedFile& report);

}  // namespace fdr
