// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/fold.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/tests/support/error_of.h"

namespace fdr::test {
namespace {

using tools::Cell;
using tools::Column;
using tools::SumOfCells;

Column DiskColumn(const char* metric, const char* instance, Type type = Type::kU64) {
  Column column;
  column.metric = metric;
  column.instance = instance;
  column.desc.indom = InDomId::Build(60, 1);
  column.desc.type = type;
  return column;
}

std::vector<std::string> FoldedNames(const std::vector<Column>& columns, const char* regex) {
  const auto pattern = TextPattern::Posix(regex);
  EXPECT_EQ(ErrorOf(pattern), "");
  std::vector<std::string> names;
  for (const Column& column : tools::Fold(columns, *pattern).columns)
    names.push_back(column.Name());
  return names;
}

using Names = std::vector<std::string>;

TEST(FoldTest, InstancesFoldIntoWhatTheGroupsMatch) {
  const std::vector<Column> columns = {DiskColumn("read", "sda1"), DiskColumn("read", "dm-0"),
                                       DiskColumn("read", "sda2"), DiskColumn("read", "sdb1"),
                                       DiskColumn("write", "sda1")};
  EXPECT_EQ(FoldedNames(columns, "^(sd[a-z])[0-9]+$"),
            (Names{"read[sda]", "read[dm-0]", "read[sdb]", "write[sda]"}));
  EXPECT_EQ(FoldedNames(columns, "^sd"), (Names{"read[sd]", "read[dm-0]", "write[sd]"}));
  EXPECT_EQ(FoldedNames(columns, "^(s)d(.)"),
            (Names{"read[s a]", "read[dm-0]", "read[s b]", "write[s a]"}));
}

TEST(FoldTest, TextsAndSingleValuesStay) {
  Column single = DiskColumn("load", "");
  single.desc.indom = InDomId();
  EXPECT_EQ(FoldedNames({DiskColumn("model", "sda1", Type::kString),
                         DiskColumn("model", "sda2", Type::kString), single},
                        "."),
            (Names{"model[sda1]", "model[sda2]", single.Name()}));
}

TEST(FoldTest, SumsStayExactAsLongAsTheyCan) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(SumOfCells(std::uint64_t{1}, kMost - 1), Cell(kMost));
  EXPECT_EQ(SumOfCells(std::uint64_t{2}, kMost), Cell(static_cast<double>(kMost) + 2));
  EXPECT_EQ(SumOfCells(std::int64_t{-2}, std::int64_t{5}), Cell(std::int64_t{3}));
  EXPECT_EQ(SumOfCells(0.5, 0.25), Cell(0.75));
}

TEST(FoldTest, NoValueAddsNothing) {
  EXPECT_EQ(SumOfCells(Cell(), 0.5), Cell(0.5));
  EXPECT_EQ(SumOfCells(0.5, Cell()), Cell(0.5));
  EXPECT_EQ(SumOfCells(Cell(), Cell()), Cell());
}

class RowKeeper final : public tools::RowSink {
 public:
  explicit RowKeeper(std::vector<tools::Row>& rows) : rows_(rows) {}
  void Add(const tools::Row& row, std::string&) override { rows_.push_back(row); }

 private:
  std::vector<tools::Row>& rows_;
};

TEST(FoldTest, RowsArePassedOnWithTheSums) {
  const auto pattern = TextPattern::Posix("^(sd)");
  ASSERT_EQ(ErrorOf(pattern), "");
  const tools::Folding folding = tools::Fold(
      {DiskColumn("read", "sda"), DiskColumn("read", "x"), DiskColumn("read", "sdb")}, *pattern);
  std::vector<tools::Row> rows;
  const auto sink = tools::MakeFoldingSink(folding, std::make_unique<RowKeeper>(rows));
  std::string out;
  sink->Add({{7, 0}, {1.0, 2.0, 4.0}, false, true}, out);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].stamp, (Timestamp{7, 0}));
  EXPECT_EQ(rows[0].cells, (std::vector<Cell>{5.0, 2.0}));
  EXPECT_TRUE(rows[0].after_gap);
}

}  // namespace
}  // namespace fdr::test
