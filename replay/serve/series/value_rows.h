// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a series as JSON: the rows of /series/values.
//
//   {"series":"1ec4...","instance":"9707...","timestamp":1795406735778.374,"value":"6.94"}

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/serve/series/instance_ids.h"

namespace fdr {

/// What all rows of a record have in common.
class RowStamp {
 public:
  /// Milliseconds since the Epoch, with three decimals.
  void Set(Timestamp stamp);
  std::string_view text() const { return text_; }

 private:
  std::string text_;
};

/// Appends a number of this type, without quotes.
void AppendNumberText(std::uint64_t bits, Type type, std::string& out);

/// The rows of one series.  One thread at a time.
class ValueRows {
 public:
  ValueRows(std::string_view id, Type type, bool is_singular);

  /// Appends a row for each value, each one behind a comma, and returns their number.
  /// `ids` has moved to the time of the record; null for a singular metric.
  std::size_t Append(std::span<const FetchedValue> values, const RowStamp& stamp, InstanceIds* ids,
                     std::string& out);

 private:
  std::string_view IdOf(std::size_t place, InstanceId instance, InstanceIds& ids);

  Type type_;
  std::string head_;
  // The identifiers in the last record.  Mostly, the next one has the same instances.
  std::vector<std::pair<InstanceId, std::string_view>> last_;
  std::uint64_t last_version_ = 0;
};

}  // namespace fdr
