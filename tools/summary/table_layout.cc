// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/table_layout.h"

#include <algorithm>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr int kGap = 2;
constexpr int kNarrowestName = 12;

class Layout {
 public:
  Layout(const std::string& name_title, const std::vector<TableColumn>& columns,
         const std::vector<TableRow>& rows, int width, bool utf8)
      : columns_(columns), utf8_(utf8), name_title_(name_title), shown_(columns.size(), true) {
    name_ = DisplayWidth(name_title);
    for (const TableColumn& column : columns) widths_.push_back(DisplayWidth(column.title));
    for (const TableRow& row : rows) {
      if (row.cells.empty()) continue;
      name_ = std::max(name_, DisplayWidth(row.name));
      for (std::size_t i = 0; i < widths_.size(); ++i)
        widths_[i] = std::max(widths_[i], DisplayWidth(row.cells[i]));
    }
    if (width > 0) Fit(width);
  }

  void AppendHead(std::string& out) const {
    TableRow head{name_title_, {}};
    for (const TableColumn& column : columns_) head.cells.push_back(column.title);
    Append(head, out);
  }

  void Append(const TableRow& row, std::string& out) const {
    std::string line = row.name;
    if (!row.cells.empty()) {
      line = DisplayWidth(row.name) > name_ ? CutMiddle(row.name, name_, utf8_) : row.name;
      Pad(name_ - DisplayWidth(line), line);
    }
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (shown_[i]) AppendCell(row.cells[i], i, line);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }

 private:
  static void Pad(int width, std::string& line) {
    line.append(static_cast<std::size_t>(std::max(width, 0)), ' ');
  }

  void AppendCell(const std::string& cell, std::size_t column, std::string& line) const {
    const int rest = widths_[column] - DisplayWidth(cell);
    Pad(kGap + (columns_[column].is_left ? 0 : rest), line);
    line += cell;
    if (columns_[column].is_left) Pad(rest, line);
  }

  int Width() const {
    int width = name_;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (shown_[i]) width += kGap + widths_[i];
    return width;
  }

  // At first, names get a third of the width; what other columns do not take is theirs, too.
  void Fit(int width) {
    if (Width() <= width) return;
    const int longest = name_;
    const int shortest = std::min(longest, kNarrowestName);
    name_ = std::clamp(width / 3, shortest, longest);
    while (Width() > width && LeaveOutOne()) {
    }
    name_ = std::clamp(width - (Width() - name_), shortest, longest);
  }

  bool LeaveOutOne() {
    std::size_t least = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (shown_[i] && columns_[i].importance > 0 &&
          (least == columns_.size() || columns_[i].importance < columns_[least].importance))
        least = i;
    if (least == columns_.size()) return false;
    shown_[least] = false;
    return true;
  }

  const std::vector<TableColumn>& columns_;
  bool utf8_;
  const std::string& name_title_;
  std::vector<bool> shown_;
  int name_ = 0;
  std::vector<int> widths_;
};

}  // namespace

void AppendTable(const std::string& name_title, const std::vector<TableColumn>& columns,
                 const std::vector<TableRow>& rows, int width, bool utf8, std::string& out) {
  const Layout layout(name_title, columns, rows, width, utf8);
  layout.AppendHead(out);
  for (const TableRow& row : rows) layout.Append(row, out);
}

}  // namespace fdr::tools
