// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a series as JSON: the rows of /series/values.
//
//   {"series":"1ec4...","instance":"9707...","timestamp":1795406735778.374,"value":"6.94"}

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/serve/series/instance_ids.h"
#include "fdr/replay/serve/series/row_count.h"
#include "fdr/replay/text/string_parts.h"

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

/// Appends a number of this type, in quotes.
void AppendQuotedNumber(std::uint64_t bits, Type type, std::string& out);

/// The rows of one series.  One thread at a time.
class ValueRows {
 public:
  ValueRows(std::string_view id, Type type, bool is_singular);

  /// Goes to a sample: its instances have these identifiers.  Null for a singular metric.
  void MoveTo(InstanceIds* ids);
  /// Begins the row of a value of that sample; `place` is that of the value.  The caller appends a
  /// string, with the result, and ends the object.  Nothing, with nothing appended, if the value is
  /// not of the type, or if its instance has no name.
  std::optional<StringParts> Begin(std::size_t place, const FetchedValue& value,
                                   const RowStamp& stamp, RowCount& count, std::string& out);

 private:
  std::string_view IdOf(std::size_t place, InstanceId instance);
  std::optional<StringParts> BeginValue(const FetchedValue& value, std::string& out) const;

  Type type_;
  std::string head_;
  InstanceIds* ids_ = nullptr;
  // The identifiers in the last record.  Mostly, the next one has the same instances.
  std::vector<std::pair<InstanceId, std::string_view>> last_;
  std::uint64_t last_version_ = 0;
};

}  // namespace fdr
