// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/screen_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kNarrowest = 7;  // "1023.9" and a sign
// On a screen, a long text leaves room for others.
constexpr std::size_t kLongestText = 40;
// The rows that choose the scales of a pipe.
constexpr std::size_t kFirstRows = 1000;
constexpr std::size_t kFirstCells = 1 << 16;
constexpr int kHeadLines = 3;

std::vector<GridColumn> WithTime(std::vector<GridColumn> grid, const TableStyle& style) {
  if (style.has_times) grid.insert(grid.begin(), GridColumn{.group = "time", .is_left = true});
  return grid;
}

}  // namespace

GridColumn ScreenTable::ValueColumn(const Column& column, const TableStyle& style) {
  const bool is_text = !IsNumeric(column.desc.type);
  GridColumn value{.is_left = is_text};
  value.width = column.look.width > 0 ? column.look.width : is_text ? 0 : kNarrowest;
  if (is_text) value.limit = column.look.width;
  if (is_text && value.limit == 0 && style.width > 0) value.limit = kLongestText;
  return value;
}

ScreenTable::ScreenTable(const std::vector<Column>& columns, const TableStyle& style,
                         std::vector<GridColumn> grid, SharedScale shared)
    : columns_(columns),
      style_(style),
      grid_(WithTime(std::move(grid), style),
            {.markdown = style.markdown,
             .color = style.color,
             .utf8 = style.utf8,
             .width = static_cast<std::size_t>(std::max(style.width, 0)),
             .gap = style.gap}),
      scales_(columns, shared),
      times_(style.zone, style.step, style.time_format),
      shows_at_once_(style.streams) {}

std::string ScreenTable::UnitOf(std::size_t column) const {
  return style_.has_units ? scales_[column].unit : "";
}

std::size_t ScreenTable::RowsPerBlock() const {
  const std::size_t cells = std::max<std::size_t>(columns_.size(), 1);
  const std::size_t most = std::clamp<std::size_t>(kFirstCells / cells, 1, kFirstRows);
  if (style_.lines_per_head == 0) return most;
  const auto lines = static_cast<std::size_t>(std::max(style_.lines_per_head - kHeadLines, 1));
  return std::clamp<std::size_t>(lines / LinesPerRow(), 1, most);
}

void ScreenTable::Add(const Row& row, std::string& out) {
  block_.push_back(row);
  if (shows_at_once_ || block_.size() >= RowsPerBlock()) Flush(out);
}

void ScreenTable::End(std::string& out) { Flush(out); }

// The next line begins a screen of the new size.
void ScreenTable::Resize(int width, int height) {
  if (style_.lines_per_head == 0) return;
  style_.lines_per_head = std::max(height, 1);
  lines_ = std::max(lines_, style_.lines_per_head);
  if (style_.width == 0) return;
  style_.width = width;
  grid_.SetWidth(static_cast<std::size_t>(std::max(width, 1)));
}

bool ScreenTable::IsScreenFull() const {
  return style_.lines_per_head > 0 && lines_ >= style_.lines_per_head;
}

void ScreenTable::Flush(std::string& out) {
  if (block_.empty()) return;
  for (const Row& row : block_) {
    times_.Consider(row.stamp);
    scales_.Consider(row);
  }
  const bool outgrown = style_.lines_per_head > 0 && scales_.IsOutgrown();
  const bool is_new_screen = !has_head_ || IsScreenFull() || outgrown;
  if (is_new_screen) scales_.Settle();
  std::vector<Line> lines;
  for (const Row& row : block_) {
    for (std::vector<std::string>& texts : LinesOf(row)) {
      if (style_.has_times) texts.insert(texts.begin(), times_.Clock(row.stamp));
      grid_.Consider(texts);
      lines.push_back({row.stamp, std::move(texts)});
    }
  }
  if (is_new_screen && !lines.empty()) AppendHead(lines.front().stamp, out);
  AppendLines(lines, out);
  block_.clear();
  // A pipe has its scales.
  if (style_.lines_per_head == 0 && has_head_) shows_at_once_ = true;
}

void ScreenTable::AppendHead(Timestamp first, std::string& out) {
  times_.Turns(first);
  std::vector<std::string> below_date(SetHeads(grid_));
  below_date.front() = times_.ZoneName(first);
  if (style_.has_times) grid_.SetHead(0, times_.Date(first), std::move(below_date));
  const std::size_t left_out = grid_.Fit();
  if (left_out > 0 && !has_head_)
    grid_.AppendNote(
        fmt::format("({} not fit; {}--wide shows all)",
                    left_out == 1 ? "1 column does" : fmt::format("{} columns do", left_out),
                    style_.is_long ? "" : "--long has a line for each instance, "),
        out);
  lines_ = style_.has_head ? grid_.AppendHead(out) : 0;
  has_head_ = true;
}

void ScreenTable::AppendLines(std::vector<Line>& lines, std::string& out) {
  for (Line& line : lines) {
    if (IsScreenFull()) AppendHead(line.stamp, out);
    if (style_.has_times && times_.Turns(line.stamp)) {
      const std::string date = times_.Date(line.stamp) + ' ' + times_.ZoneName(line.stamp);
      if (style_.markdown) {
        line.texts.front().insert(0, date + ' ');
      } else {
        grid_.AppendNote(date, out);
        ++lines_;
      }
    }
    grid_.AppendLine(line.texts, out);
    ++lines_;
  }
}

}  // namespace fdr::tools
