// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The columns that the arguments of `fdr replay` ask for: a time series for each metric instance.
//
//   disk.dev.read            every instance of it       disk.dev            all metrics below
//   disk.dev.read[sda,sdb*]  these; names or globs      disk.dev.read[3]    by number
//   disk.dev.read["a, b"]    a name with a comma

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/counter_rule.h"
#include "fdr/replay/derive/derived_context.h"
#include "fdr/tools/text/readable_scale.h"

namespace fdr::tools {

/// How a report shows a column.
struct ColumnLook {
  std::string label;                   ///< instead of the name of the metric
  std::optional<ReadableScale> scale;  ///< instead of one that suits the values
  std::size_t width = 0;               ///< at least; texts are cut to it
};

/// Which values of a column a report shows.
struct ColumnPick {
  std::optional<double> limit;  ///< at least this; if negative: at most its absolute value
  std::int64_t rank = 0;        ///< the number of instances of a metric: the largest ones, or, if
                                ///< negative, the smallest ones
  std::string follows;          ///< only instances that this metric's rank picked
  bool is_hidden = false;       ///< only compared with others
};

/// A column that is shown only as an edge of the band around another one.
struct ColumnEdge {
  std::size_t of = 0;  ///< the place of the other one, which comes first
  bool is_upper = false;
};

struct Column {
  std::string metric;
  std::string instance;  ///< "" for a metric without instances
  Desc desc;
  InstanceId id = kSingular;
  bool is_rate = false;  ///< the change of a counter per second
  double scale = 1;      ///< factor that converts a value, or a rate, to these units
  CounterRule counters = kOwnCounterRule;  ///< of a rate
  std::string units;                       ///< "" for plain numbers
  ColumnLook look;
  ColumnPick pick;
  std::optional<ColumnEdge> edge;

  /// "disk.dev.read[sda]"
  std::string Name() const {
    return instance.empty() && id == kSingular ? metric : metric + '[' + instance + ']';
  }
};

/// A metric argument, taken apart.
struct ColumnSpec {
  std::string metric;
  std::vector<std::string> instances;  ///< none: all
};
Result<ColumnSpec> ParseColumnSpec(const std::string& argument);

/// The most columns that an output can show: "A chart shows 1,000 series at most".
struct ColumnLimit {
  std::string_view output;
  std::size_t most;
};

/// Where metrics come from.
struct MetricSource {
  Context& context;
  const DerivedContext* derived = nullptr;  ///< `context`, if it has derived metrics
};

/// The column of a metric, without an instance.  `raw`: a counter is not turned into a rate.
Column ColumnOf(const std::string& metric, const Desc& desc, bool raw);

/// All instances of a metric, ascending by identifier; of a derived metric, those that it may have.
Result<std::vector<NamedInstance>> InstancesOf(const MetricSource& source, const Desc& desc);

/// Adds the columns that an argument asks for.  `raw`: counters are not turned into rates.
/// kInvalidArgument for more columns than the limit.
Result<void> AddColumns(const MetricSource& source, const std::string& argument, bool raw,
                        const ColumnLimit& limit, std::vector<Column>& columns);

/// Keeps the last of the columns for the same values, at the place of the first one.
void MergeColumns(std::vector<Column>& columns);

/// The columns in the order of the arguments, with the columns of one metric together.
Result<std::vector<Column>> SelectColumns(const MetricSource& source,
                                          const std::vector<std::string>& arguments, bool raw,
                                          const ColumnLimit& limit);

}  // namespace fdr::tools
