// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data that a source has read: rows are instances, columns are fields.  A metric is a column.

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
    kNone,     ///< the kernel gives no value
    kInteger,  ///< of 64 bits, of either sign
    kReal,     ///< the bits of a double
    kText,     ///< see Grid::Text
  };
  std::uint64_t bits = 0;
  Kind kind = Kind::kNone;
};

using Column = std::uint32_t;
inline constexpr Column kNoColumn = 0xffffffff;  ///< not needed by any metric: drops values
/// Sources put the names of instances here if these have no place in an InstanceTable.
inline constexpr std::string_view kInstanceColumn = "instance";

/// Has only the columns that metrics need.  Every reading clears the rows and fills them again, in
/// the same memory.
class Grid {
 public:
  /// Adds the column of a metric.
  Column Add(std::string_view name);
  /// The column that a source wants to fill; kNoColumn if no metric needs it.
  Column Find(std::string_view name) const;
  std::size_t column_count() const { return names_.size(); }
  std::string_view NameOf(Column column) const { return names_[column]; }

  void Clear();
  /// The setters fill the last row.  Without a row they do nothing.
  void AddRow(InstanceId id);
  void SetInteger(Column column, std::uint64_t value) {
    Set(rows_.size() - 1, column, {value, Cell::Kind::kInteger});
  }
  void SetReal(Column column, double value) { SetReal(rows_.size() - 1, column, value); }
  void SetText(Column column, std::string_view text) { SetText(rows_.size() - 1, column, text); }
  /// Sets all columns to 0.
  void SetZeros();
  void SetNone(Column column) { Set(rows_.size() - 1, column, {}); }
  void SetInteger(std::size_t row, Column column, std::uint64_t value) {
    Set(row, column, {value, Cell::Kind::kInteger});
  }
  void SetReal(std::size_t row, Column column, double value);
  void SetText(std::size_t row, Column column, std::string_view text);
  /// Adds `value` to the cell.
  void AddInteger(std::size_t row, Column column, std::uint64_t value);

  std::span<const InstanceId> rows() const { return rows_; }
  const Cell& At(std::size_t row, Column column) const {
    return cells_[row * names_.size() + column];
  }
  /// The integer in the cell, if it has one.
  std::optional<std::uint64_t> Integer(std::size_t row, Column column) const;
  /// Valid until the next Clear() or SetText().
  std::string_view Text(const Cell& cell) const {
    return std::string_view(text_).substr(cell.bits >> 32, cell.bits & 0xffffffff);
  }
  /// The same with its terminating NUL, as string values have it.
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
