// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/strip_cells.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fdr::tools {
namespace {

using Columns = std::vector<std::optional<double>>;

constexpr Nanos kSecond = kNanosPerSecond;

TEST(StripCellsTest, AColumnHasTheLargestOfItsValues) {
  StripCells cells;
  cells.Begin(1000, 5000);
  EXPECT_EQ(cells.Columns(2), Columns(2)) << "nothing is known yet";
  cells.Add(7, 1500, 1600);
  cells.Add(3, 1600, 3500);
  EXPECT_EQ(cells.Columns(4), (Columns{7, 3, 3, std::nullopt}));
  EXPECT_EQ(cells.Columns(1), Columns{7});
  EXPECT_EQ(cells.Largest(), 7);
}

TEST(StripCellsTest, TheLargestIsTheSameAtAnyWidth) {
  StripCells cells;
  cells.Begin(0, 86'400 * kSecond);
  for (Nanos second = 0; second < 86'400; ++second)
    cells.Add(second == 40'001 ? 9 : -1, second * kSecond, (second + 1) * kSecond);
  for (const std::size_t width : {1u, 80u, 133u, 1000u}) {
    const Columns columns = cells.Columns(width);
    EXPECT_EQ(columns[cells.ColumnOf(40'001 * kSecond, width)], 9) << width;
    EXPECT_LE(std::ranges::count(columns, std::optional<double>(9)), 2) << width;
    EXPECT_TRUE(
        std::ranges::all_of(columns, [](const auto& column) { return column.has_value(); }));
  }
}

TEST(StripCellsTest, ALongerSpanKeepsTheValues) {
  StripCells cells;
  cells.Begin(0, 1000);
  cells.Add(5, 0, 100);
  cells.Add(2, 900, 1000);
  cells.GrowTo(1'000'000);
  EXPECT_EQ(cells.Largest(), 5);
  EXPECT_EQ(cells.Columns(2), (Columns{5, std::nullopt}));
  cells.Add(4, 600'000, 1'000'000);
  EXPECT_EQ(cells.Columns(2), (Columns{5, 4}));
}

TEST(StripCellsTest, TimesOutsideCountForTheEnds) {
  StripCells cells;
  cells.Begin(0, 1000);
  cells.Add(1, -500, -400);
  cells.Add(2, 1500, kLastNanos);
  EXPECT_EQ(cells.Columns(2), (Columns{1, 2}));
  cells.Begin(10, 10);
  cells.Add(3, 10, 10);
  EXPECT_EQ(cells.Columns(2), (Columns{3, std::nullopt}));
}

}  // namespace
}  // namespace fdr::tools
