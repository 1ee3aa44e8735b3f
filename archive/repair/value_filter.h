// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Removes unreadable values from data records.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/report/repair_report.h"

namespace fdr {

/// Sees the records in the order of the archive.  One thread at a time.
class ValueFilter {
 public:
  ValueFilter(Version version, const std::unordered_map<MetricId, Desc>& metrics);

  /// Appends the remaining record, framed: byte for byte the same if all values can be read.  False
  /// if nothing remains.  Counts the values.
  bool Filter(const ResultRecord& record, const Frame& frame, RepairedFile& report,
              ByteBuffer& out);

  /// Adds, at the end of a volume, one note for each metric that has lost values, because most such
  /// metrics are in many records.
  void Report(RepairedFile& report);

 private:
  struct Metric {
    Desc desc;
    std::optional<bool> in_place;  // format of its first values
  };
  struct Lost {
    explicit Lost(std::uint64_t offset) : first_offset(offset) {}
    std::uint64_t first_offset;
    std::uint64_t sets = 0;
    std::uint64_t values = 0;
  };

  std::optional<std::string_view> FaultOf(const ValueSet& set) const;
  bool IsStoredAsBefore(const ValueSet& set);
  void CopyFloats(const ValueSet& set);

  Version version_;
  std::unordered_map<MetricId, Metric> metrics_;
  std::map<std::pair<MetricId, std::string_view>, Lost> lost_;  // of this volume, by reason
  ResultEncoder encoder_;
};

}  // namespace fdr
