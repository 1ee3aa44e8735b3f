// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the arguments of `fdr replay` ask for: time series, one for each instance of a metric.
//
//   disk.dev.read            every instance of it       disk.dev            all metrics below
//   disk.dev.read[sda,sdb*]  these; names or globs      disk.dev.read[3]    by number
//   disk.dev.read["a, b"]    a name with a comma

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::tools {

struct Column {
  std::string metric;
  std::string instance;  ///< "" for a metric without instances
  Desc desc;
  InstanceId id = kSingular;
  bool is_rate = false;  ///< the change of a counter in a second
  double scale = 1;      ///< what a rate is multiplied with to have these units
  std::string units;     ///< "" for plain numbers

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

/// How many columns an output is good for: "A chart shows 1,000 series at most".
struct ColumnLimit {
  std::string_view output;
  std::size_t most;
};

/// The columns in the order of the arguments; those of one metric are together.  `raw`: counters as
/// they are.  kInvalidArgument if there are more than the limit.
Result<std::vector<Column>> SelectColumns(Context& context,
                                          const std::vector<std::string>& arguments, bool raw,
                                          const ColumnLimit& limit);

}  // namespace fdr::tools
