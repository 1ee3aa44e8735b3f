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

#include "fdr/archive/files/archive_name.h"
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

/// The volumes to repair, ascending, and what is known about them.
struct DamagedData {
  std::string base;
  std::vector<DamagedVolume> volumes;
  LabelRecord label;              ///< what all labels have in common, as far as is known
  std::vector<IndexEntry> index;  ///< as far as it can be read
  std::unordered_map<MetricId, Desc> metrics;  ///< the same of the metadata
  SourceOptions source;
  /// Told how far the work is, from 0 to 1; false to stop it: kCancelled.
  std::function<bool(double)> keep_going;
};

/// Walks one volume after the other.  One thread at a time.
class VolumeSalvage {
 public:
  /// Borrows the data.  The visits to all volumes are the work between those two points.
  VolumeSalvage(const DamagedData& data, double from, double to)
      : data_(data), done_(from), share_((to - from) / static_cast<double>(data.volumes.size())) {}

  using OnRecord = std::function<Result<void>(const ResultRecord&, const SalvagedRecord&)>;
  using OnLost = std::function<Result<void>(const LostStretch&)>;

  /// Visits what is in a volume, in order.  What cannot be decompressed any more, or not at all, is
  /// a lost stretch without a size.  Gives the size of the volume, as far as it is known.
  Result<std::uint64_t> Visit(const DamagedVolume& volume, const OnRecord& on_record,
                              const OnLost& on_lost);

 private:
  Result<void> GoOn(double part) const;

  const DamagedData& data_;
  double done_;   // of all work, from 0 to 1, when the present volume was begun
  double share_;  // of a volume
  ResultRecord record_;
  std::optional<Timestamp> last_;  // of the last record that was visited
};

}  // namespace fdr
