// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/columns.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/series/cell.h"

namespace fdr::test {
namespace {

using tools::ParseColumnSpec;

using Names = std::vector<std::string>;

TEST(ColumnSpecTest, InstancesFollowInBrackets) {
  const struct {
    const char* argument;
    const char* metric;
    Names instances;
  } cases[] = {
      {"disk.dev.read", "disk.dev.read", {}},
      {"disk.[ad]*.read", "disk.[ad]*.read", {}},
      {"a[x]", "a", {"x"}},
      {"a[x, y ,z z]", "a", {"x", "y", "z z"}},
      {"a[\"x,y\",'\"']", "a", {"x,y", "\""}},
      {"a[ 'x' ]", "a", {"x"}},
      {"a[x[0]]", "a", {"x[0]"}},
  };
  for (const auto& c : cases) {
    const auto spec = ParseColumnSpec(c.argument);
    ASSERT_EQ(ErrorOf(spec), "") << c.argument;
    EXPECT_EQ(spec->metric, c.metric);
    EXPECT_EQ(spec->instances, c.instances) << c.argument;
  }
}

TEST(ColumnSpecTest, MistakesAreNamed) {
  const std::string kAsIn = ", as in 'disk.dev.read[sda,sdb]'";
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a[x")), "A bracket without an end: a[x" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("[x]")), "No metric before the bracket: [x]" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("x]")), "No metric before the bracket: x]" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a[]")), "An instance is missing in []" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a[x,,y]")), "An instance is missing in [x,,y]" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a[x,]")), "An instance is missing in [x,]" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a['x]")), "A quote without an end: 'x" + kAsIn);
  EXPECT_EQ(ErrorOf(ParseColumnSpec("a['x'y]")), "A comma is missing before y" + kAsIn);
}

class ColumnsTest : public testing::Test {
 protected:
  ColumnsTest() {
    constexpr InDomId kDisks = InDomId::Build(60, 1), kEmpty = InDomId::Build(60, 2);
    const auto counter = [](const char* name, std::uint32_t item, Units units) {
      return Metric{.name = name,
                    .id = MetricId::Build(60, 0, item),
                    .semantics = Semantics::kCounter,
                    .units = units};
    };
    const std::string base = directory_ / "toy";
    {
      ArchiveBuilder archive(base);
      archive.Metric(counter("toy.count", 1, {.dim_count = 1}))
          .Metric(counter("toy.microseconds", 2, {.dim_time = 1, .scale_time = 1}))
          .Metric(counter("toy.squared", 3, {.dim_time = 2, .scale_time = 2}))
          .Metric({.name = "toy.disk", .id = MetricId::Build(60, 0, 4), .indom = kDisks})
          .Metric({.name = "toy.nobody", .id = MetricId::Build(60, 0, 5), .indom = kEmpty})
          .InDom(At(0), kDisks, {{7, "sda"}, {2, "sdb"}, {5, "nvme one"}})
          .Record(At(0), {Single(MetricId::Build(60, 0, 1), 0)});
    }
    context_ = std::move(*ArchiveContext::Open(base));
  }

  // Each column as "NAME (UNITS) xSCALE".
  std::string Select(const Names& arguments, bool raw = false) {
    const auto columns = tools::SelectColumns({*context_}, arguments, raw, {"A test", most_});
    if (!columns) return columns.error().Message();
    std::string text;
    for (const tools::Column& column : *columns) {
      text += (text.empty() ? "" : "; ") + column.Name();
      if (!column.units.empty()) text += " (" + column.units + ')';
      if (column.scale != 1) text += " x" + tools::ExactText(column.scale);
    }
    return text;
  }

  const TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
  std::size_t most_ = 100;
};

TEST_F(ColumnsTest, MoreThanTheOutputIsGoodForAreRefused) {
  most_ = 3;
  EXPECT_EQ(Select({"toy.disk"}), "toy.disk[sdb]; toy.disk[nvme one]; toy.disk[sda]");
  EXPECT_EQ(Select({"toy.count", "toy.disk"}),
            "A test shows 3 series at most; with toy.disk there are 4: name some instances, as in "
            "'toy.disk[sdb]'");
  EXPECT_EQ(Select({"toy.count", "toy.disk[sd*]"}),
            "toy.count (count / sec); toy.disk[sdb]; toy.disk[sda]");
}

TEST_F(ColumnsTest, MetricsWithoutInstancesCountAsWell) {
  most_ = 1;
  EXPECT_EQ(Select({"toy.count", "toy.squared"}),
            "A test shows 1 series at most; with toy.squared there are 2: name fewer metrics");
  EXPECT_EQ(Select({"toy.count", "toy.nobody"}), "toy.count (count / sec)");
}

TEST_F(ColumnsTest, CountersBecomeRatesAndThoseOfTimeBecomeShares) {
  EXPECT_EQ(Select({"toy.count"}), "toy.count (count / sec)");
  EXPECT_EQ(Select({"toy.count"}, true), "toy.count (count)");
  EXPECT_EQ(Select({"toy.microseconds"}), "toy.microseconds x1e-06");
  EXPECT_EQ(Select({"toy.squared"}), "toy.squared (sec) x1e-06");
}

TEST_F(ColumnsTest, InstancesAreChosenByNameNumberFirstWordOrGlob) {
  EXPECT_EQ(Select({"toy.disk"}), "toy.disk[sdb]; toy.disk[nvme one]; toy.disk[sda]");
  EXPECT_EQ(Select({"toy.disk[sda,5]"}), "toy.disk[sda]; toy.disk[nvme one]");
  EXPECT_EQ(Select({"toy.disk[nvme]"}), "toy.disk[nvme one]");
  EXPECT_EQ(Select({"toy.disk[sd?,sda]"}), "toy.disk[sdb]; toy.disk[sda]");
  EXPECT_EQ(Select({"toy.d*[sda]", "toy.disk[sda]", "toy.count"}),
            "toy.disk[sda]; toy.count (count / sec)");
  EXPECT_EQ(Select({"toy.disk[sdc]"}), "toy.disk has no instance \"sdc\"; it has sda, sdb, ...");
  EXPECT_EQ(Select({"toy.disk[elephant]"}),
            "toy.disk has no instance \"elephant\"; it has sdb, nvme one, sda");
}

TEST_F(ColumnsTest, WhatHasNoInstancesHasNoColumns) {
  EXPECT_EQ(Select({"toy.nobody"}), "");
  EXPECT_EQ(Select({"toy.nobody[x]"}), "toy.nobody has no instance \"x\"");
  EXPECT_EQ(Select({"toy.count[x]"}), "toy.count has no instances, but one value");
  EXPECT_EQ(Select({"toy[x]"}), "toy.count has no instances, but one value");
}

TEST_F(ColumnsTest, PatternsFindNamesOrTheNearestOnes) {
  EXPECT_EQ(tools::ExpandPattern(*context_, "toy.*s").value(), (Names{"toy.microseconds"}));
  EXPECT_EQ(tools::ExpandPattern(*context_, "toy.[cd]*").value(), (Names{"toy.count", "toy.disk"}));
  EXPECT_EQ(ErrorOf(tools::ExpandPattern(*context_, "toy.cuont")),
            "Unknown metric \"toy.cuont\"; did you mean toy.count?");
  EXPECT_EQ(ErrorOf(tools::ExpandPattern(*context_, "seconds")),
            "Unknown metric \"seconds\"; did you mean toy.microseconds?");
  EXPECT_EQ(ErrorOf(tools::ExpandPattern(*context_, "x.y.z")), "Unknown metric \"x.y.z\"");
  EXPECT_EQ(ErrorOf(tools::ExpandPattern(*context_, "[")), "No metric matches \"[\"");
}

}  // namespace
}  // namespace fdr::test
