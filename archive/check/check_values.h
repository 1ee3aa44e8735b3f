// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the values of data records against the descriptions of their metrics.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_instances.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Sees the records in the order of the file.
class ValueCheck {
 public:
  /// Borrows everything.  `counters`: whether to look for counters that go down.
  ValueCheck(const Catalog& catalog, InstanceCheck& instances, bool counters)
      : catalog_(catalog),
        instances_(instances),
        counters_(counters),
        metrics_(catalog.metrics.size()) {}

  void Check(const ResultRecord& record, const CheckedRecord& place);

  std::uint64_t values() const { return values_; }

 private:
  struct Metric {
    std::optional<ValueFormat> format;  // the format of its first values
    bool in_place_floats_reported = false;
    std::uint64_t last_record = 0;
  };

  std::optional<std::uint32_t> Lookup(std::size_t position, MetricId id);
  void CheckSet(const ValueSet& set, std::uint32_t metric, const CheckedRecord& place);
  bool CheckFormat(const ValueSet& set, std::uint32_t metric, const CheckedRecord& place);
  bool CheckBlocks(const ValueSet& set, const CatalogMetric& metric, const CheckedRecord& place);
  bool CheckBlock(const ValueBlock& block, const CatalogMetric& metric, const CheckedRecord& place);

  const Catalog& catalog_;
  InstanceCheck& instances_;
  bool counters_;
  std::vector<Metric> metrics_;             // by number
  std::vector<std::uint32_t> by_position_;  // the metric at each position in the last record
  std::uint64_t values_ = 0;
};

}  // namespace fdr
