// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Twelve questions that users ask, each answered by one command.  PCP's own tools read the results.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class QuestionsTest : public testing::Test {
 protected:
  static constexpr MetricId kFree = MetricId::Build(60, 1, 2);
  static constexpr MetricId kProcessors = MetricId::Build(60, 0, 32);
  static constexpr MetricId kReads = MetricId::Build(60, 0, 4);
  static constexpr MetricId kNode = MetricId::Build(60, 12, 2);
  static constexpr MetricId kPagesIn = MetricId::Build(60, 28, 10);
  static constexpr MetricId kCommand = MetricId::Build(3, 8, 1);
  static constexpr MetricId kUser = MetricId::Build(3, 24, 8);
  static constexpr InDomId kDiscs = InDomId::Build(60, 1);
  static constexpr InDomId kProcesses = InDomId::Build(3, 9);
  static constexpr Units kKbyte{.dim_space = 1, .scale_space = 1};
  static constexpr int kHour = 3600;
  static constexpr double kFirstMidnight = 6400;  // 2023-11-15, on the toy timeline

  static Timestamp Clock(int day, int seconds) {
    return At(kFirstMidnight + 86'400.0 * day + seconds);
  }

  struct Machine {
    std::string host = "db1.acme.example";
    Type type = Type::kU64;  // of mem.util.free
    Version version = Version::k2;
    std::int32_t pid = 7;
  };

  // A record each ten minutes; number of seconds since midnight in Kbyte are free.
  void Record(const std::string& name, int day, int from, int to, const Machine& machine) {
    WriterOptions options = ArchiveBuilder::Options(machine.version);
    options.label.host = LabelText(machine.host);
    options.label.pid = machine.pid;
    ArchiveBuilder builder(directory_ / name, options);
    builder.Metric({.name = "mem.util.free", .id = kFree, .type = machine.type, .units = kKbyte})
        .Metric({.name = "hinv.ncpu", .id = kProcessors, .semantics = Semantics::kDiscrete})
        .Metric({.name = "disk.dev.read",
                 .id = kReads,
                 .indom = kDiscs,
                 .semantics = Semantics::kCounter})
        .Metric({.name = "kernel.uname.nodename",
                 .id = kNode,
                 .type = Type::kString,
                 .semantics = Semantics::kDiscrete})
        .Metric({.name = "mem.vmstat.pgpgin",
                 .id = kPagesIn,
                 .type = Type::kU64,
                 .semantics = Semantics::kCounter})
        .Metric(
            {.name = "proc.psinfo.cmd", .id = kCommand, .type = Type::kString, .indom = kProcesses})
        .Metric({.name = "proc.id.uid_nm", .id = kUser, .type = Type::kString, .indom = kProcesses})
        .InDom(Clock(day, from), kDiscs, {{0, "sda"}, {1, "acme-store"}})
        .InDom(Clock(day, from), kProcesses,
               {{10, "000010 /usr/bin/vi"}, {20, "000020 /home/joe/payroll"}});
    for (int at = from; at <= to; at += 600) {
      const int total = 86'400 * day + at;
      std::vector<Values> sets = {
          Single(kFree, std::int64_t{at}),
          {kReads, {{0, std::int64_t{total}}, {1, std::int64_t{2 * total}}}},
          Single(kPagesIn, std::int64_t{3 * total}),
          {kCommand, {{10, "vi"}, {20, "payroll"}}},
          {kUser, {{10, "ann"}, {20, "joe"}}}};
      if (at == from) {
        sets.push_back(Single(kProcessors, std::int64_t{4}));
        sets.push_back(Single(kNode, machine.host));
      }
      builder.Record(Clock(day, at), sets);
    }
  }
  void RecordDay(const std::string& name, int day = 0) {
    Record(name, day, 0, 24 * kHour - 600, {});
  }

  // The output; nothing may be complained of.
  std::string Copy(std::vector<std::string> words) {
    words.insert(words.begin(), "copy");
    const ChildOutcome outcome = RunFdr(std::move(words));
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    return outcome.out;
  }
  void ExpectSound(const std::string& base) {
    const ChildOutcome checked = RunPeer({"pmlogcheck", base});
    EXPECT_EQ(checked.exit_status, 0);
    EXPECT_EQ(checked.out + checked.err, "");
    EXPECT_TRUE(Has(RunFdr({"check", base}).out, "0 errors, 0 warnings"));
  }
  // As PCP prints the values that are in the records.
  static std::string Recorded(const std::string& base, const std::string& metric) {
    return PeerOutput({"pmdumplog", "-m", base, metric});
  }
  static std::size_t CountOf(const std::string& part, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++count;
    return count;
  }
  static std::string LastWordOf(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \n");
    const std::size_t start = text.find_last_of(" \n", end);
    return text.substr(start + 1, end - start);
  }
  static std::string Report(const std::string& base, std::vector<std::string> words) {
    words.insert(words.begin(), {"/usr/bin/python3", "/usr/bin/pmrep", "-a", base, "-z"});
    return PeerOutput(std::move(words));
  }

  const TempDirectory directory_;
  const std::string today_ = directory_ / "today";
  const std::string out_ = directory_ / "out";
};

TEST_F(QuestionsTest, OnlyHalfAnHour) {
  RecordDay("today");
  Copy({today_, out_, "-S", "@03:40", "-T", "@04:10"});
  ExpectSound(out_);
  const std::string values = Recorded(out_, "mem.util.free");
  EXPECT_EQ(CountOf("value ", values), 4u) << values;
  EXPECT_TRUE(Has(values, "03:40:00.000000")) << values;
  EXPECT_TRUE(Has(values, "04:10:00.000000")) << values;
  EXPECT_FALSE(Has(Recorded(out_, "hinv.ncpu"), "value"));
}

TEST_F(QuestionsTest, TheSameWithWhatWasLoggedOnlyOnce) {
  RecordDay("today");
  Copy({today_, out_, "-S", "@03:40", "-T", "@04:10", "--hold"});
  ExpectSound(out_);
  EXPECT_TRUE(Has(Recorded(out_, "hinv.ncpu"), "value 4"));
  const std::string shown = PeerOutput({"pmval", "-z", "-s", "1", "-a", out_, "hinv.ncpu"});
  EXPECT_EQ(LastWordOf(shown), "4") << shown;
  EXPECT_EQ(CountOf("value ", Recorded(out_, "mem.util.free")), 4u)
      << "observations are not repeated";
}

TEST_F(QuestionsTest, ForTheVendorWithoutNames) {
  RecordDay("today");
  const std::string names = directory_ / "vendor.names";
  // Letters of a pseudonym may be a name by chance: with this key, they are not.
  const std::string key = directory_ / "key";
  std::ofstream(key) << std::string(64, 'a') << '\n';
  std::filesystem::permissions(key, std::filesystem::perms(0600));
  Copy({today_, out_, "--scrub", "--scrub-map", names, "--scrub-key", key});
  ExpectSound(out_);
  std::string bytes;
  for (const char* suffix : {".0", ".meta", ".index"}) bytes += AsText(ReadFile(out_ + suffix));
  for (const char* name : {"acme", "db1", "joe", "payroll"}) {
    EXPECT_FALSE(Has(bytes, name)) << name;
    EXPECT_TRUE(Has(AsText(ReadFile(names)), name)) << name;
  }
  EXPECT_EQ(std::filesystem::status(names).permissions() & std::filesystem::perms(077),
            std::filesystem::perms::none);
  EXPECT_EQ(Recorded(out_, "mem.util.free"), Recorded(today_, "mem.util.free"));
  EXPECT_TRUE(Has(Recorded(out_, "disk.dev.read"), "\"sda\"")) << "it is no name";
}

TEST_F(QuestionsTest, ADirectoryOfDaysInMinutesWithExtremes) {
  std::filesystem::create_directory(directory_ / "db1");
  for (int day = 0; day < 3; ++day) RecordDay(fmt::format("db1/2023111{}", 5 + day), day);
  Copy({directory_ / "db1", out_, "-S", "-2days", "-t", "1h", "--statistics", "--compress", "xz"});
  EXPECT_TRUE(std::filesystem::exists(out_ + ".0.xz"));
  ExpectSound(out_);
  const std::string report = Report(
      out_, {"-t", "1h", "-s", "3", "-S", "@2023-11-16", "mem.util.free", "fdr.mem.util.free"});
  for (const char* word : {"u.f.min", "u.f.max", "u.f.mean"})
    EXPECT_TRUE(Has(report, word)) << report;
  EXPECT_TRUE(Has(Recorded(out_, "fdr.mem.util.free.max"), "value 85800"));
  EXPECT_TRUE(Has(Recorded(out_, "fdr.mem.util.free.min"), "value 82200"));
  const std::string other = directory_ / "other";
  Copy({directory_ / "db1", other, "-t", "1h", "--statistics", "--compress", "zstd", "-q"});
  EXPECT_TRUE(
      Has(RunFdr({"replay", other, "fdr.mem.util.free.max", "--raw", "--csv"}).out, ",85800"));
}

TEST_F(QuestionsTest, AMetricGetsAnotherNameEverywhere) {
  std::filesystem::create_directory(directory_ / "db1");
  RecordDay("db1/monday");
  RecordDay("db1/tuesday", 1);
  Copy({"--in-place", "--rename", "mem.util.free=memory.unused", directory_ / "db1"});
  for (const char* name : {"db1/monday", "db1/tuesday"}) {
    ExpectSound(directory_ / name);
    const std::string names = PeerOutput({"pminfo", "-a", directory_ / name});
    EXPECT_TRUE(Has(names, "memory.unused\n"));
    EXPECT_FALSE(Has(names, "mem.util.free"));
    EXPECT_EQ(CountOf("value ", Recorded(directory_ / name, "memory.unused")), 144u);
  }
  EXPECT_EQ(FileNames(directory_ / "db1").size(), 6u) << "nothing is left over";
}

TEST_F(QuestionsTest, HoursBecomeADay) {
  std::vector<std::string> words;
  for (int hour = 0; hour < 24; ++hour) {
    Record(fmt::format("hour.{:02}", hour), 0, hour * kHour, hour * kHour + 3000, {.pid = 7});
    words.push_back(directory_ / fmt::format("hour.{:02}", hour));
  }
  words.push_back(out_);
  Copy(words);
  ExpectSound(out_);
  RecordDay("today");
  EXPECT_EQ(Recorded(out_, "mem.util.free"), Recorded(today_, "mem.util.free"));
  EXPECT_EQ(Recorded(out_, "disk.dev.read"), Recorded(today_, "disk.dev.read"));
}

TEST_F(QuestionsTest, ArchivesWhoseMetricsChangedMeanwhile) {
  Record("2024-1", 0, 0, kHour, {.type = Type::kU32});
  Record("2024-2", 1, 0, kHour, {.type = Type::kU64});
  const std::vector<std::string> words = {"copy", directory_ / "2024-1", directory_ / "2024-2",
                                          out_};
  std::vector<std::string> dry = words, converted = words;
  dry.emplace_back("--dry-run");
  converted.insert(converted.end(), {"--conflict", "convert"});
  EXPECT_TRUE(Has(RunFdr(dry).err, "mem.util.free: type 32-bit unsigned int in "));
  EXPECT_EQ(RunFdr(converted).exit_status, 0);
  ExpectSound(out_);
  EXPECT_EQ(CountOf("value ", Recorded(out_, "mem.util.free")), 14u);
  EXPECT_TRUE(
      Has(PeerOutput({"pminfo", "-d", "-a", out_, "mem.util.free"}), "64-bit unsigned int"));
}

TEST_F(QuestionsTest, OnlyTheProcessesOfJoe) {
  RecordDay("today");
  Copy({today_, out_, "--only", "proc", "--user", "joe"});
  ExpectSound(out_);
  const std::string values = Recorded(out_, "proc.psinfo.cmd");
  EXPECT_EQ(CountOf("payroll\"", values), 288u) << "names and values";
  EXPECT_FALSE(Has(values, "vi"));
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}),
            "proc.id.uid_nm\nproc.psinfo.cmd\nevent.flags\nevent.missed\n");
}

TEST_F(QuestionsTest, Version2BecomesVersion3AndIsCompressed) {
  RecordDay("today");
  Copy({today_, out_, "-V", "3", "--compress", "zstd"});
  EXPECT_TRUE(std::filesystem::exists(out_ + ".0.zst"));
  EXPECT_TRUE(Has(RunFdr({"info", out_}).out, "version    3"));
  EXPECT_EQ(RunFdr({"decompress", out_, "-q"}).exit_status, 0);
  ExpectSound(out_);
  EXPECT_EQ(CountOf("value ", Recorded(out_, "mem.util.free")), 144u);
}

TEST_F(QuestionsTest, WhatAReportNeeds) {
  RecordDay("today");
  Copy({today_, out_, "--only", ":sar-B", "-q"});
  ExpectSound(out_);
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}), "mem.vmstat.pgpgin\nevent.flags\nevent.missed\n");
  EXPECT_EQ(Report(out_, {"-t", "10m", "-s", "4", "mem.vmstat.pgpgin"}),
            Report(today_, {"-t", "10m", "-s", "4", "mem.vmstat.pgpgin"}));
}

TEST_F(QuestionsTest, LunchTimeOfEveryDay) {
  std::vector<std::string> words;
  for (int day = 0; day < 5; ++day) {
    RecordDay(fmt::format("day{}", day), day);
    words.push_back(directory_ / fmt::format("day{}", day));
  }
  words.insert(words.end(), {out_, "--daily", "-S", "@12:00", "-T", "@13:00"});
  Copy(words);
  ExpectSound(out_);
  const std::string values = Recorded(out_, "mem.util.free");
  EXPECT_EQ(CountOf("value ", values), 5u * 7) << values;
  EXPECT_EQ(CountOf("<mark>", PeerOutput({"pmdumplog", "-z", "-m", out_})), 4u);
}

TEST_F(QuestionsTest, TwoHostsStayTwo) {
  Record("db1", 0, 0, kHour, {.host = "db1"});
  Record("db2", 1, 0, kHour, {.host = "db2"});
  std::vector<std::string> words = {"copy", directory_ / "db1", directory_ / "db2", out_};
  const ChildOutcome refused = RunFdr(words);
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_TRUE(Has(refused.err, "db1 and db2 are two hosts; an archive describes one."));
  EXPECT_TRUE(Has(refused.err, "--same-host db1"));
  words.insert(words.end(), {"--same-host", "db1"});
  EXPECT_EQ(RunFdr(words).exit_status, 0);
  ExpectSound(out_);
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-l", out_}), "from host db1\n"));
}

}  // namespace
}  // namespace fdr::test
