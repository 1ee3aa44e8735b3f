// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs for rows: a table, CSV, JSON, or a chart.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/time/stamp_format.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/chart_panels.h"
#include "fdr/tools/series/columns.h"
#include "fdr/tools/series/picture_files.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {

/// Appends text to `out` as it is called; the caller prints it.
class RowSink {
 public:
  virtual ~RowSink() = default;
  RowSink() = default;
  RowSink(const RowSink&) = delete;
  RowSink& operator=(const RowSink&) = delete;

  virtual void Begin(std::string& /*out*/) {}
  virtual void Add(const Row& row, std::string& out) = 0;
  virtual void End(std::string& /*out*/) {}
  /// After the end: writes files, if the sink makes any.
  virtual Result<void> Save() { return {}; }
  /// At the pace of a clock: draws the last rows again.
  virtual void Refresh(std::string& /*out*/) {}
  /// The terminal has another size now; to be followed by Refresh().
  virtual void Resize(int /*width*/, int /*height*/) {}
  /// The times of further rows are shown in this zone, where rows have times of their own.
  virtual void SetZone(const Zone& /*zone*/) {}
  /// The last row as a text of one line, for forms that do not show each row by itself.
  virtual std::string LastRow() const { return {}; }
  /// Whether the text may contain sequences of screen_codes.h.
  virtual bool Draws() const { return false; }
};

/// Which instances a long table shows: the `count` with the largest values of a metric, sample by
/// sample.
struct TopInstances {
  std::size_t count = 0;
  std::string metric;
};

/// In which order a long table shows instances.
struct InstanceOrder {
  std::string metric;  ///< by its values
  bool ascending = false;
};

struct TableStyle {
  Zone zone;
  std::int64_t step = 0;  ///< between rows, in nanoseconds; 0 if rows are not even
  bool is_long = false;   ///< a line for each instance and time, a column for each metric
  std::optional<TopInstances> top = {};     ///< of a long table
  std::optional<InstanceOrder> order = {};  ///< of a long table
  bool markdown = false;
  bool color = false;
  bool utf8 = false;
  int width = 0;           ///< of the screen: columns that do not fit are left out; 0: no limit
  int lines_per_head = 0;  ///< of a screen, which begins with a head; 0: there is one head
  bool streams = false;    ///< rows come one by one, and each is shown at once
  // Parts that may be left out:
  bool has_head = true;
  bool has_times = true;
  bool has_units = true;
  bool has_instances = true;
  std::string gap = "  ";  ///< between columns
  std::string instance_title = "instance";
  std::string time_format = {};  ///< of strftime(); "": hours, minutes and seconds
};

/// All of these borrow the columns.
std::unique_ptr<RowSink> MakeTable(const std::vector<Column>& columns, const TableStyle& style);
/// `safe`: puts an apostrophe before texts that a spreadsheet would run as formulas.
std::unique_ptr<RowSink> MakeCsv(const std::vector<Column>& columns, const Zone& zone, bool safe);
/// One object per line: docs/replay-json.md.
std::unique_ptr<RowSink> MakeJsonLines(const std::vector<Column>& columns, const Zone& zone,
                                       const std::string& host);
/// Passes on only the values that the columns pick, and nothing in place of others; `inner` itself
/// if they pick all.
std::unique_ptr<RowSink> MakePickingSink(const std::vector<Column>& columns,
                                         std::unique_ptr<RowSink> inner);
/// A chart of all rows, at the end.
struct PlotStyle {
  TimeStyle time;
  int width = 80;
  int height = 16;
  bool utf8 = true;
  bool color = false;
  bool has_own_width = false, has_own_height = false;  ///< not the terminal's
  bool grows = false;  ///< the last chart takes more lines, if it takes more to name all series
  bool joins_records = false;  ///< a row without a value is a record of other metrics, not a gap
  std::optional<ChartLook> look = {};  ///< nullopt: as suits each metric
  bool shows_text = true;              ///< false: only pictures are made
  PictureFiles files = {};
  std::string host = {};  ///< the title of pictures
};
std::unique_ptr<RowSink> MakePlot(const std::vector<Column>& columns, const PlotStyle& style);

}  // namespace fdr::tools
