// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Columns computed from other columns.

#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/grid.h"

namespace fdr::local {

/// A sum of terms of either sign, times a factor, divided by a divisor.
class DerivedColumn {
 public:
  enum class Missing {
    kNoValue,  ///< the sum has no value if a term has none
    kIsZero,   ///< a term without a value is 0, if any has one
  };

  /// Borrows the grid, and adds the columns of the terms to it.
  DerivedColumn(Grid& grid, std::string_view name, std::initializer_list<std::string_view> plus,
                std::initializer_list<std::string_view> minus = {},
                Missing missing = Missing::kNoValue);

  /// Fills the cell in the last row.
  void Fill(std::uint64_t factor = 1, std::uint64_t divisor = 1);
  /// The sum for the last row, without factor and divisor.
  std::optional<std::uint64_t> Sum() const;

 private:
  struct Term {
    Column column;
    bool is_negative;
  };

  Grid& grid_;
  Column target_;
  Missing missing_;
  std::vector<Term> terms_;
};

}  // namespace fdr::local
