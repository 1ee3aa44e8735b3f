// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Buckets computed from a plain list of all recorded values, by the rules of
// docs/viewer-protocol.md, one after the other.

#pragma once

#include <map>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/metric_column.h"
#include "fdr/replay/serve/viewer/buckets/series_buckets.h"

namespace fdr::test {

/// Reads a sound archive once.
class BucketModel {
 public:
  explicit BucketModel(ArchiveContext& archive);

  /// The instances of a metric that ever had a number.
  std::vector<InstanceId> Instances(MetricId metric) const;
  std::vector<ValueSums> Buckets(const Desc& desc, bool raw, InstanceId instance,
                                 const TimeGrid& grid) const;
  /// The stamps of all records and marks.
  const std::vector<Nanos>& moments() const { return moments_; }
  /// Whether archives overlap in time: then the records depend on where reading begins.
  bool overlaps() const { return overlaps_; }

 private:
  struct Value {
    std::size_t moment;
    std::uint64_t bits;
  };
  struct OfMetric {
    std::vector<std::size_t> samples;  // the moments at which samples with numbers begin
    std::map<InstanceId, std::vector<Value>> values;
  };
  struct Piece {
    Nanos from, to;
    double value;
  };

  std::vector<ValueSums> Rates(const Desc& desc, const OfMetric& metric,
                               const std::vector<Value>& values, const TimeGrid& grid) const;
  bool AreConnected(const OfMetric& metric, const Value& before, const Value& value) const;
  std::size_t SampleOf(const OfMetric& metric, std::size_t moment) const;

  std::vector<Nanos> moments_;
  std::vector<bool> is_mark_;
  bool overlaps_ = false;
  std::map<MetricId, OfMetric> metrics_;
};

}  // namespace fdr::test
