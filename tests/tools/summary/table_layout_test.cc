// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/table_layout.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

const std::vector<TableColumn> kColumns = {
    {"unit", 0, true}, {"little", 1, false}, {"more", 2, false}, {"max", 0, false}};
const std::vector<TableRow> kRows = {
    {"a.metric", {"MiB/s", "1", "22", "333"}},
    {"a.very.long.name.of.a.metric", {}},
    {"  the first instance of it", {"", "10", "20", "30"}},
};

std::string Table(int width) {
  std::string out;
  AppendTable("metric", kColumns, kRows, width, false, out);
  return out;
}

TEST(TableLayoutTest, WithoutALimitEverythingIsShown) {
  EXPECT_EQ(Table(0),
            "metric                      unit   little  more  max\n"
            "a.metric                    MiB/s       1    22  333\n"
            "a.very.long.name.of.a.metric\n"
            "  the first instance of it             10    20   30\n");
  EXPECT_EQ(Table(0), Table(53));
}

TEST(TableLayoutTest, ColumnsThatMatterLessAreLeftOut) {
  EXPECT_EQ(Table(36),
            "metric              unit   more  max\n"
            "a.metric            MiB/s    22  333\n"
            "a.very.long.name.of.a.metric\n"
            "  the fi~nce of it           20   30\n");
  EXPECT_EQ(Table(25),
            "metric         unit   max\n"
            "a.metric       MiB/s  333\n"
            "a.very.long.name.of.a.metric\n"
            "  the ~ of it          30\n");
}

}  // namespace
}  // namespace fdr::tools
