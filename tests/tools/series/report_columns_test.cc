// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/report_columns.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

class ReportColumnsTest : public testing::Test {
 protected:
  ReportColumnsTest() {
    constexpr InDomId kDisks = InDomId::Build(60, 1);
    const std::string base = directory_ / "toy";
    {
      ArchiveBuilder archive(base);
      archive.Metric({.name = "toy.one", .id = MetricId::Build(60, 0, 1)})
          .Metric({.name = "toy.two", .id = MetricId::Build(60, 0, 2)})
          .Metric({.name = "toy.disk", .id = MetricId::Build(60, 0, 3), .indom = kDisks})
          .InDom(At(0), kDisks, {{1, "sda"}, {2, "sdb"}})
          .Record(At(0), {Single(MetricId::Build(60, 0, 1), 0)});
    }
    context_ = std::move(*ArchiveContext::Open(base));
  }

  // The names of the columns.
  std::string Select(const std::vector<std::string>& metrics, const ReportOptions& options = {}) {
    ChosenReport report;
    report.name = "r";
    report.options = options;
    for (const std::string& metric : metrics) report.metrics.push_back({.metric = metric});
    tools::MetricArguments choice;
    choice.items.push_back({":r", std::move(report)});
    const auto columns = tools::SelectColumns({*context_}, choice, false, {"A test", most_}, true);
    if (!columns) return columns.error().Message();
    std::string names;
    for (const tools::Column& column : *columns)
      names += (names.empty() ? "" : "; ") + column.Name();
    return names;
  }

  const TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
  std::size_t most_ = 100;
};

TEST_F(ReportColumnsTest, AllMetricsCountForTheLimit) {
  most_ = 2;
  EXPECT_EQ(Select({"toy.one", "toy.two"}), "toy.one; toy.two");
  EXPECT_EQ(Select({"toy.disk"}), "toy.disk[sda]; toy.disk[sdb]");
  EXPECT_EQ(Select({"toy.disk", "toy.one"}),
            "A test shows 2 series at most; with the report :r there are more: name fewer metrics");
  EXPECT_EQ(Select({"toy.one", "toy.disk"}),
            "A test shows 2 series at most; with the report :r there are more: its key instances "
            "chooses some");
}

TEST_F(ReportColumnsTest, AReportOfNothingSaysWhy) {
  ReportOptions options;
  options.instances = "sdc";
  EXPECT_EQ(Select({"toy.disk"}, options),
            "Nothing of the report :r is here; its instances match none of toy.disk");
  EXPECT_EQ(Select({"toy.disk", "toy.three"}, options),
            "Nothing of the report :r is here; 1 metric is missing: toy.three; its instances match "
            "none of toy.disk");
}

}  // namespace
}  // namespace fdr::test
