// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
//            kernel.all.load  disk.dev.read
//                   1 minute        sda        sdb
//                               count/s    count/s
//  14:00:00            0.250     12.000      0.000

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kNarrowest = 9;
constexpr std::string_view kColumnGap = "  ";

std::size_t Width(std::string_view text) { return static_cast<std::size_t>(DisplayWidth(text)); }

void AppendRight(std::string_view text, std::size_t width, std::string& out) {
  const std::size_t has = Width(text);
  if (has < width) out.append(width - has, ' ');
  out += text;
}

void AppendLeft(std::string_view text, std::size_t width, std::string& out) {
  out += text;
  const std::size_t has = Width(text);
  if (has < width) out.append(width - has, ' ');
}

class Table final : public RowSink {
 public:
  Table(const std::vector<Column>& columns, const TimeStyle& style, int rows_per_head)
      : columns_(columns),
        style_(style),
        rows_per_head_(rows_per_head),
        time_width_(TimeText({}, style).size()) {
    for (const Column& column : columns)
      widths_.push_back(
          std::max({kNarrowest, Width(Printable(column.instance)), Width(column.units)}));
    for (std::size_t from = 0; from < columns.size();) {
      std::size_t to = from;
      std::size_t width = 0;
      for (; to < columns.size() && columns[to].metric == columns[from].metric; ++to)
        width += widths_[to] + (to > from ? kColumnGap.size() : 0);
      const std::size_t name = Width(Printable(columns[from].metric));
      if (name > width) widths_[from] += name - width;
      groups_.push_back({from, to - from, std::max(width, name)});
      from = to;
    }
  }

  void Begin(std::string& out) override {
    out.append(time_width_, ' ');
    for (const Group& group : groups_) {
      out += kColumnGap;
      const std::string name = Printable(columns_[group.first].metric);
      if (group.columns == 1)
        AppendRight(name, group.width, out);
      else  // where the reader looks for it, however many columns there are
        AppendLeft(name, group.width, out);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    AppendLine([](const Column& column) { return Printable(column.instance); }, out);
    AppendLine([](const Column& column) { return column.units; }, out);
  }

  void Add(const Row& row, std::string& out) override {
    if (rows_per_head_ > 0 && rows_++ == rows_per_head_) {
      rows_ = 1;
      Begin(out);
    }
    out += TimeText(row.stamp, style_);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      out += kColumnGap;
      AppendRight(ReadableText(row.cells[i]), widths_[i], out);
    }
    out += '\n';
  }

 private:
  struct Group {
    std::size_t first, columns;
    std::size_t width;
  };

  // Appends a line of the head, unless the line is empty.
  template <class Text>
  void AppendLine(Text text, std::string& out) {
    if (std::all_of(columns_.begin(), columns_.end(),
                    [&](const Column& column) { return text(column).empty(); }))
      return;
    out.append(time_width_, ' ');
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      out += kColumnGap;
      AppendRight(text(columns_[i]), widths_[i], out);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }

  const std::vector<Column>& columns_;
  TimeStyle style_;
  int rows_per_head_;
  int rows_ = 0;  // since the head
  std::size_t time_width_;
  std::vector<std::size_t> widths_;  // by column
  std::vector<Group> groups_;        // columns of one metric
};

}  // namespace

std::unique_ptr<RowSink> MakeTable(const std::vector<Column>& columns, const TimeStyle& style,
                                   int rows_per_head) {
  return std::make_unique<Table>(columns, style, rows_per_head);
}

}  // namespace fdr::tools
