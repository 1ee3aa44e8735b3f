// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/row_table.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

class RowTableTest : public testing::Test {
 protected:
  RowTableTest() { Fill({{"sda", 5}, {"sdb", 40}, {"nvme0", 7}}); }

  void Fill(const std::vector<std::pair<std::string, double>>& disks) {
    std::vector<ViewRow> rows;
    for (const auto& [name, reads] : disks)
      rows.push_back(
          {name, {{name, std::nullopt}, {std::to_string(static_cast<int>(reads)), reads}}});
    table_.Set({{"disk", 6, false}, {"reads", 6, true}}, std::move(rows));
  }

  // The names of the rows, from the top.
  std::string Rows(int lines = 10) {
    Frame frame({20, lines}, true);
    table_.Draw(frame, 0, lines);
    std::string rows;
    for (int line = 1; line < lines; ++line) {
      const std::string text = frame.Text(line);
      if (!text.empty()) rows += text.substr(0, text.find(' ')) + ' ';
    }
    return rows;
  }

  RowTable table_;
};

TEST_F(RowTableTest, SortsNumbersFromTheLargestAndTextsFromA) {
  EXPECT_EQ(Rows(), "nvme0 sda sdb ");
  table_.SortBy(1);
  EXPECT_EQ(Rows(), "sdb nvme0 sda ");
  table_.Turn();
  EXPECT_EQ(Rows(), "sda nvme0 sdb ");
  table_.MoveSort(1);  // behind the last column comes the first
  EXPECT_EQ(Rows(), "nvme0 sda sdb ");
}

TEST_F(RowTableTest, RowsWithoutAValueComeLast) {
  table_.Set({{"disk", 6, false}, {"reads", 6, true}},
             {{"a", {{"a", {}}, {"", {}}}}, {"b", {{"b", {}}, {"0", 0}}}});
  table_.SortBy(1);
  EXPECT_EQ(Rows(), "b a ");
  table_.Turn();
  EXPECT_EQ(Rows(), "b a ");
}

TEST_F(RowTableTest, FiltersInCapitalsAndSmallLetters) {
  table_.Filter("SD");
  EXPECT_EQ(Rows(), "sda sdb ");
  EXPECT_EQ(table_.shown(), 2u);
  table_.Filter("");
  EXPECT_EQ(table_.shown(), 3u);
}

TEST_F(RowTableTest, TheChoiceFollowsItsRow) {
  table_.SortBy(1);
  table_.MoveChoice(1);
  EXPECT_EQ(table_.Chosen()->key, "nvme0");
  Fill({{"sda", 5}, {"sdb", 1}, {"nvme0", 70}});
  EXPECT_EQ(table_.Chosen()->key, "nvme0");
  EXPECT_EQ(Rows(), "nvme0 sda sdb ");
}

TEST_F(RowTableTest, AtTheTopTheChoiceStaysAtTheTop) {
  table_.SortBy(1);
  EXPECT_EQ(table_.Chosen()->key, "sdb");
  Fill({{"sda", 50}, {"sdb", 40}});
  EXPECT_EQ(table_.Chosen()->key, "sda");
}

TEST_F(RowTableTest, ScrollsSoThatTheChoiceIsSeen) {
  EXPECT_EQ(Rows(3), "nvme0 sda ");
  table_.MoveChoice(100);
  EXPECT_EQ(Rows(3), "sda sdb ");
  table_.MoveChoice(-100);
  EXPECT_EQ(Rows(3), "nvme0 sda ");
}

TEST_F(RowTableTest, AnEmptyTableHasNoChoice) {
  table_.Filter("nothing");
  table_.MoveChoice(1);
  EXPECT_EQ(table_.Chosen(), nullptr);
  EXPECT_EQ(Rows(), "");
}

}  // namespace
}  // namespace fdr::tools
