// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/column_views.h"

#include <algorithm>
#include <optional>

namespace fdr::tools {
namespace {

constexpr int kGap = 1;      // between columns
constexpr int kOverlap = 8;  // of the parts of a text in two views

// Where the next view begins.
struct Place {
  std::size_t column = 0;
  int skip = 0;  // in the texts of the column
};

class Views {
 public:
  Views(std::span<const ViewColumn> columns, std::span<const int> widest, int width)
      : columns_(columns), widest_(widest), width_(width) {}

  ColumnView First();
  // What the last view left out.
  ColumnView Next();

 private:
  std::vector<bool> MakeRoom() const;
  int FullWidth(std::size_t column) const {
    return std::max(columns_[column].width, widest_[column]);
  }
  ColumnView From(Place start, std::optional<Place>& next) const;

  std::span<const ViewColumn> columns_;
  std::span<const int> widest_;
  int width_;
  std::optional<Place> next_;
  std::vector<ShownColumn> last_;  // view
};

// The last column takes what the others leave.  Minor ones make room for it, from the left.
std::vector<bool> Views::MakeRoom() const {
  constexpr int kLeastRest = 40;
  std::vector<bool> is_shown(columns_.size(), true);
  if (columns_.empty() || columns_.back().width > 0) return is_shown;
  int rest = width_;
  for (const ViewColumn& column : columns_)
    if (column.width > 0) rest -= column.width + kGap;
  for (std::size_t i = 0; i < columns_.size() && rest < kLeastRest; ++i) {
    if (!columns_[i].is_minor) continue;
    is_shown[i] = false;
    rest += columns_[i].width + kGap;
  }
  return is_shown;
}

ColumnView Views::First() {
  ColumnView view;
  const std::vector<bool> is_shown = MakeRoom();
  int at = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ViewColumn& column = columns_[i];
    const int rest = std::max(0, width_ - at);
    int width = is_shown[i] ? std::min(column.width > 0 ? column.width : rest, rest) : 0;
    // A part of a number is another number.
    if (column.is_number && is_shown[i]) width = FullWidth(i) <= rest ? FullWidth(i) : 0;
    if (!next_ && width < widest_[i]) next_ = Place{i, 0};
    if (width == 0) continue;
    view.columns.push_back({i, at, width, 0});
    at += width + kGap;
  }
  view.has_more = next_.has_value();
  last_ = view.columns;
  return view;
}

ColumnView Views::From(Place start, std::optional<Place>& next) const {
  ColumnView view;
  int at = 0;
  if (start.column > 0) {
    const int kept = columns_[0].is_number ? widest_[0] : std::min(FullWidth(0), width_ / 3);
    view.columns.push_back({0, 0, kept, 0});
    at = view.columns[0].width + kGap;
  }
  for (std::size_t i = start.column; i < columns_.size(); ++i) {
    const bool is_first = i == start.column;
    const int skip = is_first ? start.skip : 0;
    const int room = std::max(0, width_ - at), own = FullWidth(i) - skip;
    const int wanted = own > room && is_first ? widest_[i] - skip : own;
    // A number that no line can hold is nowhere whole.
    const bool fits = wanted <= room || (is_first && columns_[i].is_number);
    if (fits || is_first || (!columns_[i].is_number && room > kOverlap))
      view.columns.push_back({i, at, std::min(wanted, room), skip});
    if (!fits) next = is_first ? Place{i, skip + std::max(1, room - kOverlap)} : Place{i, 0};
    if (!fits) break;
    at += wanted + kGap;
  }
  view.has_more = next.has_value();
  return view;
}

ColumnView Views::Next() {
  Place start = *next_;
  next_.reset();
  ColumnView view = From(start, next_);
  // The start of a long text may have been at its place before.
  if (view.columns == last_ && view.has_more) return Next();
  // The last view is as full as the others.
  while (!next_ && start.skip == 0 && start.column > 1) {
    std::optional<Place> behind;
    ColumnView fuller = From({start.column - 1, 0}, behind);
    if (behind) break;
    view = std::move(fuller);
    --start.column;
  }
  last_ = view.columns;
  return view;
}

}  // namespace

const ShownColumn* ColumnView::Find(std::size_t column) const {
  const auto found = std::ranges::find(columns, column, &ShownColumn::column);
  return found == columns.end() ? nullptr : &*found;
}

ColumnView ViewOfColumns(std::span<const ViewColumn> columns, std::span<const int> widest,
                         int width, std::size_t& number) {
  Views views(columns, widest, width);
  ColumnView view = views.First();
  std::size_t reached = 0;
  for (; reached < number && view.has_more; ++reached) view = views.Next();
  number = reached;
  return view;
}

std::size_t ViewWithColumn(std::span<const ViewColumn> columns, std::span<const int> widest,
                           int width, std::size_t column) {
  Views views(columns, widest, width);
  ColumnView view = views.First();
  std::size_t number = 0;
  for (; view.Find(column) == nullptr && view.has_more; ++number) view = views.Next();
  return number;
}

}  // namespace fdr::tools
