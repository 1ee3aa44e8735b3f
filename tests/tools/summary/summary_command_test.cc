// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr summary` as users run it.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// Every ten seconds: sda reads 20 times, sdb 30 times.  After a mark at 25 s, counters begin anew.
class SummaryCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kReads = MetricId::Build(60, 0, 1), kBusy = MetricId::Build(60, 0, 2),
                            kLoad = MetricId::Build(60, 0, 3), kState = MetricId::Build(60, 0, 4),
                            kBytes = MetricId::Build(60, 0, 5), kErrors = MetricId::Build(60, 0, 6);
  static constexpr InDomId kDisks = InDomId::Build(60, 1);

  void SetUp() override {
    ArchiveBuilder archive(base_, Version::k3);
    const Units count{.dim_count = 1}, milliseconds{.dim_time = 1, .scale_time = 2};
    const auto counter = [&](const char* name, MetricId id, const Units& units) {
      return Metric{.name = name, .id = id, .semantics = Semantics::kCounter, .units = units};
    };
    archive
        .Metric({.name = "disk.dev.read",
                 .id = kReads,
                 .type = Type::kU64,
                 .indom = kDisks,
                 .semantics = Semantics::kCounter,
                 .units = count})
        .Metric(counter("disk.all.avactive", kBusy, milliseconds))
        .Metric(counter("disk.all.read_bytes", kBytes, {.dim_space = 1, .scale_space = 1}))
        .Metric(counter("network.interface.in.errors", kErrors, count))
        .Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat})
        .Metric({.name = "toy.state",
                 .id = kState,
                 .type = Type::kString,
                 .semantics = Semantics::kDiscrete})
        .InDom(At(0), kDisks, {{0, "sda"}, {1, "sd,b"}});
    for (std::int64_t i = 0; i < 6; ++i) {
      if (i == 3) archive.Mark(At(25));
      const std::int64_t n = i < 3 ? i : i - 3;
      archive.Record(At(10.0 * static_cast<double>(i)),
                     {{kReads, {{0, 100 + 20 * n}, {1, 30 * n}}},
                      Single(kBusy, 3500 * n),
                      Single(kBytes, 125952 * n),
                      Single(kErrors, std::int64_t{0}),
                      Single(kLoad, 0.25 * static_cast<double>(i))});
      if (i == 1) archive.Record(At(12), {Single(kState, std::string("ok"))});
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments,
                   std::vector<std::string> environment = {"LC_ALL=C.UTF-8"}) {
    arguments.insert(arguments.begin(), {"summary", base_});
    return RunFdr(std::move(arguments), std::move(environment));
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

TEST_F(SummaryCommandTest, TheTableShowsWhatIsNormalAndWhatIsExtreme) {
  const ChildOutcome outcome = Run({"disk", "toy.load", "--ascii"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(
      outcome.out,
      "toyhost, 2023-11-14 22:13:20 to 22:14:10 UTC (50 s), 6 records, 1 gap\n"
      "\n"
      "metric               unit   count   mean   min        at    p50   p90   p99   max        "
      "at  distribution  course\n"
      "disk.all.avactive    %          4     35    35  22:13:30     35    35    35    35  "
      "22:13:30  #             _____________      _____________\n"
      "disk.all.read_bytes  MiB/s      4   12.3  12.3  22:13:30   12.3  12.3  12.3  12.3  "
      "22:13:30  #             _____________      _____________\n"
      "disk.dev.read\n"
      "  sda                /s         4      2     2  22:13:30      2     2     2     2  "
      "22:13:30  #             _____________      _____________\n"
      "  sd,b               /s         4      3     3  22:13:30      3     3     3     3  "
      "22:13:30  #             _____________      _____________\n"
      "toy.load                        6  0.625     0  22:13:20  0.500  1.25  1.25  1.25  "
      "22:14:10  =# == #=      ___......:---      ===+******###\n");
}

TEST_F(SummaryCommandTest, ANarrowTableLeavesOutWhatMattersLeast) {
  const ChildOutcome outcome = Run({"disk.dev.read", "--ascii", "--width", "60"});
  EXPECT_EQ(outcome.out.substr(outcome.out.find("metric")),
            "metric  unit  mean  min  p50  p99  max        at  course\n"
            "disk.dev.read\n"
            "  sda   /s       2    2    2    2    2  22:13:30  ________\n"
            "  sd,b  /s       3    3    3    3    3  22:13:30  ________\n");
  for (int width = 40; width <= 160; width += 10) {
    const std::string table = Run({"disk", "--width", std::to_string(width), "--ascii"}).out;
    for (std::size_t from = table.find("metric"), to = 0; from < table.size(); from = to + 1) {
      to = table.find('\n', from);
      EXPECT_LE(to - from, static_cast<std::size_t>(width)) << table;
    }
  }
}

TEST_F(SummaryCommandTest, AWindowWithoutValuesFails) {
  const ChildOutcome outcome = Run({"toy.load", "-S", "@2030-01-01"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("These metrics have no values in this time window\n"),
            outcome.err.npos)
      << outcome.err;
  EXPECT_EQ(Run({"network.interface.in.errors"}).exit_status, 0);
}

TEST_F(SummaryCommandTest, WithoutMetricsTheCommonOnesAreShownInTheirOrder) {
  const ChildOutcome outcome = Run({});
  const std::size_t bytes = outcome.out.find("disk.all.read_bytes"),
                    busy = outcome.out.find("disk.all.avactive");
  EXPECT_LT(bytes, busy) << outcome.out;
  EXPECT_EQ(outcome.out.find("toy.load"), outcome.out.npos);
  EXPECT_NE(outcome.out.find("1 series was always 0, and not shown.\n"
                             "These are the most common metrics: name others, or use "
                             "--all-metrics.\n"),
            outcome.out.npos)
      << outcome.out;
  const ChildOutcome all = Run({"--all-metrics"});
  EXPECT_NE(all.out.find("toy.load"), all.out.npos);
  EXPECT_NE(all.out.find("network.interface.in.errors"), all.out.npos);
  EXPECT_EQ(all.err, "") << "nobody asked for texts";
}

TEST_F(SummaryCommandTest, AnUnknownMachineWhereNothingChangesShowsItsConstants) {
  const std::string still = directory_ / "still";
  {
    ArchiveBuilder archive(still);
    archive.Metric({.name = "b.constant", .id = kLoad});
    for (int i = 0; i < 3; ++i) archive.Record(At(i), {Single(kLoad, std::int64_t{7})});
  }
  const ChildOutcome outcome = RunFdr({"summary", still});
  EXPECT_NE(outcome.out.find("b.constant"), outcome.out.npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("0 of 1 series"), outcome.out.npos) << outcome.out;
}

TEST_F(SummaryCommandTest, AnUnknownMachineShowsWhatChanges) {
  const std::string other = directory_ / "other";
  {
    ArchiveBuilder archive(other);
    archive.Metric({.name = "b.constant", .id = kLoad}).Metric({.name = "a.changes", .id = kReads});
    for (int i = 0; i < 3; ++i)
      archive.Record(At(i), {Single(kLoad, std::int64_t{1}), Single(kReads, std::int64_t{i})});
  }
  const ChildOutcome outcome = RunFdr({"summary", other});
  EXPECT_NE(outcome.out.find("a.changes"), outcome.out.npos);
  EXPECT_EQ(outcome.out.find("b.constant"), outcome.out.npos);
  EXPECT_NE(outcome.out.find("1 of 2 series: --all-metrics shows the others.\n"), outcome.out.npos);
}

TEST_F(SummaryCommandTest, TopKeepsTheInstancesWithTheLargestMeans) {
  const ChildOutcome outcome = Run({"disk.dev.read", "--top", "1"});
  EXPECT_EQ(outcome.out.find("sda"), outcome.out.npos);
  EXPECT_NE(outcome.out.find("sd,b"), outcome.out.npos);
  EXPECT_NE(outcome.out.find("1 instance with less is not shown: --top 0 shows all.\n"),
            outcome.out.npos);
}

TEST_F(SummaryCommandTest, CsvAndJsonAreExact) {
  EXPECT_EQ(Run({"--csv", "toy.load", "disk.dev.read[\"sd,b\"]"}).out,
            "metric,instance,units,count,seconds,mean,min,min_time,p50,p90,p99,max,max_time\n"
            "toy.load,,,6,40,0.625,0,2023-11-14T22:13:20.000000000Z,0.5,1.25,1.25,1.25,"
            "2023-11-14T22:14:10.000000000Z\n"
            "disk.dev.read,\"sd,b\",count / sec,4,40,3,3,2023-11-14T22:13:30.000000000Z,3,3,3,3,"
            "2023-11-14T22:13:30.000000000Z\n");
  const std::string json = Run({"--json", "disk.dev.read[sda]"}).out;
  EXPECT_EQ(
      json.substr(0, json.find("\"course\"")),
      "{\"schema\":\"fdr.summary/1\",\"host\":\"toyhost\","
      "\"start\":\"2023-11-14T22:13:20.000000000Z\",\"end\":\"2023-11-14T22:14:10.000000000Z\","
      "\"records\":6,\"gaps\":1,\"hidden_instances\":0}\n"
      "{\"metric\":\"disk.dev.read\",\"instance\":\"sda\",\"instance_id\":0,"
      "\"semantics\":\"counter\",\"rate\":true,\"units\":\"count / sec\",\"count\":4,"
      "\"seconds\":40,\"mean\":2,\"min\":2,\"min_time\":\"2023-11-14T22:13:30.000000000Z\","
      "\"p50\":2,\"p90\":2,\"p99\":2,\"max\":2,"
      "\"max_time\":\"2023-11-14T22:13:30.000000000Z\",\"wraps\":0,\"resets\":0,"
      "\"histogram\":[40,0,0,0,0,0,0,0],");
  EXPECT_EQ(json.substr(json.find("\"course\""), 31), "\"course\":[2,2,2,2,2,2,2,2,2,2,2");
}

TEST_F(SummaryCommandTest, AWindowIsCutAtItsEnds) {
  const std::string csv =
      Run({"--csv", "disk.dev.read[sda]", "toy.load", "-S", "5s", "-T", "10s"}).out;
  EXPECT_EQ(csv.substr(csv.find('\n') + 1),
            "disk.dev.read,sda,count / sec,1,10,2,2,2023-11-14T22:13:30.000000000Z,2,2,2,2,"
            "2023-11-14T22:13:30.000000000Z\n"
            "toy.load,,,1,10,0.1875,0,2023-11-14T22:13:25.000000000Z,0.25,0.25,0.25,0.25,"
            "2023-11-14T22:13:30.000000000Z\n");
}

TEST_F(SummaryCommandTest, DerivedMetricsAndExpressions) {
  const std::string csv = Run({"--csv", "--derive", "toy.double=2*toy.load", "toy.double",
                               "rate(disk.dev.read[sda]) * 2"})
                              .out;
  EXPECT_NE(csv.find("toy.double,,,6,40,1.25,0,"), csv.npos) << csv;
  EXPECT_NE(csv.find("rate(disk.dev.read[sda]) * 2,sda,count / sec,4,20,4,4,"), csv.npos) << csv;
}

TEST_F(SummaryCommandTest, TextsHaveNoStatistics) {
  const ChildOutcome text = Run({"toy.state"});
  EXPECT_EQ(text.exit_status, 1);
  EXPECT_EQ(text.err, "fdr: toy.state has no numbers; fdr replay shows its values\n");
  const ChildOutcome mixed = Run({"toy"});
  EXPECT_EQ(mixed.exit_status, 0);
  EXPECT_EQ(mixed.err, "fdr: warning: 1 of the series has no numbers\n");
  EXPECT_EQ(Run({"-q", "toy"}).err, "");
}

TEST_F(SummaryCommandTest, MistakesAreExplained) {
  const ChildOutcome unknown = Run({"disk.dev.raed"});
  EXPECT_EQ(unknown.exit_status, 1);
  EXPECT_NE(unknown.err.find("did you mean disk.dev.read"), unknown.err.npos);
  EXPECT_EQ(Run({"-S", "nonsense"}).exit_status, 2);
  EXPECT_EQ(Run({"--json", "--csv"}).exit_status, 2);
  EXPECT_EQ(Run({"--all-metrics", "disk"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"summary", base_ + "x"}).exit_status, 1);
  const ChildOutcome late = Run({"-S", "@2030-01-01", "toy.load"});
  EXPECT_EQ(late.exit_status, 1);
  EXPECT_NE(late.err.find("The archive goes from"), late.err.npos) << late.err;
  EXPECT_NE(late.err.find("no values in this time window"), late.err.npos) << late.err;
}

TEST_F(SummaryCommandTest, AsPmlogsummary) {
  EXPECT_EQ(Run({"--pcp", "-aH", "-B", "2", "toy.load", "disk.dev.read[sda]", "nothing"}).out,
            "Log Label (Log Format Version 3)\n"
            "Performance metrics from host toyhost\n"
            "  commencing Tue Nov 14 22:13:20.000 2023\n"
            "  ending     Tue Nov 14 22:14:10.000 2023\n"
            "metric stochastic_average time_average minimum maximum count bins units\n"
            "toy.load  0.625 0.500 0.000 1.250 6 [<=0.625] 3 [<=1.250] 3 none\n"
            "disk.dev.read [\"sda\"] 2.000 2.000 2.000 2.000 4 [<=2.000] 4 [] 0 count / sec\n");
  EXPECT_EQ(Run({"--pcp", "-sF", "-p1", "disk.all.avactive"}).out,
            "disk.all.avactive,,14000.0,millisec\n");
  EXPECT_EQ(Run({"--pcp", "-sax", "-iZ", "UTC", "disk.all.avactive"}).out,
            "Note: timezone set to \"TZ=UTC\"\n\n"
            "Log Label (Log Format Version 3)\n"
            "Performance metrics from host toyhost\n"
            "  commencing Tue Nov 14 22:13:20.000 2023\n"
            "  ending     Tue Nov 14 22:14:10.000 2023\n"
            "disk.all.avactive  0.350 0.350 22:13:20.000 0.350 4 none\n");
  EXPECT_EQ(Run({"--pcp", "nothing"}).exit_status, 1);
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"-a"}, {"--pcp", "--json"}, {"--pcp", "-B0"}, {"--pcp", "-p", "x"}})
    EXPECT_EQ(Run(wrong).exit_status, 2) << wrong[0];
}

TEST_F(SummaryCommandTest, DamageIsReportedAndIsAGap) {
  const std::string volume = base_ + ".0";
  const std::uint64_t size = std::filesystem::file_size(volume);
  std::filesystem::resize_file(volume, size - 10);
  const ChildOutcome outcome = Run({"--csv", "disk.dev.read[sda]"});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_NE(outcome.err, "");
  EXPECT_NE(outcome.out.find("disk.dev.read,sda,count / sec,3,30,2,"), outcome.out.npos)
      << outcome.out;
}

}  // namespace
}  // namespace fdr::test
