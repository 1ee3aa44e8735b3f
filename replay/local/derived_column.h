// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Columns that are made of others.

#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "fdr/replay/local/grid.h"

namespace fdr::local {

/// A sum, with terms of either sign, times a factor, divided by a divisor.
class DerivedColumn {
 public:
  enum class Missing {
    kNoValue,  ///< no sum unless all terms have a value
    kIsZero,   ///< ... unless one has
  };

  /// Adds the columns of the terms to the grid, which is borrowed.
  DerivedColumn(Grid& grid, std::string_view name, std::initializer_list<std::string_view> plus,
                std::initializer_list<std::string_view> minus = {},
                Missing missing = Missing::kNoValue);

  /// Fills the cell of the row that was added last.
  void Fill(std::uint64_t factor = 1, std::uint64_t divisor = 1);
  /// The sum itself, of that row.
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
