// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the viewers show of an archive that `fdr copy -t` has thinned, with its extremes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"
#include "fdr/tools/view/metric_chart.h"

namespace fdr::test {
namespace {

constexpr MetricId kThinnedReads = MetricId::Build(60, 0, 4),
                   kThinnedBusy = MetricId::Build(60, 0, 5),
                   kThinnedLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kThinnedDisks{60U << 22 | 1U};

// An hour of records every ten seconds, in which each metric is unusual for ten seconds.
void WriteHour(const std::string& base, const std::string& host) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = std::string_view(host);
  ArchiveBuilder archive(base, options);
  constexpr auto kCounter = Semantics::kCounter;
  constexpr Units kOne{.dim_count = 1}, kMilliseconds{.dim_time = 1, .scale_time = 2};
  archive.Metric({"disk.dev.read", kThinnedReads, Type::kU64, kThinnedDisks, kCounter, kOne})
      .Metric({"disk.all.busy", kThinnedBusy, Type::kU32, {}, kCounter, kMilliseconds})
      .Metric({"toy.load", kThinnedLoad, Type::kDouble})
      .InDom(At(0), kThinnedDisks, {{0, "sda"}, {1, "sdb"}});
  std::uint64_t sda = 0, sdb = 0, busy = 0;
  for (int i = 0; i <= 360; ++i) {
    sda += i == 150 ? 70'000 : 100;
    sdb += i == 250 ? 0 : 50;
    busy += i == 30 ? 9'000 : 1'000;
    archive.Record(At(10 * i), {{kThinnedReads, {{0, sda}, {1, sdb}}},
                                Single(kThinnedBusy, busy),
                                Single(kThinnedLoad, i == 100   ? 900.0
                                                     : i == 200 ? 0.5
                                                                : 3.0 + i % 2)});
  }
}

class ThinnedViewTest : public ViewerTest {
 protected:
  void SetUp() override {
    WriteHour(directory_ / "plain", "plain");
    WriteHour(elsewhere_ / "thin", "thin");
    const ChildOutcome outcome = RunFdr({"copy", "-t", "10m", "--statistics=min,max,rates",
                                         elsewhere_ / "thin", directory_ / "thin"});
    ASSERT_EQ(outcome.exit_status, 0) << outcome.err;
  }

  // The numbers of a field in `n` buckets of the hour.
  std::vector<double> Field(const std::string& source, const std::string& metric,
                            const std::string& field, int n) {
    const std::string answer =
        Get("buckets?format=json&from=1700000000&to=1700003600&p=64&s=" + source + "&m=" + metric +
            "&f=" + field + "&n=" + std::to_string(n));
    const std::string key = '"' + field + "\":[";
    const std::size_t start = answer.rfind(key);
    EXPECT_NE(start, std::string::npos) << answer;
    std::istringstream in(answer.substr(start + key.size()));
    std::vector<double> numbers;
    for (std::string one; std::getline(in, one, ',') && numbers.size() < static_cast<unsigned>(n);)
      numbers.push_back(one.starts_with("null") ? std::nan("") : std::atof(one.c_str()));
    return numbers;
  }

  static constexpr double kTiny = 1e-9;
  const TempDirectory elsewhere_;
};

// Its interval is a bucket.
TEST_F(ThinnedViewTest, ABucketHasTheExtremesOfTheOriginal) {
  struct Spike {
    const char* metric;
    const char* field;
    std::size_t bucket;
    double value;
  };
  for (const auto& [metric, field, bucket, value] : {Spike{"disk.dev.read[sda]", "max", 2, 7'000},
                                                     {"disk.dev.read[sdb]", "min", 4, 0},
                                                     {"disk.all.busy", "max", 0, 0.9},
                                                     {"toy.load", "max", 1, 900},
                                                     {"toy.load", "min", 3, 0.5}}) {
    const std::vector<double> plain = Field("plain", metric, field, 6);
    const std::vector<double> thin = Field("thin", metric, field, 6);
    ASSERT_EQ(thin.size(), 6U);
    EXPECT_EQ(plain[bucket], value) << metric;
    EXPECT_EQ(thin[bucket], value) << metric;
    EXPECT_EQ(Field("thin", metric, field, 1)[0], value) << metric << ": all of the hour";
    // Elsewhere, too, nothing of the original is missing.
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_TRUE(field[1] == 'a' ? thin[i] >= plain[i] - kTiny : thin[i] <= plain[i] + kTiny)
          << metric << ' ' << i << ": " << thin[i] << ", not " << plain[i];
  }
}

TEST_F(ThinnedViewTest, EachBucketOfTheIntervalMayHaveHadTheSpike) {
  const std::vector<double> load = Field("thin", "toy.load", "max", 60);
  for (std::size_t i = 0; i < load.size(); ++i)
    EXPECT_EQ(load[i], i >= 10 && i < 20 ? 900 : 4) << i;
  // The first rates are those behind the first value.
  const std::vector<double> busy = Field("thin", "disk.all.busy", "max", 60);
  for (std::size_t i = 0; i < busy.size(); ++i)
    EXPECT_NEAR(busy[i], i < 10 ? 0.9 : i == 10 ? 68.0 / 600 : 0.1, kTiny) << i;
}

TEST_F(ThinnedViewTest, CountersThatStayCountersHaveTheirOwnValues) {
  const std::vector<double> most = Field("thin", "disk.all.busy&rate=raw", "max", 6);
  EXPECT_EQ(most[1], 61'000 + 8'000);
}

TEST_F(ThinnedViewTest, TheLargestSeriesIsTheOneWithTheSpike) {
  const std::string answer =
      Get("buckets?format=json&from=1700000000&to=1700003600&n=6&f=max&s=thin&m=disk.dev.read"
          "&top=1&order=max");
  EXPECT_NE(answer.find("\"i\":\"sda\""), std::string::npos) << answer;
  EXPECT_NE(answer.find("7000"), std::string::npos) << answer;
}

// A peak that the thinned values have lost may be the only difference.
TEST_F(ThinnedViewTest, AComparisonHasTheExtremes) {
  const ChildOutcome outcome = RunFdr({"diff", directory_ / "thin", "--at", "@1700000600",
                                       "--before", "@1700001800", "--window", "20m", "--json"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("fdr.toy.load.max"), std::string::npos) << outcome.out;
}

TEST_F(ThinnedViewTest, TheTerminalShadesFromMinimumToMaximum) {
  const auto chart_of = [&](const std::string& name, const std::string& keys) {
    TerminalChild child(
        {.argv = {FDR_COMMAND, "view", directory_ / name, "-p", "metrics", "-S", "22:40:00"},
         .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS",
                         "LINES"},
         .time_limit = std::chrono::minutes(2)});
    const std::string list = child.WaitUntilShown("toy.load");
    EXPECT_EQ(list.find("fdr."), std::string::npos) << list;
    child.Press(keys);
    child.Press("c");
    std::string screen = child.WaitUntilShown("\u25b2");  // the cursor below the chart
    child.Press("q");
    EXPECT_EQ(child.WaitForEnd().exit_status, 0);
    return screen;
  };
  const std::string to_the_last = "\x1b[B\x1b[B\x1b[B";
  const std::string load = chart_of("thin", to_the_last);
  EXPECT_TRUE(Has(load, "toy.load, shaded: min to max"));
  EXPECT_TRUE(Has(load, "1000 "));  // of the axis
  // A counter of time is a share of time.
  const std::string busy = chart_of("thin", "");
  EXPECT_TRUE(Has(busy, "disk.all.busy (%), shaded: min to max"));
  EXPECT_TRUE(Has(busy, "100 "));
  EXPECT_FALSE(Has(chart_of("plain", to_the_last), "shaded"));
}

TEST_F(ThinnedViewTest, TheShadeWaitsIfAKeyDoes) {
  const auto archive = ArchiveContext::Open(directory_ / "thin");
  ASSERT_TRUE(archive) << ErrorOf(archive);
  const std::vector<std::string> names = {"toy.load"};
  const std::vector<tools::WatchedMetric> metrics = tools::WatchMetrics(**archive, names);
  ASSERT_EQ(metrics.size(), 1U);
  tools::MetricChart chart;
  const auto is_shaded = [&](bool keep_going) {
    const auto read = chart.Read(**archive, **archive, metrics.front(), {}, At(0), At(3'600), 60,
                                 [&] { return keep_going; });
    EXPECT_EQ(ErrorOf(read), "");
    tools::Frame frame({60, 20}, true);
    chart.Draw(frame, 0, 20, At(0), Zone());
    return Has(frame.Text(0), "toy.load, shaded: min to max");
  };
  EXPECT_FALSE(is_shaded(false));
  EXPECT_TRUE(is_shaded(true));
  EXPECT_TRUE(is_shaded(false)) << "it has been read";
}

// Its unit is another one, so no chart has it.
TEST_F(ThinnedViewTest, AMetricThatOnlyHasTheNameOfAnExtremeIsListed) {
  {
    ArchiveBuilder archive(directory_ / "odd");
    archive.Metric({.name = "toy.load", .id = kThinnedLoad})
        .Metric({.name = "fdr.toy.load.max", .id = kThinnedReads, .units = {.dim_space = 1}})
        .Metric({.name = "fdr.toy.load.min", .id = kThinnedBusy});
    for (int i = 0; i < 3; ++i)
      archive.Record(At(10 * i),
                     {Single(kThinnedLoad, std::int64_t{3}), Single(kThinnedReads, std::int64_t{2}),
                      Single(kThinnedBusy, std::int64_t{1})});
  }
  TerminalChild child(
      {.argv = {FDR_COMMAND, "view", directory_ / "odd", "-p", "metrics"},
       .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
       .time_limit = std::chrono::minutes(2)});
  const std::string screen = child.WaitUntilShown("fdr.toy.load.max");
  EXPECT_FALSE(Has(screen, "fdr.toy.load.min"));
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

}  // namespace
}  // namespace fdr::test
