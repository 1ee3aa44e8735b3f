// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/column_scales.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>

namespace fdr::tools {
namespace {

std::string NumberText(const ColumnLook& look, double number) {
  const double shown = number * look.scale->factor;
  return std::isfinite(shown) ? fmt::format("{:.{}f}", shown, look.scale->decimals)
                              : fmt::format("{}", shown);
}

}  // namespace

Quantity QuantityOf(const Column& column) {
  Quantity quantity{.units = column.desc.units,
                    .per_second = column.is_rate,
                    .is_whole = !column.is_rate && IsInteger(column.desc.type)};
  if (column.is_rate && quantity.units.dim_time != 0) quantity.units.scale_time = kSecondScale;
  return quantity;
}

ColumnScales::ColumnScales(const std::vector<Column>& columns, SharedScale shared)
    : columns_(columns) {
  std::map<std::string, std::size_t> of_metric;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_shared = shared == SharedScale::kPerMetric;
    const auto [place, is_new] = is_shared
                                     ? of_metric.try_emplace(columns[i].metric, examples_.size())
                                     : std::pair(of_metric.end(), true);
    group_.push_back(is_new ? examples_.size() : place->second);
    if (is_new) examples_.push_back(i);
  }
  largest_.resize(examples_.size());
  for (const std::size_t example : examples_) {
    quantities_.push_back(QuantityOf(columns[example]));
    scales_.push_back(RecordedScale(quantities_.back()));
  }
}

void ColumnScales::Consider(const Row& row) {
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::optional<double> number = NumberOf(row.cells[i]);
    if (number && std::isfinite(*number))
      largest_[group_[i]] = std::max(largest_[group_[i]], std::fabs(*number));
  }
}

void ColumnScales::Settle() {
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    const std::optional<ReadableScale>& fixed = columns_[examples_[i]].look.scale;
    scales_[i] = fixed ? *fixed : ScaleFor(quantities_[i], largest_[i]);
    largest_[i] = 0;
  }
}

bool ColumnScales::IsOutgrown() const {
  constexpr double kLong = 1e5;
  for (std::size_t i = 0; i < examples_.size(); ++i)
    if (largest_[i] * scales_[i].factor >= kLong && !columns_[examples_[i]].look.scale &&
        ScaleFor(quantities_[i], largest_[i]).unit != scales_[i].unit)
      return true;
  return false;
}

std::string ColumnScales::TextOf(std::size_t column, const Cell& cell) const {
  const ColumnLook& look = columns_[column].look;
  const ReadableScale& scale = (*this)[column];
  return std::visit(
      [&](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, std::string>) {
          return ReadableText(cell);
        } else if constexpr (std::is_integral_v<T>) {
          if (look.scale && look.scale->factor == 1) return fmt::format("{}", value);
          return look.scale ? NumberText(look, static_cast<double>(value))
                            : ScaledText(value, scale);
        } else {
          const auto number = static_cast<double>(value);
          return look.scale ? NumberText(look, number) : ScaledText(number, scale);
        }
      },
      cell);
}

}  // namespace fdr::tools
