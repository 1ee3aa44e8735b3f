// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A table that is wider than the screen: moved sideways, it shows every text.

#include <gtest/gtest.h>

#include <iostream>
#include <random>
#include <set>
#include <sstream>

#include "fdr/tests/support/soak.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/view/row_table.h"

namespace fdr::tools {
namespace {

// A table whose texts are all different, so that a text on the screen says where it is from.
class WideTable {
 public:
  explicit WideTable(std::mt19937& random) : random_(random) {
    const int columns = Pick(1, 9), rows = Pick(1, 6);
    for (int i = 0; i < columns; ++i) {
      const bool is_last = i + 1 == columns;
      shape_.push_back({"t" + std::to_string(i), is_last && Pick(0, 1) == 0 ? 0 : Pick(2, 40),
                        Pick(0, 1) == 0, Pick(0, 3) == 0});
    }
    for (int row = 0; row < rows; ++row) {
      ViewRow one{"row" + std::to_string(row), {}};
      for (const ViewColumn& column : shape_)
        one.fields.push_back({Text(column.is_number ? Pick(2, 12) : Pick(2, 150)), std::nullopt});
      rows_.push_back(std::move(one));
    }
    table_.Set(shape_, rows_);
  }

  // Moves to the right until nothing new comes.  Every screen that was seen.
  std::vector<Frame> Screens(int width) {
    std::vector<Frame> screens;
    for (;;) {
      Frame frame({width, kLines}, true);
      table_.Draw(frame, 0, kLines);
      if (!screens.empty() && LinesOf(frame) == LinesOf(screens.back())) return screens;
      screens.push_back(frame);
      table_.MoveSideways(1);
    }
  }

  const std::vector<ViewColumn>& shape() const { return shape_; }
  const std::vector<ViewRow>& rows() const { return rows_; }
  RowTable& table() { return table_; }

  static std::vector<std::string> LinesOf(const Frame& frame) {
    std::vector<std::string> lines;
    for (int line = 0; line < kLines; ++line) lines.push_back(frame.Text(line));
    return lines;
  }

 private:
  static constexpr int kLines = 10;

  int Pick(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }
  std::string Text(int length) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::string text;
    do {
      text.clear();
      while (static_cast<int>(text.size()) < length)
        text += kLetters[static_cast<std::size_t>(Pick(0, kLetters.size() - 1))];
    } while (!texts_.insert(text).second);
    return text;
  }

  std::mt19937& random_;
  std::set<std::string> texts_;
  std::vector<ViewColumn> shape_;
  std::vector<ViewRow> rows_;
  RowTable table_;
};

std::string AllTextOf(const std::vector<Frame>& screens) {
  std::string all;
  for (const Frame& screen : screens)
    for (const std::string& line : WideTable::LinesOf(screen)) all += line + '\n';
  return all;
}

// All of a text, or pieces of it that overlap if no screen can hold it.
bool IsSeen(const std::string& all, const std::string& text) {
  constexpr std::size_t kPiece = 8;
  if (all.find(text) != std::string::npos) return true;
  for (std::size_t i = 0; i + kPiece <= text.size(); ++i)
    if (all.find(text.substr(i, kPiece)) == std::string::npos) return false;
  return text.size() > kPiece;
}

// The words of a line that are neither a number of its row nor a part of one of its texts.
std::string ForeignWords(const std::string& line, const ViewRow& row,
                         const std::vector<ViewColumn>& shape) {
  std::string foreign, word;
  std::istringstream in(line);
  while (in >> word) {
    bool is_known = false;
    for (std::size_t i = 0; i < shape.size() && !is_known; ++i)
      is_known = shape[i].is_number ? row.fields[i].text == word
                                    : row.fields[i].text.find(word) != std::string::npos;
    if (!is_known) foreign += word + ' ';
  }
  return foreign;
}

const ViewRow* RowOf(const WideTable& table, const std::string& line) {
  for (const ViewRow& row : table.rows())
    if (ForeignWords(line, row, table.shape()).empty()) return &row;
  return nullptr;
}

TEST(ColumnViewsTest, EveryTextCanBeReachedAndNoNumberIsCut) {
  std::mt19937 random(20261129);
  const int rounds = (test::IsSoak() ? 20'000 : 1'000) / test::kSlowness;
  std::size_t screens_seen = 0;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE("table " + std::to_string(round));
    WideTable table(random);
    const int width = std::uniform_int_distribution(40, 130)(random);
    const std::vector<Frame> screens = table.Screens(width);
    screens_seen += screens.size();
    const std::string all = AllTextOf(screens);
    for (const ViewRow& row : table.rows())
      for (const ViewField& field : row.fields)
        ASSERT_TRUE(IsSeen(all, field.text)) << field.text << " at width " << width << '\n' << all;
    for (const ViewColumn& column : table.shape()) ASSERT_TRUE(IsSeen(all, column.title));
    for (const Frame& screen : screens) {
      const auto lines = WideTable::LinesOf(screen);
      for (std::size_t line = 1; line <= table.rows().size(); ++line)
        ASSERT_NE(RowOf(table, lines[line]), nullptr) << lines[line] << " at width " << width;
    }
    // The way back leads to the first screen.
    table.table().MoveSideways(-static_cast<int>(screens.size()));
    EXPECT_EQ(WideTable::LinesOf(table.Screens(width)[0]), WideTable::LinesOf(screens[0]));
  }
  std::cout << rounds << " tables, " << screens_seen << " screens\n";
  EXPECT_GT(screens_seen, 2 * static_cast<std::size_t>(rounds));
}

TEST(ColumnViewsTest, TheNameOfTheRowStays) {
  std::vector<ViewColumn> columns = {{"disk", 6, false}};
  ViewRow row{"sda", {{"sda", std::nullopt}}};
  for (int i = 0; i < 6; ++i) {
    columns.push_back({"n" + std::to_string(i), 8, true});
    row.fields.push_back({std::to_string(100 + i), 100.0 + i});
  }
  RowTable table;
  table.Set(columns, {row});
  const auto drawn = [&table] {
    Frame frame({40, 2}, true);
    table.Draw(frame, 0, 2);
    return frame.Text(1);
  };
  EXPECT_EQ(drawn(), "sda         100      101      102");
  EXPECT_TRUE(table.IsWide());
  table.MoveSideways(1);
  EXPECT_EQ(drawn(), "sda         103      104      105");
  table.MoveSideways(5);  // there is nothing more
  EXPECT_EQ(drawn(), "sda         103      104      105");
  table.MoveSideways(-1);
  EXPECT_EQ(drawn(), "sda         100      101      102");
}

TEST(ColumnViewsTest, AColumnThatIsSortedByIsShown) {
  RowTable table;
  table.Set({{"disk", 6, false}, {"a", 30, true}, {"b", 30, true}},
            {{"sda", {{"sda", {}}, {"1", 1}, {"2", 2}}}});
  table.SortBy(1);
  Frame frame({40, 2}, true);
  table.Draw(frame, 0, 2);
  EXPECT_EQ(frame.Text(1).find('2'), std::string::npos);
  table.MoveSort(1);
  Frame next({40, 2}, true);
  table.Draw(next, 0, 2);
  EXPECT_NE(next.Text(1).find('2'), std::string::npos);
}

}  // namespace
}  // namespace fdr::tools
