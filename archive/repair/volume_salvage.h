// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of damaged data volumes.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/repair/label_consensus.h"
#include "fdr/archive/salvage/record_salvager.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {

struct DamagedVolume {
  VolumeFile file;
  MendedLabel label;
};

/// The volumes to repair, ascending, and the known facts about them.
struct DamagedData {
  std::string base;
  std::vector<DamagedVolume> volumes;
  LabelRecord label;                           ///< the known common fields of all labels
  std::vector<IndexEntry> index;               ///< the readable entries
  std::unordered_map<MetricId, Desc> metrics;  ///< the readable ones
  SourceOptions source;
  /// Called with the progress, from 0 to 1; returns false to stop the work with kCancelled.
  std::function<bool(double)> keep_going;
};

/// Walks one volume after the other.  One thread at a time.
class VolumeSalvage {
 public:
  /// Borrows the data.  Visiting all volumes takes the progress from `from` to `to`.
  VolumeSalvage(const DamagedData& data, double from, double to)
      : data_(data), done_(from), share_((to - from) / static_cast<double>(data.volumes.size())) {}

  using OnRecord = std::function<Result<void>(const ResultRecord&, const SalvagedRecord&)>;
  using OnLost = std::function<Result<void>(const LostStretch&)>;

  /// Visits the records and lost stretches of a volume, in order.  Content that cannot be
  /// decompressed is a lost stretch without a size.  Returns the size of the volume, as far as it
  /// is known.
  Result<std::uint64_t> Visit(const DamagedVolume& volume, const OnRecord& on_record,
                              const OnLost& on_lost);

 private:
  Result<void> GoOn(double part) const;

  const DamagedData& data_;
  double done_;   // progress, 0 to 1, at the start of this volume
  double share_;  // of a volume
  ResultRecord record_;
  std::optional<Timestamp> last_;  // of the last visited record
};

}  // namespace fdr
