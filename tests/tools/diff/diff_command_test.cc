// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr diff` as users run it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// Ten minutes, a record every ten seconds, from 22:13:20 on.  In the second half much is different:
// toy.jump goes from 10 to 1,000 a second, and toy.creep from 10,000 to 10,100.
class DiffCommandTest : public testing::Test {
 protected:
  static constexpr InDomId kDisks = InDomId::Build(60, 1), kProcesses = InDomId::Build(60, 2);
  static constexpr std::uint32_t kNoisy = 20;

  static MetricId Id(std::uint32_t item) { return MetricId::Build(60, 0, item); }

  void SetUp() override { Write(base_); }

  static void Describe(ArchiveBuilder& archive) {
    const Units count{.dim_count = 1};
    const auto counter = [&](const char* name, std::uint32_t item, InDomId indom = {}) {
      archive.Metric({.name = name,
                      .id = Id(item),
                      .type = Type::kU64,
                      .indom = indom,
                      .semantics = Semantics::kCounter,
                      .units = count});
    };
    counter("toy.jump", 1);
    counter("toy.creep", 2);
    counter("disk.dev.write", 3, kDisks);
    counter("proc.work", 4, kProcesses);
    archive.Metric({.name = "toy.constant", .id = Id(5)})
        .Metric({.name = "toy.late", .id = Id(6)})
        .Metric({.name = "toy.text", .id = Id(7), .type = Type::kString})
        .Metric({.name = "proc.state", .id = Id(8), .indom = kProcesses})
        .Metric({.name = "toy.also_jump",
                 .id = Id(9),
                 .type = Type::kU64,
                 .semantics = Semantics::kCounter,
                 .units = count})
        .InDom(At(0), kDisks, {{0, "sda"}, {1, "sdb"}, {2, "sdc"}})
        .InDom(At(0), kProcesses, {{1, "init"}, {99, "hog"}});
    for (std::uint32_t i = 0; i < kNoisy; ++i)
      archive.Metric(
          {.name = "noise.n" + std::to_string(i), .id = Id(100 + i), .type = Type::kDouble});
  }

  static void Write(const std::string& base, std::int64_t from = 0, std::int64_t to = 60) {
    ArchiveBuilder archive(base, Version::k3);
    Describe(archive);
    std::mt19937 random(7);
    std::exponential_distribution<double> noise(0.01);
    std::int64_t jump = 0, creep = 0;
    for (std::int64_t i = 0; i <= 60; ++i) {
      const bool is_late = i >= 30;
      std::vector<Values> values = {Single(Id(1), jump),
                                    Single(Id(2), creep),
                                    Single(Id(9), 3 * jump),
                                    Single(Id(5), std::int64_t{7}),
                                    {Id(3), {{0, 5 * creep}, {1, 2 * jump}, {2, jump / 2}}}};
      values.push_back({Id(4), {{1, i}}});
      values.push_back({Id(8), {{1, std::int64_t{3}}}});
      if (is_late) {
        values[5].values.push_back({99, jump});
        values[6].values.push_back({99, std::int64_t{5}});
        values.push_back(Single(Id(6), i));
      }
      for (std::uint32_t n = 0; n < kNoisy; ++n)
        values.push_back(Single(Id(100 + n), noise(random)));
      if (i >= from && i <= to) archive.Record(At(10.0 * static_cast<double>(i)), values);
      jump += is_late ? 10'000 : 100;
      creep += is_late ? 101'000 : 100'000;
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"diff", base_});
    return RunFdr(std::move(arguments), {"LC_ALL=C.UTF-8", "TZ=UTC"});
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

// The metrics of a CSV, in its order.
std::vector<std::string> MetricsInCsv(const std::string& csv) {
  std::vector<std::string> names;
  for (std::size_t from = csv.find('\n') + 1; from < csv.size(); from = csv.find('\n', from) + 1)
    names.push_back(csv.substr(from, csv.find(',', from) - from));
  return names;
}

std::size_t PlaceAmong(const std::string& name, const std::vector<std::string>& names) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

TEST_F(DiffCommandTest, WhatChangedMostComesFirst) {
  const ChildOutcome outcome =
      Run({"--at", "5m", "--before", "0s", "--csv", "--top", "0", "--instances"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  const std::vector<std::string> names = MetricsInCsv(outcome.out);
  EXPECT_LT(PlaceAmong("proc.work", names), 2u) << outcome.out;
  EXPECT_LT(PlaceAmong("toy.jump", names), PlaceAmong("toy.creep", names));
  EXPECT_LT(PlaceAmong("toy.creep", names), names.size());
  for (const std::string& name : names)
    EXPECT_TRUE(!name.starts_with("noise.") ||
                PlaceAmong("toy.jump", names) < PlaceAmong(name, names));
  EXPECT_EQ(PlaceAmong("toy.constant", names), names.size());
}

TEST_F(DiffCommandTest, TheTableSaysItInWords) {
  const ChildOutcome outcome =
      Run({"--at", "5m", "--before", "0s", "--ascii", "toy", "proc", "disk"});
  EXPECT_EQ(outcome.exit_status, 0);
  const std::string& out = outcome.out;
  const auto has = [&](const char* text) { return out.find(text) != out.npos; };
  EXPECT_TRUE(out.starts_with("before: toyhost, 2023-11-14 22:13:20 to 22:18:20 UTC (00:05:00)"))
      << out;
  EXPECT_TRUE(has("after:  toyhost, 2023-11-14 22:18:20 to 22:23:20 UTC (00:05:00)")) << out;
  EXPECT_TRUE(has("x 100")) << out;
  EXPECT_TRUE(has("appeared")) << out;
  EXPECT_TRUE(has("= toy.jump")) << out << "those that went the same way are named";
  EXPECT_TRUE(has("1 metric is recorded only after: toy.late\n")) << out;
  EXPECT_TRUE(has("differ; --top 0 --instances shows all.\n")) << out;
  const std::string disks = Run({"--at", "5m", "--ascii", "disk"}).out;
  EXPECT_NE(disks.find("disk.dev.write  (and 2 more)"), disks.npos) << disks;
}

TEST_F(DiffCommandTest, ANarrowTableLeavesOutWhatMattersLeast) {
  const std::string table =
      Run({"--at", "5m", "--before", "0s", "--ascii", "--width", "50", "toy.jump"}).out;
  EXPECT_EQ(table.substr(table.find("metric ")),
            "metric    unit  before  after  change\n"
            "toy.jump  /s      10.0   1000   x 100\n"
            "\n"
            "1 of 1 series differ.\n");
}

TEST_F(DiffCommandTest, InstancesAndTopChooseHowMuch) {
  const auto lines = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--at", "5m", "--before", "0s", "--csv"});
    return MetricsInCsv(Run(more).out);
  };
  EXPECT_EQ(lines({"--top", "2"}).size(), 2u);
  const auto all = lines({"--top", "0", "--instances"});
  EXPECT_EQ(std::count(all.begin(), all.end(), "disk.dev.write"), 3);
  const auto folded = lines({"--top", "0"});
  EXPECT_EQ(std::count(folded.begin(), folded.end(), "disk.dev.write"), 1);
}

TEST_F(DiffCommandTest, TimesMayBeGivenInManyForms) {
  const std::string expected = Run({"--at", "5m", "--before", "0s", "--csv"}).out;
  EXPECT_EQ(MetricsInCsv(expected).size() >= 3, true);
  EXPECT_EQ(Run({"--at", "22:18:20", "--before", "22:13:20", "--csv"}).out, expected);
  EXPECT_EQ(Run({"--at", "22:18:20", "--csv"}).out, expected) << "five minutes by default";
  EXPECT_EQ(Run({"-S", "0s", "-T", "5m", "-B", "5m", "--csv"}).out, expected);
  EXPECT_EQ(Run({"--at", "@2023-11-14 22:18:20", "--window", "5m", "--csv"}).out, expected);
}

TEST_F(DiffCommandTest, TwoArchivesAreComparedByNames) {
  const std::string first = directory_ / "first", second = directory_ / "second";
  Write(first, 0, 30);
  Write(second, 30, 60);
  const ChildOutcome outcome =
      RunFdr({"diff", first, second, "--csv", "--top", "0", "--instances"});
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> names = MetricsInCsv(outcome.out);
  EXPECT_LT(PlaceAmong("toy.jump", names), PlaceAmong("toy.creep", names));
  const ChildOutcome json = RunFdr({"diff", first, second, "--json", "toy.jump"});
  EXPECT_TRUE(json.out.starts_with("{\"schema\":\"fdr.diff/1\",\"before\":{\"archive\":\"" + first))
      << json.out;
  EXPECT_NE(json.out.find("\"metric\":\"toy.jump\",\"semantics\":\"counter\",\"rate\":true,"
                          "\"units\":\"count / sec\",\"distance\":"),
            json.out.npos)
      << json.out;
  EXPECT_NE(json.out.find("\"presence\":\"both\",\"others\":0,\"same\":[],"
                          "\"mean_before\":10,\"mean_after\":1000,\"change\":\"x 100\","
                          "\"before\":{\"count\":30,"),
            json.out.npos)
      << json.out;
  const ChildOutcome same = RunFdr({"diff", first, first});
  EXPECT_EQ(same.exit_status, 0);
  EXPECT_NE(same.out.find("0 of "), same.out.npos) << same.out;
}

TEST_F(DiffCommandTest, TheSecondWordIsAnArchiveOrAMetric) {
  EXPECT_NE(Run({"toy.jump", "--at", "5m"}).out.find("toy.jump"), std::string::npos);
  const ChildOutcome neither = Run({"nothing", "--at", "5m"});
  EXPECT_EQ(neither.exit_status, 1);
  EXPECT_NE(neither.err.find("there is no archive of that name"), neither.err.npos) << neither.err;
  EXPECT_EQ(RunFdr({"diff", base_, directory_ / "nothing"}).exit_status, 1);
  EXPECT_EQ(RunFdr({"diff", directory_ / "nothing", base_}).exit_status, 1);
}

TEST_F(DiffCommandTest, WithoutTimesItFindsTheStretchThatDiffersMost) {
  const ChildOutcome found = Run({});
  EXPECT_EQ(found.exit_status, 0);
  EXPECT_TRUE(found.out.starts_with(
      "The stretch that differs most from the rest of the archive, and the time before it:\n"
      "before: toyhost, 2023-11-14 22:13:20 to 22:18:20 UTC (00:05:00), 30 records\n"
      "after:  toyhost, 2023-11-14 22:18:20 to 22:23:20 UTC (00:05:00), 31 records\n"))
      << found.out;
  EXPECT_NE(Run({"--json"}).out.find(R"("searched":true)"), std::string::npos);
  const ChildOutcome within = Run({"-S", "2m", "-T", "8m"});
  EXPECT_NE(within.out.find("\nbefore: toyhost, 2023-11-14 22:15:20 to "), std::string::npos)
      << within.out;
  const ChildOutcome alike = Run({"toy.constant"});
  EXPECT_EQ(alike.exit_status, 1);
  EXPECT_EQ(alike.err,
            "fdr: No stretch of the archive differs from the rest; two times are compared by "
            "--at 03:55 --before 03:50\n");
}

TEST_F(DiffCommandTest, MistakesAreExplainedWithWhatWouldWork) {
  const ChildOutcome outside = Run({"--at", "@2030-01-01"});
  EXPECT_EQ(outside.exit_status, 1);
  EXPECT_NE(outside.err.find("the archive goes from 2023-11-14 22:13:20 to 2023-11-14 22:23:20"),
            outside.err.npos)
      << outside.err;
  // One hour before the start, and a week before the end.
  for (const char* before : {"@2023-11-14 21:13:20", "10080m ago"}) {
    const ChildOutcome early = Run({"--at", "5m", "--before", before});
    EXPECT_EQ(early.exit_status, 1) << early.out;
    EXPECT_TRUE(Has(early.err, "--before: There is no recording at 2023-11-"));
    EXPECT_EQ(Run({"--at", before}).exit_status, 1);
  }
  const ChildOutcome nonsense = Run({"--at", "nonsense"});
  EXPECT_EQ(nonsense.exit_status, 2);
  EXPECT_NE(nonsense.err.find("--at: Not a time"), nonsense.err.npos) << nonsense.err;
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--at", "5m", "--before", "5m"},
                                             {"--before", "5m"},
                                             {"--at", "5m", "-S", "1m"},
                                             {"--at", "5m", "--window", "x"},
                                             {"--at", "5m", "--window", "0"},
                                             {"--at", "5m", "--json", "--csv"}})
    EXPECT_EQ(Run(wrong).exit_status, 2) << wrong[0] << wrong.back();
  const ChildOutcome text = Run({"toy.text", "--at", "5m"});
  EXPECT_EQ(text.exit_status, 1);
}

TEST_F(DiffCommandTest, AsPmdiff) {
  const ChildOutcome outcome =
      Run({"--pcp", "-T", "295s", "-B", "5m", "-q", "1.005", "-x", "noise|proc"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out.substr(outcome.out.find("Excluded")),
            "Excluded metrics:\n"
            "    ^pmcd.pmlogger.port \n"
            "    noise|proc\n"
            "\n"
            "Missing from " +
                base_ +
                " start-295s (not compared) ...\n"
                "    toy.late\n"
                "\n"
                "Ratio Threshold: >= 1.00 or <= 0.995\n"
                "            toy             toy   Ratio  Metric-Instance\n"
                "     start-295s          5m-end\n"
                "         20.00         2000      100.00   disk.dev.write [\"sdb\"]\n"
                "          5.000         500.0    100.00   disk.dev.write [\"sdc\"]\n"
                "         30.00         3000      100.00   toy.also_jump\n"
                "         10.00         1000      100.00   toy.jump\n"
                "      50000           50500       1.01   disk.dev.write [\"sda\"]\n"
                "      10000           10100       1.01   toy.creep\n");
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"-q", "3"},
                                             {"--pcp", "-q", "0"},
                                             {"--pcp", "-x", "("},
                                             {"--pcp", "--json"},
                                             {"--pcp", "--at", "5m"},
                                             {"--pcp", base_, "toy"}})
    EXPECT_EQ(Run(wrong).exit_status, 2) << wrong.back();
  EXPECT_EQ(Run({"--pcp", "-X", directory_ / "nothing"}).exit_status, 1);
  EXPECT_EQ(Run({"--pcp", directory_ / "nothing"}).exit_status, 1);
}

TEST_F(DiffCommandTest, DamageIsReported) {
  const std::string volume = base_ + ".0";
  std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 10);
  const ChildOutcome outcome = Run({"--at", "5m", "--csv", "toy.jump"});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_NE(outcome.err, "");
  EXPECT_NE(outcome.out.find("toy.jump"), outcome.out.npos);
}

// Two processes that come together, one of which takes memory, the other one the disk.
void WriteTwoHogs(const std::string& base) {
  constexpr InDomId kProcesses = InDomId::Build(60, 2);
  const MetricId memory = MetricId::Build(60, 0, 1), written = MetricId::Build(60, 0, 2);
  ArchiveBuilder archive(base, Version::k3);
  const MetricId command = MetricId::Build(60, 0, 3), user = MetricId::Build(60, 0, 4);
  archive
      .Metric({.name = "proc.psinfo.psargs",
               .id = command,
               .type = Type::kString,
               .indom = kProcesses,
               .semantics = Semantics::kDiscrete})
      .Metric({.name = "proc.id.uid_nm",
               .id = user,
               .type = Type::kString,
               .indom = kProcesses,
               .semantics = Semantics::kDiscrete})
      .Metric({.name = "proc.psinfo.rss",
               .id = memory,
               .type = Type::kU32,
               .indom = kProcesses,
               .units = {.dim_space = 1, .scale_space = 1}})
      .Metric({.name = "proc.io.write_bytes",
               .id = written,
               .type = Type::kU64,
               .indom = kProcesses,
               .semantics = Semantics::kCounter,
               .units = {.dim_space = 1}})
      .InDom(At(0), kProcesses, {{1, "init"}, {7, "reader"}, {8, "writer"}});
  constexpr std::int64_t kMiB = 1 << 20;
  for (std::int64_t i = 0; i <= 60; ++i) {
    std::vector<Values> values = {{memory, {{1, std::int64_t{4096}}}},
                                  {written, {{1, std::int64_t{0}}}}};
    if (i >= 30) {
      values[0].values.push_back({7, 1024 * 1024 + i});
      values[0].values.push_back({8, std::int64_t{4096}});
      values[1].values.push_back({7, std::int64_t{0}});
      values[1].values.push_back({8, 100 * kMiB * i});
    }
    if (i == 30) {
      values.push_back({command, {{7, std::string("reader --all /data")}}});
      values.push_back({user, {{7, std::string("alice")}}});
    }
    archive.Record(At(10.0 * static_cast<double>(i)), values);
  }
}

TEST_F(DiffCommandTest, ASummarySaysWhatItsProcessesWere) {
  WriteTwoHogs(directory_ / "hogs");
  const ChildOutcome outcome =
      RunFdr({"summary", directory_ / "hogs"}, {"LC_ALL=C.UTF-8", "TZ=UTC"});
  EXPECT_NE(outcome.out.find("\nThese processes were:\n      1  -         init\n"
                             "      7  alice     reader --all /data\n"),
            std::string::npos)
      << outcome.out;
}

TEST_F(DiffCommandTest, TheProcessesThatUseMoreAreNamed) {
  WriteTwoHogs(directory_ / "hogs");
  const ChildOutcome outcome =
      RunFdr({"diff", directory_ / "hogs", "--at", "22:18:20"}, {"LC_ALL=C.UTF-8", "TZ=UTC"});
  EXPECT_NE(outcome.out.find("\nProcesses that use more:\n"
                             "  memory   +1.00 GiB         7  alice     reader --all /data\n"
                             "  disk       +10 MiB/s       8  -         writer\n\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.out.find("    = "), std::string::npos) << "two processes are two";
}

// Two programs and the rest; a quarter of a processor belongs to no program.
TEST_F(DiffCommandTest, TheTimeOfProcessorsIsThatOfProgramsAndUsers) {
  const std::string base = directory_ / "who";
  const Units micro{.dim_time = 1, .scale_time = 1}, milli{.dim_time = 1, .scale_time = 2};
  const InDomId programs = InDomId::Build(508, 0), users = InDomId::Build(508, 1),
                units = InDomId::Build(508, 3);
  {
    ArchiveBuilder archive(base, Version::k3);
    const auto counter = [&](const char* name, std::uint32_t item, InDomId indom, Units units) {
      archive.Metric({.name = name,
                      .id = Id(item),
                      .type = Type::kU64,
                      .indom = indom,
                      .semantics = Semantics::kCounter,
                      .units = units});
    };
    counter("fdr.usage.by_program.cpu", 1, programs, micro);
    counter("fdr.usage.by_user.cpu", 2, users, micro);
    counter("fdr.usage.by_unit.cpu", 6, units, micro);
    counter("kernel.all.cpu.user", 3, {}, milli);
    counter("kernel.all.cpu.nice", 4, {}, milli);
    counter("kernel.all.cpu.sys", 5, {}, milli);
    archive.InDom(At(0), programs, {{0, "(other)"}, {1, "cc1"}, {2, "sh"}})
        .InDom(At(0), users, {{0, "(other)"}, {1, "root"}})
        .InDom(At(0), units, {{0, "(other)"}, {1, "user@1000.service/dbus-broker.service"}});
    std::int64_t compiled = 0;
    for (std::int64_t i = 0; i <= 60; ++i) {
      std::vector<Values> values = {{Id(1), {{0, i * 500'000}, {1, compiled}, {2, i * 1'000'000}}},
                                    {Id(2), {{0, i * 500'000}, {1, compiled + i * 1'000'000}}},
                                    Single(Id(3), (compiled + i * 1'000'000) / 1000 + i * 1000),
                                    Single(Id(4), i * 500),
                                    Single(Id(5), i * 1500),
                                    {Id(6), {{0, compiled}, {1, i * 1'500'000}}}};
      archive.Record(At(10.0 * static_cast<double>(i)), values);
      if (i >= 30) compiled += 9'000'000;
    }
  }
  const std::vector<std::string> command = {"diff", base, "--at", "5m", "--before", "0s"};
  const auto run = [&](const char* option) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back(option);
    return RunFdr(std::move(arguments), {"LC_ALL=C.UTF-8", "TZ=UTC"}).out;
  };
  const std::string table = run("--ascii");
  EXPECT_NE(table.find("CPU time by program:       before    after  %\n"
                       "  cc1                        0.00    90.00\n"
                       "  sh                        10.00    10.00\n"
                       "  (other)                    5.00     5.00\n"
                       "  (unexplained)             25.00    25.00\n"
                       "\n"
                       "CPU time by user:          before    after  %\n"
                       "  root                      10.00   100.00\n"
                       "  (other)                    5.00     5.00\n"
                       "  (unexplained)             25.00    25.00\n"
                       "\n"
                       "CPU time by unit:                         before    after  %\n"
                       "  user@1000.service/dbus-broker.service    15.00    15.00\n"
                       "  (other)                                   0.00    90.00\n"
                       "  (unexplained)                            25.00    25.00\n"),
            table.npos)
      << table;
  const std::string json = run("--json");
  EXPECT_NE(json.find(R"("cpu":[{"by":"program","units":)"), json.npos) << json;
}

// All processes of a day are more series than a comparison may have.
TEST_F(DiffCommandTest, OfManyProcessesThoseThatLivedInTheWindowsAreCompared) {
  constexpr int kLives = 1500, kMetrics = 700;
  const std::string base = directory_ / "crowd";
  ArchiveBuilder archive(base, Version::k3);
  for (int i = 0; i < kMetrics; ++i)
    archive.Metric({.name = "proc.m" + std::to_string(i),
                    .id = Id(200 + static_cast<std::uint32_t>(i)),
                    .indom = kProcesses});
  for (int i = 0; i < kLives; ++i) {
    const std::string name = "p" + std::to_string(i);
    archive.InDom(At(i), kProcesses, {{1, "init"}, {100 + i, name.c_str()}});
    archive.Record(At(i),
                   {{Id(200), {{1, std::int64_t{i < 1000 ? 1 : 9}}, {100 + i, std::int64_t{3}}}}});
  }
  archive.Close();
  const ChildOutcome outcome = RunFdr(
      {"diff", base, "--json", "--instances", "--top", "0", "--at", "1000s", "--window", "2s"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  // init, two processes of the window before, and three of the window, with its end.
  EXPECT_NE(outcome.out.find(R"("series":6,)"), outcome.out.npos) << outcome.out;
  EXPECT_NE(outcome.out.find(R"("instance":"p1001")"), outcome.out.npos) << outcome.out;
  const ChildOutcome named =
      RunFdr({"diff", base, "proc.m0[p7]", "--at", "1000s", "--window", "2s"});
  EXPECT_EQ(named.exit_status, 0) << "it is known, though it was gone: " << named.err;
}

}  // namespace
}  // namespace fdr::test
