// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/report_by.h"

#include <gtest/gtest.h>

#include "fdr/replay/reports/report_library.h"

namespace fdr::tools {
namespace {

TEST(ReportByTest, EachWordChoosesAReportThatExists) {
  ReportLibrary library;
  library.Add({BuiltInReports()});
  for (const std::string& word : WordsOfBy()) {
    std::vector<std::string> arguments = {"kernel.all.load", ":ps"};
    std::optional<std::string> by = word;
    ASSERT_TRUE(ChooseReportsBy(arguments, by, false)) << word;
    EXPECT_EQ(by, std::nullopt);
    EXPECT_EQ(arguments[0], "kernel.all.load");
    EXPECT_NE(arguments[1], ":ps");
    EXPECT_TRUE(library.Find(arguments[1].substr(1))) << arguments[1];
  }
  EXPECT_EQ(FormOfReport("ps-by-unit"), "ps --by unit");
  EXPECT_EQ(FormOfReport("cgroups"), "cgroups");
}

TEST(ReportByTest, AnotherWordIsAMetricOfTop) {
  std::vector<std::string> arguments = {":ps"};
  std::optional<std::string> by = "proc.psinfo.rss";
  EXPECT_TRUE(ChooseReportsBy(arguments, by, true));
  EXPECT_EQ(by, "proc.psinfo.rss");
  EXPECT_FALSE(ChooseReportsBy(arguments, by, false));
  arguments = {":vmstat"};
  by = "unit";
  EXPECT_FALSE(ChooseReportsBy(arguments, by, false)) << "only :ps has such reports";
}

}  // namespace
}  // namespace fdr::tools
