// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/grid.h"

#include <algorithm>
#include <bit>

namespace fdr::local {

Column Grid::Add(std::string_view name) {
  const Column known = Find(name);
  if (known != kNoColumn) return known;
  names_.emplace_back(name);
  return static_cast<Column>(names_.size() - 1);
}

Column Grid::Find(std::string_view name) const {
  const auto it = std::find(names_.begin(), names_.end(), name);
  return it == names_.end() ? kNoColumn : static_cast<Column>(it - names_.begin());
}

void Grid::Clear() {
  rows_.clear();
  cells_.clear();
  text_.clear();
}

void Grid::AddRow(InstanceId id) {
  rows_.push_back(id);
  cells_.resize(cells_.size() + names_.size());
}

void Grid::SetZeros() {
  for (Column column = 0; column < names_.size(); ++column) SetInteger(column, 0);
}

void Grid::SetReal(std::size_t row, Column column, double value) {
  Set(row, column, {std::bit_cast<std::uint64_t>(value), Cell::Kind::kReal});
}

void Grid::SetText(std::size_t row, Column column, std::string_view text) {
  // Offset and length share the 64 bits of a cell.
  if (column == kNoColumn || text_.size() + text.size() >= 0xffffffff) return;
  Set(row, column, {std::uint64_t{text_.size()} << 32 | text.size(), Cell::Kind::kText});
  text_.append(text) += '\0';
}

void Grid::AddInteger(std::size_t row, Column column, std::uint64_t value) {
  if (column != kNoColumn) SetInteger(row, column, Integer(row, column).value_or(0) + value);
}

std::optional<std::uint64_t> Grid::Integer(std::size_t row, Column column) const {
  if (column == kNoColumn || row >= rows_.size()) return std::nullopt;
  const Cell& cell = At(row, column);
  if (cell.kind != Cell::Kind::kInteger) return std::nullopt;
  return cell.bits;
}

}  // namespace fdr::local
