// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What of a damaged .meta file goes into the repaired one.
//
// Good records are copied byte for byte.  Dropped are: what is no record; descriptors of what
// cannot be a metric, or that contradict an earlier one; help texts of unknown kind, behind which
// readers lose their place; and time stamps that are outside of the data's or not in order (a stamp
// is never changed, since nobody knows the right one).  What says something in a way that readers
// of this version do not understand is said in another way.

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

namespace fdr {

/// A time-stamped record in the repaired file.
struct MetadataPlace {
  Timestamp stamp;
  std::uint64_t end = 0;  ///< offset behind the record
  bool is_indom = false;
};

struct RepairedMetadata {
  std::unordered_map<MetricId, Desc> metrics;
  std::vector<MetadataPlace> places;  ///< ascending, by stamp and by offset
  std::uint64_t size = 0;
};

/// Writes label and records to `out`, what it did to `report`.  `end` is the stamp of the last data
/// record that is kept.  `keep_going` is told that the survey of the data is done, again and again;
/// kCancelled if it says so.  kEmpty if no metric is described.
Result<RepairedMetadata> RepairMetadata(const ByteSource& damaged, const MendedLabel& label,
                                        Timestamp end,
                                        const std::function<bool(double)>& keep_going,
                                        ByteSink& out, RepairedFile& report);

}  // namespace fdr
