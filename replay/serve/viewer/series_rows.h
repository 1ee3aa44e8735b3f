// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series that an answer shows, in their order.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/bucket_source.h"
#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

struct SeriesRow {
  std::size_t metric = 0;  ///< in the choice; its key has the same place
  std::size_t series = 0;  ///< in the source
  InstanceId instance = kSingular;
  std::string name;      ///< of the instance
  ValueSums total = {};  ///< of the window
};

struct SeriesRows {
  std::vector<SeriesRow> rows;
  std::size_t total = 0;  ///< before the top ones were chosen
};

/// Those that have values in the window.  With `top`, those that come first in the order;
/// otherwise all, by metric and instance.  kTooLarge for too many.
Result<SeriesRows> ChooseRows(const BucketSource& source, const MetricChoice& choice,
                              NamesOfInstances& names, const BucketQuery& query,
                              const CheckLimit& check);

/// The number by which rows are put in order.
double ScoreOf(const SeriesRow& row, SeriesOrder order);

/// One key for each metric of the choice.  Keys of extremes stand behind all of them.
std::vector<ColumnKey> KeysOf(const MetricChoice& choice);

/// Writes "m", and "i" and "id" of an instance: members of an object that is open.
///
///   for (SeriesNames names(json, metric, id, name); auto part = names.Next();) co_yield *part;
class SeriesNames {
 public:
  /// Borrows all.
  SeriesNames(JsonWriter& json, const ChosenMetric& metric, InstanceId instance,
              const std::string& name)
      : json_(json), metric_(metric), instance_(instance), name_(name) {}

  /// Begins the next name; nothing behind the last one.
  std::optional<StringParts> Next();

 private:
  JsonWriter& json_;
  const ChosenMetric& metric_;
  const InstanceId instance_;
  const std::string& name_;
  int written_ = 0;
};

/// Writes "rate" and "units".
void WriteUnits(JsonWriter& json, const MetricChoice& choice, const ChosenMetric& metric);

}  // namespace fdr
