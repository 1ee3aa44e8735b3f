// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What one source read: rows are instances, columns are fields.  A metric is a column of a grid.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr::local {

struct Cell {
  enum class Kind : std::uint8_t {
    kNone,     ///< the kernel does not say
    kInteger,  ///< of 64 bits, of either sign
    kReal,     ///< the bits of a double
    kText,     ///< see Grid::Text
  };
  std::uint64_t bits = 0;
  Kind kind = Kind::kNone;
};

using Column = std::uint32_t;
inline constexpr Column kNoColumn = 0xffffffff;  ///< nobody asks for it: what is set is forgotten
/// Where a source puts the names of instances that have no place in an InstanceTable.
inline constexpr std::string_view kInstanceColumn = "instance";

/// Columns are those that some metric asks for.  Rows are cleared and filled again by every
/// reading, in memory that stays.
class Grid {
 public:
  /// The column of a metric.
  Column Add(std::string_view name);
  /// The column that a source fills; kNoColumn if no metric asks for it.
  Column Find(std::string_view name) const;
  std::size_t column_count() const { return names_.size(); }
  std::string_view NameOf(Column column) const { return names_[column]; }

  void Clear();
  /// The setters are about the row that was added last.  Without one they do nothing.
  void AddRow(InstanceId id);
  void SetInteger(Column column, std::uint64_t value) {
    Set(rows_.size() - 1, column, {value, Cell::Kind::kInteger});
  }
  void SetReal(Column column, double value) { SetReal(rows_.size() - 1, column, value); }
  void SetText(Column column, std::string_view text) { SetText(rows_.size() - 1, column, text); }
  /// 0 in all columns.
  void SetZeros();
  void SetNone(Column column) { Set(rows_.size() - 1, column, {}); }
  void SetInteger(std::size_t row, Column column, std::uint64_t value) {
    Set(row, column, {value, Cell::Kind::kInteger});
  }
  void SetReal(std::size_t row, Column column, double value);
  void SetText(std::size_t row, Column column, std::string_view text);
  /// What is there and `value`.
  void AddInteger(std::size_t row, Column column, std::uint64_t value);

  std::span<const InstanceId> rows() const { return rows_; }
  const Cell& At(std::size_t row, Column column) const {
    return cells_[row * names_.size() + column];
  }
  /// The integer there, if it is one.
  std::optional<std::uint64_t> Integer(std::size_t row, Column column) const;
  /// Valid until the next Clear() or SetText().
  std::string_view Text(const Cell& cell) const {
    return std::string_view(text_).substr(cell.bits >> 32, cell.bits & 0xffffffff);
  }
  /// The same with the NUL behind it, as values of that type have it.
  std::string_view TextWithNul(const Cell& cell) const {
    return std::string_view(text_).substr(cell.bits >> 32, (cell.bits & 0xffffffff) + 1);
  }

 private:
  void Set(std::size_t row, Column column, Cell cell) {
    if (column != kNoColumn && row < rows_.size()) cells_[row * names_.size() + column] = cell;
  }

  std::vector<std::string> names_;
  std::vector<InstanceId> rows_;
  std::vector<Cell> cells_;
  std::string text_;
};

}  // namespace fdr::local
