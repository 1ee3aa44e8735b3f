// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Distinguishes the data records of an archive from bytes that only look like records.
//
// The bytes themselves are the weaker half of the evidence.  The other half is the label's start,
// the stamps of neighbours, the metrics described in the metadata, and places in the temporal
// index.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/salvage/known_places.h"
#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {

class DataJudge : public RecordJudge {
 public:
  struct Witnesses {
    Version version = Version::k3;
    Timestamp start = {-1, 0};  ///< from the label; not Valid() without one
    /// Whether the metadata describe a metric.  Empty if nothing is known of the metadata.
    std::function<bool(MetricId)> is_described = {};
    std::optional<KnownPlaces> places = {};
    std::optional<Timestamp> written = {};  ///< when the volume was last written to
  };

  explicit DataJudge(Witnesses witnesses) : witnesses_(std::move(witnesses)) {}

  /// Checks only the sets of values, not the blocks that they refer to: for readers that do not use
  /// blocks.
  Result<void> Check(Bytes body) override;
  Trust Weigh(Bytes body) override;
  bool CanBegin(std::uint64_t body_size, Bytes start) override;
  std::optional<std::uint64_t> NextKnown(std::uint64_t offset) override;

  /// Notes the stamp of a record that was read: records found after it must not be earlier.
  void Took(Timestamp stamp);

 protected:
  ResultRecord& record() { return record_; }
  const Witnesses& witnesses() const { return witnesses_; }

 private:
  bool IsPlausible(Timestamp stamp) const;

  Witnesses witnesses_;
  ResultRecord record_;
  std::optional<Timestamp> last_, before_last_;
};

/// The same, but every value must be readable.
class ValueJudge : public DataJudge {
 public:
  using DataJudge::DataJudge;

  Result<void> Check(Bytes body) override;
};

}  // namespace fdr
