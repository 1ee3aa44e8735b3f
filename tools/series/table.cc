// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
//  2024-01-31  kernel.all.load  disk.dev.read_bytes
//  CET                1 minute      sda        sdb
//                                 MiB/s      MiB/s
//  14:00:00              0.250     12.0        0.0

#include "fdr/tools/series/long_table.h"
#include "fdr/tools/series/screen_table.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

std::string TitleOf(const Column& column) {
  return Printable(column.look.label.empty() ? column.metric : column.look.label);
}

std::vector<GridColumn> GridOf(const std::vector<Column>& columns, const TableStyle& style) {
  std::vector<GridColumn> grid;
  grid.reserve(columns.size());
  for (const Column& column : columns) grid.push_back(ScreenTable::ValueColumn(column, style));
  return grid;
}

class WideTable final : public ScreenTable {
 public:
  WideTable(const std::vector<Column>& columns, const TableStyle& style)
      : ScreenTable(columns, style, GridOf(columns, style), SharedScale::kNone) {}

 protected:
  std::vector<std::vector<std::string>> LinesOf(const Row& row) override {
    std::vector<std::string> texts;
    texts.reserve(row.cells.size() + 1);
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      texts.push_back(scales().TextOf(i, row.cells[i]));
    return {std::move(texts)};
  }

  std::size_t LinesPerRow() const override { return 1; }

  std::size_t SetHeads(TextGrid& grid) override {
    for (std::size_t i = 0; i < columns().size(); ++i) {
      const Column& column = columns()[i];
      grid.SetHead(first_place() + i, TitleOf(column),
                   {style().has_instances ? Printable(column.instance) : "", UnitOf(i)});
    }
    return 2;
  }
};

}  // namespace

std::unique_ptr<RowSink> MakeTable(const std::vector<Column>& columns, const TableStyle& style) {
  if (style.is_long) return MakeLongTable(columns, style);
  return std::make_unique<WideTable>(columns, style);
}

}  // namespace fdr::tools
