// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tables as people read them, in a pipe and on a screen.

#include <gtest/gtest.h>

#include <limits>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::test {
namespace {

using tools::Cell;
using tools::Column;
using tools::Row;
using tools::TableStyle;

constexpr InDomId kTableDisks = InDomId::Build(60, 1), kTableLoads = InDomId::Build(60, 2);

Column BytesColumn(const char* instance, InstanceId id) {
  Column column;
  column.metric = "disk.bytes";
  column.instance = instance;
  column.id = id;
  column.desc.indom = kTableDisks;
  column.desc.type = Type::kU64;
  column.desc.units = {.dim_space = 1};
  column.is_rate = true;
  return column;
}

Column LoadColumn() {
  Column column;
  column.metric = "load";
  column.desc.type = Type::kDouble;
  return column;
}

Column TextColumn(const char* instance, InstanceId id) {
  Column column;
  column.metric = "disk.model";
  column.instance = instance;
  column.id = id;
  column.desc.indom = kTableDisks;
  column.desc.type = Type::kString;
  return column;
}

Row RowAt(double seconds, std::vector<Cell> cells) {
  return {At(seconds), std::move(cells), false, false};
}

std::string Print(const std::vector<Column>& columns, const TableStyle& style,
                  const std::vector<Row>& rows) {
  const auto sink = tools::MakeTable(columns, style);
  std::string out;
  sink->Begin(out);
  for (const Row& row : rows) sink->Add(row, out);
  sink->End(out);
  return out;
}

constexpr double kMebi = 1024 * 1024;
constexpr double kUntilMidnight = 24 * 3600 - (22 * 3600 + 13 * 60 + 20);  // from At(0)

TEST(TableTest, AColumnHasOneScaleAndSaysWhich) {
  EXPECT_EQ(Print({LoadColumn(), BytesColumn("sda", 0), BytesColumn("sdb", 1)}, {},
                  {RowAt(0, {0.5, 12 * kMebi, Cell()}), RowAt(1, {1.25, 0.0, 2048.0})}),
            "2023-11-14     load  disk.bytes\n"
            "UTC                      sda      sdb\n"
            "                       MiB/s    KiB/s\n"
            "22:13:20       0.50     12.0        -\n"
            "22:13:21       1.25      0.0     2.00\n");
}

TEST(TableTest, TheDateStandsOnceAndWhenItChanges) {
  EXPECT_EQ(
      Print({LoadColumn()}, {}, {RowAt(kUntilMidnight - 1, {1.0}), RowAt(kUntilMidnight, {1.0})}),
      "2023-11-14     load\n"
      "UTC\n"
      "23:59:59       1.00\n"
      "2023-11-15 UTC\n"
      "00:00:00       1.00\n");
}

TEST(TableTest, ANewZoneIsSaidToo) {
  // Clocks go back at 01:00 UTC, to the same date.
  TableStyle style;
  style.zone = Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3");
  const Timestamp before{1698541200 - 1, 0}, after{1698541200, 0};
  EXPECT_EQ(
      Print({LoadColumn()}, style, {{before, {1.0}, false, false}, {after, {1.0}, false, false}}),
      "2023-10-29     load\n"
      "CEST\n"
      "02:59:59       1.00\n"
      "2023-10-29 CET\n"
      "02:00:00       1.00\n");
}

TEST(TableTest, ALongTableHasALineForEachInstance) {
  TableStyle style;
  style.is_long = true;
  EXPECT_EQ(
      Print({BytesColumn("sda", 0), BytesColumn("sdb", 1), LoadColumn(), TextColumn("sdb", 1)},
            style,
            {RowAt(0, {3 * kMebi, kMebi, 0.5, "SSD"}),
             RowAt(1, {Cell(), 512 * 1024.0, Cell(), Cell()})}),
      "2023-11-14  instance  disk.bytes     load  disk.model\n"
      "UTC                        MiB/s\n"
      "22:13:20                            0.500\n"
      "22:13:20    sda             3.00\n"
      "22:13:20    sdb             1.00           SSD\n"
      "22:13:21    sdb             0.50           -\n");
}

TEST(TableTest, TopInstancesAreRankedSampleBySample) {
  TableStyle style;
  style.is_long = true;
  style.top = {{2, "disk.bytes"}};
  EXPECT_EQ(Print({BytesColumn("a", 0), BytesColumn("b", 1), BytesColumn("c", 2)}, style,
                  {RowAt(0, {1.0, 3.0, 2.0}), RowAt(1, {9.0, Cell(), 5.0})}),
            "2023-11-14  instance  disk.bytes\n"
            "UTC                          B/s\n"
            "22:13:20    b               3.00\n"
            "22:13:20    c               2.00\n"
            "22:13:21    a               9.00\n"
            "22:13:21    c               5.00\n");
}

TEST(TableTest, NoNumberIsNoTopInstance) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  TableStyle style;
  style.is_long = true;
  style.top = {{2, "disk.bytes"}};
  EXPECT_EQ(Print({BytesColumn("a", 0), BytesColumn("b", 1), BytesColumn("c", 2)}, style,
                  {RowAt(0, {kNan, 3.0, kNan}), RowAt(1, {9.0, kNan, 12.0})}),
            "2023-11-14  instance  disk.bytes\n"
            "UTC                          B/s\n"
            "22:13:20    b                3.0\n"
            "22:13:21    c               12.0\n"
            "22:13:21    a                9.0\n");
}

TEST(TableTest, OtherDomainsAreNotRanked) {
  Column load = LoadColumn();
  load.instance = "1 minute";
  load.id = 1;
  load.desc.indom = kTableLoads;
  TableStyle style;
  style.is_long = true;
  style.top = {{1, "disk.bytes"}};
  EXPECT_EQ(
      Print({BytesColumn("a", 0), BytesColumn("b", 1), load}, style, {RowAt(0, {1.0, 3.0, 2.0})}),
      "2023-11-14  instance  disk.bytes     load\n"
      "UTC                          B/s\n"
      "22:13:20    1 minute                 2.00\n"
      "22:13:20    b               3.00\n");
}

TEST(TableTest, MarkdownHasOneLineForTheHead) {
  TableStyle style;
  style.markdown = true;
  EXPECT_EQ(Print({LoadColumn(), BytesColumn("a|b", 0)}, style,
                  {RowAt(kUntilMidnight - 1, {0.5, kMebi}), RowAt(kUntilMidnight, {0.5, kMebi})}),
            "| 2023-11-14 UTC | load | disk.bytes a\\|b (MiB/s) |\n"
            "|:---|---:|---:|\n"
            "| 23:59:59 | 0.500 | 1.00 |\n"
            "| 2023-11-15 UTC 00:00:00 | 0.500 | 1.00 |\n");
}

TEST(TableTest, OnAScreenTheHeadComesBackWithScalesOfItsOwn) {
  TableStyle style;
  style.lines_per_head = 5;
  EXPECT_EQ(Print({BytesColumn("sda", 0)}, style,
                  {RowAt(0, {1.0}), RowAt(1, {2.0}), RowAt(2, {3 * kMebi}), RowAt(3, {0.0})}),
            "2023-11-14  disk.bytes\n"
            "UTC                sda\n"
            "                   B/s\n"
            "22:13:20          1.00\n"
            "22:13:21          2.00\n"
            "2023-11-14  disk.bytes\n"
            "UTC                sda\n"
            "                 MiB/s\n"
            "22:13:22          3.00\n"
            "22:13:23          0.00\n");
}

TEST(TableTest, AValueThatOutgrowsItsScaleBeginsAScreen) {
  TableStyle style;
  style.lines_per_head = 50;
  style.streams = true;
  const std::string out = Print({BytesColumn("sda", 0)}, style,
                                {RowAt(0, {1.0}), RowAt(1, {99'000.0}), RowAt(2, {3 * kMebi})});
  EXPECT_NE(out.find("99000.00\n2023-11-14"), std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("                 MiB/s\n22:13:22          3.00\n")) << out;
}

TEST(TableTest, APipeHasOneHeadHoweverLongItIs) {
  std::vector<Row> rows;
  for (int i = 0; i < 3000; ++i) rows.push_back(RowAt(i, {static_cast<double>(i) * kMebi}));
  const std::string out = Print({BytesColumn("sda", 0)}, {}, rows);
  EXPECT_EQ(out.find("disk.bytes"), out.rfind("disk.bytes"));
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 3003);
  EXPECT_TRUE(out.ends_with("23:03:19        2999.0\n")) << out.substr(out.size() - 100);
}

TEST(TableTest, ColumnsThatDoNotFitAreCountedAndLeftOut) {
  std::vector<Column> columns;
  std::vector<Cell> cells;
  for (int i = 0; i < 20; ++i) {
    columns.push_back(BytesColumn("disk", i));
    cells.emplace_back(1.0);
  }
  TableStyle style;
  style.width = 40;
  const std::string out = Print(columns, style, {RowAt(0, cells)});
  EXPECT_EQ(out,
            "(17 columns do not fit; --long has a line for each instance, --wide shows all)\n"
            "2023-11-14  disk.bytes\n"
            "UTC            disk     disk     disk\n"
            "                B/s      B/s      B/s\n"
            "22:13:20       1.00     1.00     1.00\n");
  style.width = 0;
  EXPECT_EQ(Print(columns, style, {RowAt(0, cells)}).find("fit"), std::string::npos);
}

TEST(TableTest, OnlyTheHeadIsBold) {
  TableStyle style;
  style.color = true;
  EXPECT_EQ(Print({LoadColumn()}, style, {RowAt(0, {1.0})}),
            "\x1b[1m2023-11-14     load\nUTC\n\x1b[0m22:13:20       1.00\n");
}

TEST(TableTest, WithoutRowsThereIsNothing) { EXPECT_EQ(Print({LoadColumn()}, {}, {}), ""); }

}  // namespace
}  // namespace fdr::test
