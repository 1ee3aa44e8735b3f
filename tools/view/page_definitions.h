// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the pages of `fdr view` show, as expressions over metrics.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/tools/view/high_value.h"

namespace fdr::tools {

/// A number with a name, at the top of a page: "load 0.52".
struct PageFact {
  const char* title;
  std::string expression;
  HighValue high = HighValue::kNever;  ///< what the number is about, as a part of `whole`
  std::string whole = {};              ///< as an expression, behind the number: "of 2 CPUs"
  double all = 1;                      ///< instead of `whole`
  const char* unit = "";               ///< behind the number, or the whole
  bool is_largest = false;             ///< of all instances, with its name
};

/// A part of a bar.
struct GaugePart {
  const char* title;
  std::string expression;
  bool counts = true;  ///< whether the whole is used up by it
};

/// A bar at the top of a page: parts of a whole.
struct PageGauge {
  const char* title;
  std::vector<GaugePart> parts;
  std::string whole;                   ///< as an expression
  HighValue high = HighValue::kNever;  ///< what the parts that count are about
  const char* unit = "";               ///< behind the whole
};

/// A column of the table.
struct PageColumn {
  const char* title;
  int width;  ///< 0: all that is left, for the last column
  /// The first that the archive knows is shown.
  std::vector<std::string> expressions;
  bool is_minor = false;  ///< left out on a narrow screen
  HighValue high = HighValue::kNever;
  double all = 1;  ///< the number that is all of it
};

/// What the strip at the bottom shows: one curve over the whole archive.
struct PageStrip {
  const char* title = "";
  /// The first that the archive knows is shown.
  std::vector<std::string> expressions = {};
  /// The largest value counts, of these, too, as far as they have the units of that one.
  std::vector<std::string> also = {};
  bool is_share = false;  ///< times are parts of all time: at most 100 %
};

struct ViewPage {
  char key = ' ';
  const char* name = "";
  PageStrip strip = {};
  std::vector<PageFact> facts = {};
  std::vector<PageGauge> gauges = {};
  const char* row_title = "metric";  ///< of the first column: "pid"
  const char* row_name = "metric";   ///< what a row is: "process"
  int row_width = 44;
  bool rows_are_numbers = false;  ///< the number of an instance says more than its name
  std::vector<PageColumn> columns = {};
  std::size_t sort_column = 0;   ///< of the columns; the largest value comes first
  bool leaves_idle_out = false;  ///< rows whose counters stand still
  /// Instead of a table with columns: the metrics below these names, one in each line.
  std::vector<std::string> subtrees = {};
};

/// The pages in the order of their keys; the tenth one has the key 0, and others have letters.
std::span<const ViewPage> ViewPages();
/// The place of the page with this key.
std::optional<std::size_t> PageWithKey(char key);
/// The page with all metrics of a row.
inline constexpr std::size_t kMetricsPage = 7;

}  // namespace fdr::tools
