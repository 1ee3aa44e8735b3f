// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/derived_column.h"

namespace fdr::local {

DerivedColumn::DerivedColumn(Grid& grid, std::string_view name,
                             std::initializer_list<std::string_view> plus,
                             std::initializer_list<std::string_view> minus, Missing missing)
    : grid_(grid), target_(grid.Find(name)), missing_(missing) {
  for (const std::string_view term : plus) terms_.push_back({grid.Add(term), false});
  for (const std::string_view term : minus) terms_.push_back({grid.Add(term), true});
}

std::optional<std::uint64_t> DerivedColumn::Sum() const {
  std::optional<std::uint64_t> sum;
  for (const Term& term : terms_) {
    const auto value = grid_.Integer(grid_.rows().size() - 1, term.column);
    if (!value && missing_ == Missing::kNoValue) return std::nullopt;
    if (value) sum = sum.value_or(0) + (term.is_negative ? 0 - *value : *value);
  }
  return sum;
}

void DerivedColumn::Fill(std::uint64_t factor, std::uint64_t divisor) {
  if (const auto sum = Sum()) grid_.SetInteger(target_, *sum * factor / divisor);
}

}  // namespace fdr::local
