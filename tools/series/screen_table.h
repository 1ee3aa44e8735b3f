// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all tables have in common: rows are shown screen by screen.  Each screen begins with a head,
// and its values have one scale per column.  A pipe is a single screen, whose first rows choose the
// scales.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/series/column_scales.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/series/text_grid.h"
#include "fdr/tools/series/time_column.h"

namespace fdr::tools {

class ScreenTable : public RowSink {
 public:
  void Add(const Row& row, std::string& out) final;
  void End(std::string& out) final;
  void Resize(int width, int height) final;
  void SetZone(const Zone& zone) final { times_.SetZone(zone); }
  bool Draws() const final { return style_.color; }

  /// The alignment and the width of the values of a column.
  static GridColumn ValueColumn(const Column& column, const TableStyle& style);

 protected:
  ScreenTable(const std::vector<Column>& columns, const TableStyle& style,
              std::vector<GridColumn> grid, SharedScale shared);

  /// The texts of the lines of a row, without the time.
  virtual std::vector<std::vector<std::string>> LinesOf(const Row& row) = 0;
  /// How many lines a row usually has.
  virtual std::size_t LinesPerRow() const = 0;
  /// Sets the heads of all columns but that of the time.  Returns how many lines they have below
  /// the titles.
  virtual std::size_t SetHeads(TextGrid& grid) = 0;

  const std::vector<Column>& columns() const { return columns_; }
  const TableStyle& style() const { return style_; }
  const ColumnScales& scales() const { return scales_; }
  std::string UnitOf(std::size_t column) const;
  /// The first place in the grid after the time.
  std::size_t first_place() const { return style_.has_times ? 1 : 0; }

 private:
  struct Line {
    Timestamp stamp;
    std::vector<std::string> texts;
  };

  void Flush(std::string& out);
  bool IsScreenFull() const;
  void AppendHead(Timestamp first, std::string& out);
  void AppendLines(std::vector<Line>& lines, std::string& out);
  std::size_t RowsPerBlock() const;

  const std::vector<Column>& columns_;
  TableStyle style_;
  TextGrid grid_;
  ColumnScales scales_;
  TimeColumn times_;
  std::vector<Row> block_;  // rows that are not shown yet
  bool shows_at_once_;
  bool has_head_ = false;
  int lines_ = 0;  // since the head
};

}  // namespace fdr::tools
