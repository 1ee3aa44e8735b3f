// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr why`, as users run it: a program that takes the processors, and one that writes.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr InDomId kProcessList = InDomId::Build(3, 9), kDiskList = InDomId::Build(60, 1),
                  kUnitList = InDomId::Build(508, 3);
constexpr InstanceId kInit = 1, kSolver = 4242, kWriter = 4343;

class WhyCommandTest : public testing::Test {
 protected:
  static MetricId Id(std::uint32_t item) { return MetricId::Build(60, 1, item); }
  enum Item : std::uint32_t {
    kIdle,
    kUser,
    kNcpu,
    kRead,
    kWritten,
    kActive,
    kTime,
    kDisk,
    kCmd,
    kUid,
    kUnit
  };

  void Describe(ArchiveBuilder& archive, bool has_processes) const {
    const Units time{.dim_time = 1, .scale_time = 2}, bytes{.dim_space = 1};
    const auto counter = [&](const char* name, Item item, InDomId indom, Units units) {
      archive.Metric({name, Id(item), Type::kU64, indom, Semantics::kCounter, units});
    };
    counter("kernel.all.cpu.idle", kIdle, {}, time);
    counter("kernel.all.cpu.user", kUser, {}, time);
    archive.Metric({"hinv.ncpu", Id(kNcpu)});
    counter("disk.dev.read_bytes", kRead, kDiskList, bytes);
    counter("disk.dev.write_bytes", kWritten, kDiskList, bytes);
    counter("disk.dev.avactive", kActive, kDiskList, time);
    archive.InDom(At(0), kDiskList, {{0, "sda"}});
    if (!has_processes) return;
    counter("proc.psinfo.utime", kTime, kProcessList, time);
    counter("proc.io.write_bytes", kDisk, kProcessList, bytes);
    const auto text = [&](const char* name, Item item) {
      archive.Metric({name, Id(item), Type::kString, kProcessList, Semantics::kDiscrete});
    };
    text("proc.psinfo.cmd", kCmd);
    text("proc.id.uid_nm", kUid);
    if (has_units_) {
      counter("fdr.usage.by_unit.write_bytes", kUnit, kUnitList, bytes);
      archive.InDom(At(0), kUnitList, {{0, "(other)"}, {1, "backup.service"}});
    }
    archive.InDom(
        At(0), kProcessList,
        {{kInit, "000001 /sbin/init"}, {kSolver, "004242 solve"}, {kWriter, "004343 cp"}});
  }

  static std::int64_t Part(double t, double from, double to, double rate) {
    return std::llround(rate * std::clamp(t - from, 0.0, to - from));
  }

  // Two minutes: a solver from 30 to 50, a writer from 80 to 100.
  void Write(bool has_processes, bool is_calm = false) {
    ArchiveBuilder archive(base_, Version::k3);
    Describe(archive, has_processes);
    for (int t = 0; t <= 120; ++t) {
      const double busy = is_calm ? 0 : 1;
      const std::int64_t used = Part(t, 30, 50, 1950 * busy), wrote = Part(t, 80, 100, 5e8 * busy);
      std::vector<Values> values = {Single(Id(kUser), std::int64_t{t} * 10 + used),
                                    Single(Id(kIdle), std::int64_t{t} * 1990 - used),
                                    Single(Id(kNcpu), std::int64_t{2}),
                                    {Id(kRead), {{0, std::int64_t{0}}}},
                                    {Id(kWritten), {{0, wrote}}},
                                    {Id(kActive), {{0, Part(t, 80, 100, 990 * busy)}}}};
      if (has_processes) {
        values.push_back({Id(kTime), {{kInit, std::int64_t{0}}, {kSolver, used}}});
        values.push_back({Id(kDisk), {{kInit, std::int64_t{0}}, {kWriter, wrote}}});
        if (has_units_) values.push_back({Id(kUnit), {{0, std::int64_t{0}}, {1, wrote}}});
        if (t == 0)
          for (const auto& [item, words] : {std::pair{kCmd, std::array{"init", "solve", "cp"}},
                                            std::pair{kUid, std::array{"root", "news", "mail"}}})
            values.push_back({Id(item),
                              {{kInit, std::string(words[0])},
                               {kSolver, std::string(words[1])},
                               {kWriter, std::string(words[2])}}});
      }
      archive.Record(At(t), values);
    }
  }

  bool has_units_ = false;
  const TempDirectory directory_;
  const std::string base_ = directory_.path() + "/day";
};

TEST_F(WhyCommandTest, SaysWhatHappenedAndWhoDidIt) {
  Write(true);
  const ChildOutcome outcome = RunFdr({"why", base_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out,
                  "1. From 22:13:50 to 22:14:10 the processors were busy 98 % of the time. `solve` "
                  "of user news (4242)\n   used 1.9 of 2 busy processors.\n"));
  EXPECT_TRUE(Has(outcome.out,
                  "2. From 22:14:40 to 22:15:00 the disk sda was busy 99 % of the time. `cp` of "
                  "user mail (4343) wrote\n   477 MiB/s of 477 MiB/s.\n"));
  EXPECT_TRUE(Has(outcome.out, "(usual: 0.5 %): kernel.all.cpu.idle\n"));
}

TEST_F(WhyCommandTest, NamesTheUnitOfWhoDidIt) {
  has_units_ = true;
  Write(true);
  const std::string json = RunFdr({"why", base_, "--json"}).out;
  EXPECT_TRUE(Has(json, "`cp` of user mail in backup.service (4343) wrote"));
  EXPECT_TRUE(Has(json, R"("user":"mail","in_unit":"backup.service","started":"","pids":[4343])"));
}

TEST_F(WhyCommandTest, ItsCommandsWork) {
  Write(true);
  const ChildOutcome outcome = RunFdr({"why", base_});
  const std::size_t at = outcome.out.find("$ fdr diff ");
  ASSERT_NE(at, std::string::npos);
  const std::string line = outcome.out.substr(at + 6, outcome.out.find('\n', at) - at - 6);
  const auto shell = RunChild({.argv = {"/bin/sh", "-c", std::string(FDR_COMMAND) + ' ' + line},
                               .environment = {"TZ=UTC", "FDR_CONFIG=/dev/null"}});
  ASSERT_TRUE(shell.has_value());
  EXPECT_EQ(shell->exit_status, 0) << line << shell->err;
  EXPECT_TRUE(Has(shell->out, "kernel.all.cpu.user"));
}

TEST_F(WhyCommandTest, ItsCommandsKeepTheZone) {
  Write(true);
  for (const auto& [options, zone] :
       {std::pair{std::vector<std::string>{"--tz", "EST5"}, "--tz EST5"},
        std::pair{std::vector<std::string>{"-Z", "EST5"}, "--tz EST5"},
        std::pair{std::vector<std::string>{"-Z", "EST"}, "--tz EST0"},
        std::pair{std::vector<std::string>{"-z"}, "--tz archive"}}) {
    std::vector<std::string> words = {"why", base_};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_TRUE(Has(RunFdr(words).out, std::string("--window 20s ") + zone));
  }
}

TEST_F(WhyCommandTest, JsonHasTheSameFacts) {
  Write(true);
  const ChildOutcome outcome = RunFdr({"why", base_, "--json"});
  EXPECT_EQ(outcome.exit_status, 0);
  for (const char* part :
       {R"("schema":"fdr.why/1")", R"("host":"toyhost","start":1.7e+09,"end":1700000120)",
        R"({"cause":"cpu","start":1700000030,"end":1700000050,)",
        R"("program":"solve","user":"news","in_unit":"","started":"","pids":[4242],"share":)",
        R"({"cause":"disk","start":1700000080,"end":1700000100,)", R"("where":"sda")",
        R"("program":"cp","user":"mail","in_unit":"","started":"","pids":[4343])",
        "the disk sda was busy 99 % of the time", R"("nothing_unusual":false)"})
    EXPECT_TRUE(Has(outcome.out, part));
}

TEST_F(WhyCommandTest, ATimeChoosesWhatHappenedThen) {
  Write(true);
  const ChildOutcome outcome = RunFdr({"why", base_, "-S", "@22:14:20"});
  EXPECT_TRUE(Has(outcome.out, "1. From 22:14:40 to 22:15:00 the disk sda"));
  EXPECT_FALSE(Has(outcome.out, "solve"));
  EXPECT_TRUE(Has(RunFdr({"why", base_, "22:14:00"}).out, "`solve`"));
}

TEST_F(WhyCommandTest, ATimeOutsideIsNoCalmTime) {
  Write(true);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"@2030-01-01 00:00"},
                                                {"@2000-01-01 00:00"},
                                                {"-S", "@2030-01-01 00:00"},
                                                {"-T", "@2000-01-01 00:00"}}) {
    std::vector<std::string> all = {"why", base_};
    all.insert(all.end(), words.begin(), words.end());
    const ChildOutcome outcome = RunFdr(all);
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(Has(outcome.err, "There is no recording"));
    EXPECT_TRUE(Has(outcome.err, "the archive goes from 2023-11-14 22:13:20 to"));
  }
}

TEST_F(WhyCommandTest, NothingUnusualIsAnAnswer) {
  Write(true, true);
  const ChildOutcome outcome = RunFdr({"why", base_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, "Nothing unusual. Looked at: processors and disks."));
  EXPECT_TRUE(Has(RunFdr({"why", base_, "--json"}).out, R"("findings":[],"nothing_unusual":true)"));
}

TEST_F(WhyCommandTest, WithoutProcessesNobodyIsNamed) {
  Write(false);
  const ChildOutcome outcome = RunFdr({"why", base_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(RunFdr({"why", base_, "--json"}).out,
                  "The archive has no processes, so no culprit is named."));
  EXPECT_TRUE(Has(outcome.out, "Of processes, the archive lacks proc.psinfo.utime,"));
}

TEST_F(WhyCommandTest, ATornArchiveIsJudgedByWhatRemains) {
  Write(true);
  std::filesystem::resize_file(base_ + ".0", std::filesystem::file_size(base_ + ".0") * 2 / 3);
  const ChildOutcome outcome = RunFdr({"why", base_});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.out, "`solve` of user news (4242)"));
  EXPECT_NE(outcome.err, "");
}

TEST_F(WhyCommandTest, MistakesAreExplained) {
  Write(true);
  EXPECT_EQ(RunFdr({"why", directory_.path() + "/nothing"}).exit_status, 1);
  EXPECT_EQ(RunFdr({"why", base_, "--wrong"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"why", base_, "22:14", "-S", "@22:14"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"why", base_, "soon"}).exit_status, 2);
  EXPECT_TRUE(Has(RunFdr({"why", "--help"}).out, "fdr why today 03:55"));
}

}  // namespace
}  // namespace fdr::test
