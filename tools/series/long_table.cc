// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
//  2024-01-31  instance  disk.dev.read  disk.dev.read_bytes
//  CET                              /s                MiB/s
//  14:00:00    sda                12.0                  1.5
//  14:00:00    sdb                 0.0                  0.0

#include "fdr/tools/series/long_table.h"

#include <algorithm>

#include "fdr/tools/series/instance_lines.h"
#include "fdr/tools/series/screen_table.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLongestInstance = 40;  // on a screen

bool HasInstanceColumn(const InstanceLines& lines, const TableStyle& style) {
  return lines.has_instances() && style.has_instances;
}

std::vector<GridColumn> GridOf(const std::vector<Column>& columns, const InstanceLines& lines,
                               const TableStyle& style) {
  std::vector<GridColumn> grid;
  if (HasInstanceColumn(lines, style))
    grid.push_back({.is_left = true, .limit = style.width > 0 ? kLongestInstance : 0});
  for (const std::size_t metric : lines.metrics())
    grid.push_back(ScreenTable::ValueColumn(columns[metric], style));
  return grid;
}

class LongTable final : public ScreenTable {
 public:
  LongTable(const std::vector<Column>& columns, const InstanceLines& lines, const TableStyle& style)
      : ScreenTable(columns, style, GridOf(columns, lines, style), SharedScale::kPerMetric),
        lines_(lines) {}

 protected:
  std::vector<std::vector<std::string>> LinesOf(const Row& row) override {
    std::vector<std::vector<std::string>> all;
    for (const std::size_t line : Lines(row)) all.push_back(TextsOf(lines_.lines()[line], row));
    return all;
  }

  std::size_t LinesPerRow() const override {
    const std::size_t all = std::max<std::size_t>(lines_.lines().size(), 1);
    return style().top ? std::min(all, style().top->count) : all;
  }

  std::size_t SetHeads(TextGrid& grid) override {
    std::size_t place = first_place();
    if (HasInstanceColumn(lines_, style()))
      grid.SetHead(place++, Printable(style().instance_title), {""});
    for (const std::size_t metric : lines_.metrics()) {
      const Column& column = columns()[metric];
      grid.SetHead(place++,
                   Printable(column.look.label.empty() ? column.metric : column.look.label),
                   {UnitOf(metric)});
    }
    return 1;
  }

 private:
  std::vector<std::size_t> Lines(const Row& row) const {
    if (style().top) return lines_.Top(row, *style().top);
    return style().order ? lines_.Ordered(row, *style().order) : lines_.Shown(row);
  }

  std::vector<std::string> TextsOf(const InstanceLine& line, const Row& row) const {
    const std::size_t first = HasInstanceColumn(lines_, style()) ? 1 : 0;
    std::vector<std::string> texts(first + lines_.metrics().size());
    if (first > 0) texts.front() = Printable(line.instance);
    for (const auto& [metric, column] : line.places)
      texts[first + metric] = scales().TextOf(column, row.cells[column]);
    return texts;
  }

  InstanceLines lines_;
};

}  // namespace

std::unique_ptr<RowSink> MakeLongTable(const std::vector<Column>& columns,
                                       const TableStyle& style) {
  return std::make_unique<LongTable>(columns, InstanceLines(columns), style);
}

}  // namespace fdr::tools
