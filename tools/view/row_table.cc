// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/row_table.h"

#include <strings.h>

#include <algorithm>
#include <utility>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

bool ContainsIgnoringCase(const std::string& text, const std::string& part) {
  const auto same = [](char a, char b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return small(a) == small(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

std::string TextOf(const ViewField& field) { return field.text.empty() ? "-" : field.text; }

// The text without the characters in its first columns.
std::string_view Behind(std::string_view text, int columns) {
  while (columns > 0 && !text.empty()) {
    const std::string_view character = FirstCharacter(text);
    columns -= DisplayWidth(character);
    text.remove_prefix(character.size());
  }
  return text;
}

}  // namespace

void RowTable::Set(std::vector<ViewColumn> columns, std::vector<ViewRow> rows) {
  columns_ = std::move(columns);
  rows_ = std::move(rows);
  if (sort_column_ >= columns_.size()) sort_column_ = 0;
  Arrange();
}

void RowTable::SortBy(std::size_t column) {
  sort_column_ = column;
  turned_ = false;
  Arrange();
}

void RowTable::MoveSort(int columns) {
  const auto count = static_cast<int>(columns_.size());
  if (count > 0)
    SortBy(static_cast<std::size_t>((static_cast<int>(sort_column_) + columns + count) % count));
  shows_sorted_ = true;
}

void RowTable::MoveSideways(int views) {
  const auto to = static_cast<std::int64_t>(view_number_) + views;
  view_number_ = static_cast<std::size_t>(std::max<std::int64_t>(to, 0));
}

void RowTable::Turn() {
  turned_ = !turned_;
  Arrange();
}

void RowTable::Filter(std::string text) {
  filter_ = std::move(text);
  Arrange();
}

bool RowTable::Passes(const ViewRow& row) const {
  return filter_.empty() || std::ranges::any_of(row.fields, [this](const ViewField& field) {
           return ContainsIgnoringCase(field.text, filter_);
         });
}

// Rows without a value come last in both directions.
bool RowTable::Before(const ViewRow& a, const ViewRow& b) const {
  const ViewField& x = a.fields[sort_column_];
  const ViewField& y = b.fields[sort_column_];
  if (x.text.empty() != y.text.empty()) return y.text.empty();
  if (x.number && y.number && *x.number != *y.number)
    return turned_ ? *x.number < *y.number : *x.number > *y.number;
  const int order = ::strcasecmp(x.text.c_str(), y.text.c_str());
  return !x.number && order != 0 ? (turned_ ? order > 0 : order < 0) : false;
}

void RowTable::Arrange() {
  order_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (Passes(rows_[i])) order_.push_back(i);
  std::ranges::stable_sort(
      order_, [this](std::size_t a, std::size_t b) { return Before(rows_[a], rows_[b]); });
  // The choice follows its row, or stays at its place.
  const auto chosen =
      std::ranges::find_if(order_, [this](std::size_t i) { return rows_[i].key == chosen_; });
  if (!chosen_.empty() && chosen != order_.end())
    chosen_at_ = static_cast<std::size_t>(chosen - order_.begin());
  chosen_at_ = std::min(chosen_at_, order_.empty() ? 0 : order_.size() - 1);
}

void RowTable::MoveChoice(int rows) {
  if (order_.empty()) return;
  const auto last = static_cast<std::int64_t>(order_.size()) - 1;
  const std::int64_t to = static_cast<std::int64_t>(chosen_at_) + rows;
  chosen_at_ = static_cast<std::size_t>(std::clamp<std::int64_t>(to, 0, last));
  // At the top, the choice stays at the top: the reader wants the largest.
  chosen_ = chosen_at_ == 0 ? "" : rows_[order_[chosen_at_]].key;
}

const ViewRow* RowTable::Chosen() const {
  return order_.empty() ? nullptr : &rows_[order_[chosen_at_]];
}

// A triangle right of the title, where it covers no other text.
void RowTable::DrawSortMark(Frame& frame, int line) const {
  const ShownColumn* const place = view_.Find(sort_column_);
  if (place == nullptr) return;
  const ViewColumn& shape = columns_[sort_column_];
  frame.Reverse(line, place->at, place->width);
  const int text = shape.is_number ? place->width : DisplayWidth(shape.title);
  const char* mark = turned_ ? (frame.utf8() ? "\u25b2" : "^") : (frame.utf8() ? "\u25bc" : "v");
  frame.Put(line, place->at + std::min(text, place->width), mark, Ink::kStrong);
}

void RowTable::DrawField(Frame& frame, int line, const ShownColumn& place, const std::string& of,
                         Ink ink) const {
  const std::string text = DisplayText(of, frame.utf8());
  if (columns_[place.column].is_number && DisplayWidth(text) <= place.width)
    frame.PutRight(line, place.at + place.width, text, ink);
  else
    frame.Put(line, place.at, Behind(text, place.skip), ink, place.width);
}

void RowTable::DrawTitles(Frame& frame, int line) const {
  for (const ShownColumn& place : view_.columns)
    DrawField(frame, line, place, columns_[place.column].title,
              place.column == sort_column_ ? Ink::kStrong : Ink::kTitle);
  DrawSortMark(frame, line);
}

void RowTable::DrawRow(Frame& frame, int line, const ViewRow& row) const {
  for (const ShownColumn& place : view_.columns) {
    const ViewField& field = row.fields[place.column];
    DrawField(frame, line, place, TextOf(field), field.is_high ? Ink::kHigh : Ink::kPlain);
  }
}

// The widths are those of the rows on the screen.
void RowTable::ChooseView(const Frame& frame, std::size_t rows) {
  std::vector<int> widest;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    int width = DisplayWidth(columns_[i].title);
    for (std::size_t row = first_; row < std::min(order_.size(), first_ + rows); ++row) {
      const std::string text = TextOf(rows_[order_[row]].fields[i]);
      width = std::max(width, DisplayWidth(DisplayText(text, frame.utf8())));
    }
    widest.push_back(width);
  }
  view_ = ViewOfColumns(columns_, widest, frame.width(), view_number_);
  if (std::exchange(shows_sorted_, false) && view_.Find(sort_column_) == nullptr) {
    view_number_ = ViewWithColumn(columns_, widest, frame.width(), sort_column_);
    view_ = ViewOfColumns(columns_, widest, frame.width(), view_number_);
  }
}

void RowTable::Draw(Frame& frame, int first_line, int lines) {
  if (lines < 2) return;
  const auto room = static_cast<std::size_t>(lines - 1);
  if (chosen_at_ < first_) first_ = chosen_at_;
  if (chosen_at_ >= first_ + room) first_ = chosen_at_ - room + 1;
  if (first_ + room > order_.size()) first_ = order_.size() > room ? order_.size() - room : 0;
  ChooseView(frame, room);
  DrawTitles(frame, first_line);
  for (std::size_t i = first_; i < std::min(order_.size(), first_ + room); ++i) {
    const int line = first_line + 1 + static_cast<int>(i - first_);
    DrawRow(frame, line, rows_[order_[i]]);
    if (i == chosen_at_) frame.Reverse(line, 0, frame.width());
  }
}

}  // namespace fdr::tools
