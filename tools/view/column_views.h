// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which part of a wide table is on the screen.  The views of a table follow each other from left to
// right, and together show all of it.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fdr::tools {

struct ViewColumn {
  std::string title;
  int width = 0;          ///< 0: the rest of the line
  bool is_number = true;  ///< at the right of its column, and never shown in part
  bool is_minor = false;  ///< left out of the first view if the last column has too little room
};

/// A column on the screen.
struct ShownColumn {
  std::size_t column = 0;
  int at = 0;     ///< where it begins
  int width = 0;  ///< its part of the line
  int skip = 0;   ///< how much of the start of its texts is left out

  friend bool operator==(const ShownColumn&, const ShownColumn&) = default;
};

struct ColumnView {
  std::vector<ShownColumn> columns;
  bool has_more = false;  ///< the next view shows more

  /// nullptr if it is not there.
  const ShownColumn* Find(std::size_t column) const;
};

/// The view of this number on a screen of this width, or the last one: `number` becomes its number.
/// `widest` has the width of the longest text of each column.
///
/// The first view has the columns at their own widths.  All others show whole texts, and keep the
/// first column at the left, as it names the rows.  A text that is wider than the screen goes on in
/// the next view.
ColumnView ViewOfColumns(std::span<const ViewColumn> columns, std::span<const int> widest,
                         int width, std::size_t& number);

/// The number of the first view with this column.
std::size_t ViewWithColumn(std::span<const ViewColumn> columns, std::span<const int> widest,
                           int width, std::size_t column);

}  // namespace fdr::tools
