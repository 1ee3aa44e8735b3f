// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A table on the screen: sorted by a column, filtered by a text, with a chosen row.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/tools/screen/frame.h"
#include "fdr/tools/view/column_views.h"

namespace fdr::tools {

/// A value in a table.
struct ViewField {
  std::string text;
  std::optional<double> number;  ///< to sort by; without it, the text is
  bool is_high = false;          ///< the page shows it in the colour of high values
};

struct ViewRow {
  std::string key;  ///< which row this is, from moment to moment
  std::vector<ViewField> fields;
  std::optional<InstanceId> instance = {};
};

class RowTable {
 public:
  /// Replaces the content; the order, the filter and the choice stay.
  void Set(std::vector<ViewColumn> columns, std::vector<ViewRow> rows);

  /// Sorts by the column; numbers from the largest, texts from A.
  void SortBy(std::size_t column);
  /// Moves the order to the next column, or the one before.
  void MoveSort(int columns);
  void Turn();  ///< the last row becomes the first
  std::size_t sort_column() const { return sort_column_; }

  /// Only rows that contain the text; capitals and small letters are alike.
  void Filter(std::string text);
  const std::string& filter() const { return filter_; }

  /// To the columns that did not fit on the screen, or back.
  void MoveSideways(int views);
  void ShowFirstColumns() { view_number_ = 0; }
  /// Whether the picture left columns out at its left or at its right.
  bool IsWide() const { return view_number_ > 0 || view_.has_more; }

  void MoveChoice(int rows);
  /// nullptr if there are no rows.
  const ViewRow* Chosen() const;
  /// Rows that the filter lets through, and all.
  std::size_t shown() const { return order_.size(); }
  std::size_t size() const { return rows_.size(); }

  /// Draws the head and the rows into these lines of the picture.
  void Draw(Frame& frame, int first_line, int lines);

 private:
  void Arrange();
  bool Passes(const ViewRow& row) const;
  bool Before(const ViewRow& a, const ViewRow& b) const;
  void DrawTitles(Frame& frame, int line) const;
  void DrawRow(Frame& frame, int line, const ViewRow& row) const;
  void DrawField(Frame& frame, int line, const ShownColumn& place, const std::string& of,
                 Ink ink) const;
  void DrawSortMark(Frame& frame, int line) const;
  void ChooseView(const Frame& frame, std::size_t rows);

  std::vector<ViewColumn> columns_;
  ColumnView view_;
  std::size_t view_number_ = 0;
  bool shows_sorted_ = false;  // the next picture has the column that was just chosen
  std::vector<ViewRow> rows_;
  std::vector<std::size_t> order_;  // of the rows that pass
  std::size_t sort_column_ = 0;
  bool turned_ = false;
  std::string filter_;
  std::string chosen_;         // its key
  std::size_t chosen_at_ = 0;  // in the order
  std::size_t first_ = 0;      // of the order, that is drawn
};

}  // namespace fdr::tools
