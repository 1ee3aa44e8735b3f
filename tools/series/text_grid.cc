// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/text_grid.h"

#include <algorithm>
#include <utility>

#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

std::size_t Width(std::string_view text) { return static_cast<std::size_t>(DisplayWidth(text)); }

void AppendPadded(std::string_view text, std::size_t width, bool is_left, std::string& out) {
  is_left ? AppendLeft(text, width, out) : AppendRight(text, width, out);
}

void TrimLine(std::string& out, std::size_t from) {
  const std::size_t last = out.find_last_not_of(' ');
  out.erase(last == std::string::npos || last < from ? from : last + 1);
}

// A bar would end the cell.
std::string MarkdownCell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '\\') cell += '\\';
    cell += c;
  }
  return cell;
}

}  // namespace

TextGrid::TextGrid(std::vector<GridColumn> columns, GridLook look)
    : columns_(std::move(columns)), look_(std::move(look)) {}

void TextGrid::SetHead(std::size_t column, std::string group, std::vector<std::string> head) {
  columns_[column].group = std::move(group);
  columns_[column].head = std::move(head);
}

std::string TextGrid::Cut(const GridColumn& column, const std::string& text) const {
  return column.limit == 0 ? text : CutMiddle(text, static_cast<int>(column.limit), look_.utf8);
}

std::string TextGrid::Title(const GridColumn& column) const {
  constexpr int kLongestTitle = 40;
  if (look_.width == 0 || look_.markdown) return column.group;
  return CutMiddle(column.group, kLongestTitle, look_.utf8);
}

void TextGrid::Consider(std::span<const std::string> texts) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    columns_[i].width = std::max(columns_[i].width, Width(Cut(columns_[i], texts[i])));
}

void TextGrid::WidenForHeads() {
  for (GridColumn& column : columns_)
    for (const std::string& line : column.head) column.width = std::max(column.width, Width(line));
  for (std::size_t from = 0; from < columns_.size();) {
    std::size_t to = from, width = 0;
    for (; to < columns_.size() && columns_[to].group == columns_[from].group; ++to)
      width += columns_[to].width + (to > from ? look_.gap.size() : 0);
    const std::size_t title = Width(Title(columns_[from]));
    if (title > width) columns_[from].width += title - width;
    from = to;
  }
}

std::size_t TextGrid::Fit() {
  constexpr std::size_t kFewest = 2;  // a time and a value
  WidenForHeads();
  fitting_ = columns_.size();
  if (look_.width == 0 || look_.markdown) return 0;
  std::size_t width = 0;
  for (fitting_ = 0; fitting_ < columns_.size(); ++fitting_) {
    width += columns_[fitting_].width + (fitting_ > 0 ? look_.gap.size() : 0);
    if (width > look_.width) break;
  }
  fitting_ = std::min(std::max(fitting_, kFewest), columns_.size());
  return columns_.size() - fitting_;
}

int TextGrid::AppendHead(std::string& out) const {
  if (look_.markdown) {
    AppendMarkdownHead(out);
    return 2;
  }
  int lines = 0;
  if (look_.color) out += kBold;
  if (std::any_of(columns_.begin(), columns_.end(),
                  [](const GridColumn& column) { return !column.group.empty(); })) {
    AppendGroups(out);
    ++lines;
  }
  const std::size_t count = columns_.empty() ? 0 : columns_[0].head.size();
  for (std::size_t line = 0; line < count; ++line) {
    std::vector<std::string> texts;
    for (const GridColumn& column : columns_) texts.push_back(column.head[line]);
    if (std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); }))
      continue;
    AppendAligned(texts, out);
    ++lines;
  }
  if (look_.color) out += kReset;
  return lines;
}

void TextGrid::AppendGroups(std::string& out) const {
  const std::size_t start = out.size(), count = fitting_;
  for (std::size_t from = 0; from < count;) {
    std::size_t to = from, width = 0;
    for (; to < count && columns_[to].group == columns_[from].group; ++to)
      width += columns_[to].width + (to > from ? look_.gap.size() : 0);
    if (from > 0) out += look_.gap;
    // The title of several columns stands where the reader looks for it.
    AppendPadded(Title(columns_[from]), width, to - from > 1 || columns_[from].is_left, out);
    from = to;
  }
  TrimLine(out, start);
  out += '\n';
}

void TextGrid::AppendAligned(std::span<const std::string> texts, std::string& out) const {
  const std::size_t start = out.size(), count = fitting_;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += look_.gap;
    AppendPadded(Cut(columns_[i], texts[i]), columns_[i].width, columns_[i].is_left, out);
  }
  TrimLine(out, start);
  out += '\n';
}

void TextGrid::AppendMarkdownHead(std::string& out) const {
  for (const GridColumn& column : columns_) {
    std::string title = column.group;
    for (std::size_t i = 0; i < column.head.size(); ++i) {
      const std::string& line = column.head[i];
      if (line.empty()) continue;
      const bool is_unit = i + 1 == column.head.size() && !title.empty();
      title += (title.empty() ? "" : " ") + (is_unit ? '(' + line + ')' : line);
    }
    out += "| " + MarkdownCell(title) + ' ';
  }
  out += "|\n";
  for (const GridColumn& column : columns_) out += column.is_left ? "|:---" : "|---:";
  out += "|\n";
}

void TextGrid::AppendLine(std::span<const std::string> texts, std::string& out) const {
  if (!look_.markdown) return AppendAligned(texts, out);
  for (const std::string& text : texts) out += "| " + MarkdownCell(text) + ' ';
  out += "|\n";
}

void TextGrid::AppendNote(std::string_view text, std::string& out) const {
  if (look_.markdown) return;
  if (look_.color) out += kDim;
  out += text;
  if (look_.color) out += kReset;
  out += '\n';
}

}  // namespace fdr::tools
