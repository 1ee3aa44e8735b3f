// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/strip_cells.h"

#include <algorithm>

namespace fdr::tools {
namespace {

void Raise(std::optional<double>& largest, const std::optional<double>& value) {
  if (value) largest = std::max(largest.value_or(*value), *value);
}

}  // namespace

void StripCells::Begin(Nanos start, Nanos end) {
  start_ = start;
  end_ = std::max(start, end);
  width_ = (end_ - start_) / static_cast<Nanos>(kMost) + 1;
  cells_.assign(kMost, std::nullopt);
}

void StripCells::GrowTo(Nanos end) {
  end_ = std::max(end_, end);
  while ((end_ - start_) / width_ >= static_cast<Nanos>(kMost)) {
    for (std::size_t i = 0; i < kMost / 2; ++i) {
      cells_[i] = cells_[2 * i];
      Raise(cells_[i], cells_[2 * i + 1]);
    }
    std::fill(cells_.begin() + kMost / 2, cells_.end(), std::nullopt);
    width_ *= 2;
  }
}

std::size_t StripCells::CellOf(Nanos at) const {
  return static_cast<std::size_t>((std::clamp(at, start_, end_) - start_) / width_);
}

void StripCells::Add(double value, Nanos from, Nanos to) {
  if (cells_.empty()) return;
  for (std::size_t cell = CellOf(from); cell <= CellOf(to); ++cell) Raise(cells_[cell], value);
}

std::optional<double> StripCells::Largest() const {
  std::optional<double> largest;
  for (const auto& cell : cells_) Raise(largest, cell);
  return largest;
}

std::size_t StripCells::ColumnOf(Nanos at, std::size_t count) const {
  if (end_ == start_) return 0;
  const double part = static_cast<double>(at - start_) / static_cast<double>(end_ - start_);
  const double column = std::clamp(part, 0.0, 1.0) * static_cast<double>(count);
  return std::min(static_cast<std::size_t>(column), count - 1);
}

std::vector<std::optional<double>> StripCells::Columns(std::size_t count) const {
  std::vector<std::optional<double>> columns(count);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    Raise(columns[ColumnOf(start_ + width_ * static_cast<Nanos>(i), count)], cells_[i]);
  return columns;
}

}  // namespace fdr::tools
