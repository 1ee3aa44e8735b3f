// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The end of a thinning stage: puts what it makes into the order of time.  The value at a time of
// the grid is known only when a later one has come, so records wait here, and with them metadata
// that are not older.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/copy/thin/held_metadata.h"

namespace fdr {

/// A number of a set to be written.
struct ThinValue {
  InstanceId instance = kSingular;
  std::uint64_t bits = 0;

  friend bool operator==(const ThinValue&, const ThinValue&) = default;
};

/// The record that a set is for: several of one metric may have one stamp.
struct OutputPlace {
  Timestamp at;
  std::uint32_t nth = 0;
};

/// Finds the places of one metric's sets, whose stamps ascend.
class PlacesOfMetric {
 public:
  OutputPlace Next(Timestamp at) {
    nth_ = at == at_ ? nth_ + 1 : 0;
    at_ = at;
    return {at_, nth_};
  }

 private:
  Timestamp at_ = {-1, 0};
  std::uint32_t nth_ = 0;
};

/// Borrows the next sink.
class ThinOutput {
 public:
  explicit ThinOutput(CopySink& next) : next_(next) {}

  void Begin(Version version) { version_ = version; }

  /// At least one value.
  void AddNumbers(OutputPlace place, MetricId metric, Type type, std::span<const ThinValue> values);
  /// A copy of a recorded set.
  void AddSet(OutputPlace place, const ValueSet& set);
  /// The record for a set of `bytes` bytes, about.
  ResultEncoder& RecordAt(OutputPlace place, std::size_t bytes);

  /// Holds a copy of metadata with a stamp.
  void Hold(const MetadataRecord& record) { metadata_.Hold(record); }

  /// Passes on all that is older: no such record comes any more.
  Result<void> ReleaseBefore(Timestamp bound);
  Result<void> ReleaseAll();

  bool empty() const { return records_.empty() && metadata_.empty(); }
  /// The bytes that wait, about.
  std::size_t held() const { return held_ + metadata_.bytes(); }

 private:
  struct Waiting {
    std::vector<ResultEncoder> records = {};
    std::size_t bytes = 0;
  };

  Result<void> PassRecords();

  CopySink& next_;
  Version version_ = Version::k3;
  std::map<Timestamp, Waiting> records_;
  HeldMetadata metadata_;
  std::vector<ResultEncoder> spare_;  // with their memory
  std::size_t held_ = 0;              // in records
  ChangedRecord changed_;
};

}  // namespace fdr
