// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/report_parser.h"

#include <gtest/gtest.h>

#include "fdr/replay/reports/report_library.h"

namespace fdr {
namespace {

class ReportParserTest : public testing::Test {
 protected:
  ReportFile Parse(std::string_view text) {
    complaints_.clear();
    return ParseReports(text, "f", [this](const TextPlace& place, const std::string& what) {
      complaints_ += place.Text() + ": " + what + '\n';
    });
  }

  // The metrics of the report r.
  std::vector<ReportMetric> Metrics(const std::string& lines) {
    const ReportFile file = Parse("[r]\n" + lines);
    return file.reports.empty() ? std::vector<ReportMetric>() : file.reports[0].metrics;
  }

  std::string complaints_;
};

TEST_F(ReportParserTest, ACompactMetricHasUpToSevenFields) {
  const auto metrics = Metrics("a.b = lab,'x','y',KB/s,raw,8,2,100\nc.d = ,,,,,,\ne.f = l\n");
  ASSERT_EQ(metrics.size(), 3u);
  EXPECT_EQ(metrics[0].metric, "a.b");
  EXPECT_EQ(metrics[0].label, "lab");
  EXPECT_EQ(metrics[1].metric, "c.d");
  EXPECT_EQ(metrics[1].label, "");
  EXPECT_EQ(metrics[1].width, std::nullopt);
  EXPECT_EQ(metrics[2].label, "l");
}

TEST_F(ReportParserTest, FieldsAreLabelInstancesUnitTypeWidthPrecisionAndLimit) {
  const auto metrics = Metrics("a.b = lab, \"'x y','z'\" , KB/s ,raw, 8,2,-1.5\n");
  ASSERT_EQ(metrics.size(), 1u);
  EXPECT_EQ(metrics[0].instances, "\"'x y','z'\"");
  EXPECT_EQ(metrics[0].unit, "KB/s");
  EXPECT_EQ(metrics[0].type, "raw");
  EXPECT_EQ(metrics[0].width, 8);
  EXPECT_EQ(metrics[0].precision, 2);
  EXPECT_EQ(metrics[0].limit, -1.5);
  EXPECT_EQ(complaints_, "");
}

TEST_F(ReportParserTest, AKeyWithoutADotBindsLinesTogether) {
  const auto metrics = Metrics(
      "used = mem.used\nother.metric = x\nused.label = in use\nused.formula = a.b - c.d\n"
      "used.unit = MB\nused.instances = 1|2\nused.type = raw\nused.width = 7\n"
      "used.precision = 0\nused.limit = 3\n");
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].metric, "mem.used");
  EXPECT_EQ(metrics[0].label, "in use");
  EXPECT_EQ(metrics[0].formula, "a.b - c.d");
  EXPECT_EQ(metrics[0].unit, "MB");
  EXPECT_EQ(metrics[0].instances, "1|2");
  EXPECT_EQ(metrics[0].type, "raw");
  EXPECT_EQ(metrics[0].width, 7);
  EXPECT_EQ(metrics[0].precision, 0);
  EXPECT_EQ(metrics[0].limit, 3);
  EXPECT_EQ(metrics[0].place.Text(), "f:2");
}

TEST_F(ReportParserTest, WithFieldsTheKeyIsTheNameOfTheMetric) {
  const auto metrics = Metrics("idle = %%idle,,,,7\nidle.formula = 1 - a.b\nset = postgresql\n");
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].metric, "idle");
  EXPECT_EQ(metrics[0].label, "%idle");
  EXPECT_EQ(metrics[0].width, 7);
  EXPECT_EQ(metrics[1].metric, "postgresql");
}

TEST_F(ReportParserTest, AMetricThatIsNamedTwiceHasTheLastForm) {
  const auto metrics = Metrics("x = a.b\nx.label = one\nc.d = two\ny = a.b\ny.label = three\n");
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].label, "three");
}

TEST_F(ReportParserTest, OptionsHaveTypes) {
  const ReportFile file = Parse(
      "[options]\ninterval = 10s\nheader = No\nversion = 1\n[r]\nwidth = 9\nrank = -3\n"
      "colxrow = \"  DEV\"\ntimestamp = on\nextheader = yes\n");
  EXPECT_EQ(complaints_, "");
  EXPECT_EQ(file.options.interval, "10s");
  EXPECT_EQ(file.options.header, false);
  EXPECT_EQ(file.reports[0].options.width, 9);
  EXPECT_EQ(file.reports[0].options.rank, -3);
  EXPECT_EQ(file.reports[0].options.colxrow, "\"  DEV\"");
  EXPECT_EQ(file.reports[0].options.timestamp, true);
}

TEST_F(ReportParserTest, WhatMakesNoSenseIsReportedWithItsLine) {
  const ReportFile file = Parse(
      "[options]\nbogus = 1\nversion = 2\n[global]\nwidth = 3\n[r]\nwidht = 8\n"
      "precision = many\nx.label = y\na.b = l,,,,wide\nc.d = 1,2,3,4,5,6,7,8,9\nempty =\n");
  EXPECT_EQ(complaints_,
            "f:2: unknown option \"bogus\"\n"
            "f:3: not a value of version: \"2\"\n"
            "f:5: options such as \"width\" belong into [options]\n"
            "f:7: \"widht\" is neither an option nor the key of a metric\n"
            "f:8: not a value of precision: \"many\"\n"
            "f:9: \"x\" is not declared above, as in x = a.metric\n"
            "f:10: the width of a.b is no number: \"wide\"\n"
            "f:11: more fields than a metric has: 9\n"
            "f:12: \"empty\" is neither an option nor the key of a metric\n");
  EXPECT_EQ(file.reports[0].metrics.size(), 2u);
}

// Any text must be survived; a file of tens of thousands of equal lines is read in linear time.
TEST_F(ReportParserTest, AnyCutOfAFileIsAccepted) {
  const std::string text =
      "[options]\nx = 1\n[global]\na.b = ,'c\n[r]\nk = v.w,\nk.formula = \n  (1 +\n%(k)s\n";
  for (std::size_t size = 0; size <= text.size(); ++size) Parse(text.substr(0, size));
  std::string many = "[r]\n";
  for (int i = 0; i < 50'000; ++i) many += "a.b = c\n";
  EXPECT_EQ(Parse(many).reports[0].metrics.size(), 1u);
}

class ReportLibraryTest : public ReportParserTest {
 protected:
  ReportLibrary library_;
};

TEST_F(ReportLibraryTest, EarlierGroupsHideLaterOnesAndLaterFilesEarlierOnes) {
  library_.Add({Parse("[a]\nx.one = 1\n"), Parse("[a]\nx.two = 2\n")});
  library_.Add({Parse("[a]\nx.three = 3\n[b]\nx.four = 4\n")});
  ASSERT_TRUE(library_.Find("a"));
  EXPECT_EQ(library_.Find("a")->metrics[0].metric, "x.two");
  EXPECT_TRUE(library_.Find("b"));
  EXPECT_FALSE(library_.Find("c"));
  const auto all = library_.All();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]->metrics[0].metric, "x.two");
}

TEST_F(ReportLibraryTest, OptionsAndGlobalMetricsAreOfAGroup) {
  library_.Add({Parse("[options]\nwidth = 5\nrank = 2\n[global]\ng.g = G\n"),
                Parse("[a]\nrank = 3\nx.y = X\n[b]\nglobals = no\nx.y = X\n")});
  library_.Add({Parse("[c]\nx.y = X\n")});
  const auto a = library_.Find("a");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->options.width, 5);
  EXPECT_EQ(a->options.rank, 3);
  ASSERT_EQ(a->metrics.size(), 2u);
  EXPECT_EQ(a->metrics[0].metric, "g.g");
  EXPECT_EQ(library_.Find("b")->metrics.size(), 1u);
  EXPECT_EQ(library_.Find("c")->metrics.size(), 1u);
  EXPECT_EQ(library_.Find("c")->options.width, std::nullopt);
}

TEST_F(ReportLibraryTest, TheMetricsOfAReportIncludeThoseOfItsFormulas) {
  library_.Add(
      {Parse("[a]\nx.y = X\nd = p.q\nd.formula = 2 * rate(u.v) / x.y\ne = r.s\n"
             "e.formula = p.q + w.w\nf = no\nf.formula = (((\n")});
  EXPECT_EQ(MetricsOf(*library_.Find("a")), (std::vector<std::string>{"x.y", "u.v", "w.w"}));
}

TEST_F(ReportLibraryTest, AReportIsDescribedByItsCommentOrItsLabels) {
  const ReportFile file = Parse("# What it is\n[a]\nx.y = X\n\n[b]\nx.y = X\nx.z = ,,,,3\n");
  EXPECT_EQ(DescriptionOf(file.reports[0]), "What it is");
  EXPECT_EQ(DescriptionOf(file.reports[1]), "X, x.z");
}

TEST_F(ReportLibraryTest, AtLeastTwentyReportsAreBuiltInAndFreeOfErrors) {
  const ReportFile file = BuiltInReports();
  EXPECT_GE(file.reports.size(), 20u);
  for (const DefinedReport& report : file.reports) {
    EXPECT_NE(report.description, "") << report.name;
    EXPECT_FALSE(report.metrics.empty()) << report.name;
  }
}

}  // namespace
}  // namespace fdr
