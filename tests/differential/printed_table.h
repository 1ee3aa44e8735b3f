// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the tables that our tools and the peer's tools print about metrics over time.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fdr::test {

/// Times are microseconds since 1970, as the peer prints them.  A series is a metric, or one
/// instance of it: "disk.dev.read[sda]".
struct PrintedTable {
  std::vector<std::int64_t> times;  ///< of the rows, in the printed order
  /// The printed texts, without quotes.  A missing value has no cell.
  std::map<std::pair<std::string, std::int64_t>, std::string> cells;

  const std::string* Find(const std::string& series, std::int64_t time) const;
};

/// Reads the output of `fdr replay --csv`.
PrintedTable ReadCsv(std::string_view text);
/// Reads the output of `pmrep -p -o csv -l '|' -f %s.%f` for these metrics.
PrintedTable ReadPmrep(std::string_view text, const std::vector<std::string>& metrics);
/// Reads the output of `pmval -X -w WIDTH` for a metric.
PrintedTable ReadPmval(std::string_view text, const std::string& metric, std::size_t width);

}  // namespace fdr::test
