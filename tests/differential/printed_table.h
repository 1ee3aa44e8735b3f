// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What tools print about metrics over time, ours and the peer's, read back.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fdr::test {

/// Times are microseconds since 1970, which is what the peer prints.  A series is a metric, or one
/// instance of it: "disk.dev.read[sda]".
struct PrintedTable {
  std::vector<std::int64_t> times;  ///< of the rows, as they come
  /// What was printed, but quotes; where there was no value there is no cell.
  std::map<std::pair<std::string, std::int64_t>, std::string> cells;

  const std::string* Find(const std::string& series, std::int64_t time) const;
};

/// What `fdr replay --csv` printed.
PrintedTable ReadCsv(std::string_view text);
/// What `pmrep -p -o csv -l '|' -f %s.%f` printed of these metrics.
PrintedTable ReadPmrep(std::string_view text, const std::vector<std::string>& metrics);
/// What `pmval -X -w WIDTH` printed of a metric.
PrintedTable ReadPmval(std::string_view text, const std::string& metric, std::size_t width);

}  // namespace fdr::test
