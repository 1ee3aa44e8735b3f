// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy` of some instances: disks, processes of a user.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsorted_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kReads = MetricId::Build(60, 0, 4);
constexpr MetricId kCommand = MetricId::Build(3, 8, 1);
constexpr MetricId kUser = MetricId::Build(3, 24, 8);
constexpr MetricId kUserNumber = MetricId::Build(3, 24, 0);
constexpr InDomId kDisks = InDomId::Build(60, 1);
constexpr InDomId kProcesses = InDomId::Build(3, 9);

class InstancesCopyTest : public testing::Test {
 protected:
  // At 2, number 20 is another process, of ann.
  void SetUp() override {
    ArchiveBuilder builder(in_, Version::k2);
    builder.Metric({.name = "disk.dev.read", .id = kReads, .indom = kDisks})
        .Metric(
            {.name = "proc.psinfo.cmd", .id = kCommand, .type = Type::kString, .indom = kProcesses})
        .Metric({.name = "proc.id.uid_nm", .id = kUser, .type = Type::kString, .indom = kProcesses})
        .Metric({.name = "proc.id.uid", .id = kUserNumber, .indom = kProcesses})
        .InDom(At(1), kDisks, {{0, "sda"}, {1, "sdb"}})
        .InDom(At(1), kProcesses, {{10, "000010 /bin/sh -c x"}, {20, "000020 /usr/bin/vi f"}});
    Record(builder, 1, {{10, "ann"}, {20, "joe"}});
    builder.InDom(At(2), kProcesses, {{10, "000010 /bin/sh -c x"}, {20, "000020 (kworker)"}});
    Record(builder, 2, {{10, "ann"}, {20, "ann"}});
  }

  void Record(ArchiveBuilder& builder, int second,
              const std::vector<std::pair<InstanceId, std::string>>& users) {
    Values names{.id = kUser}, numbers{.id = kUserNumber};
    for (const auto& [process, user] : users) {
      names.values.emplace_back(process, user);
      numbers.values.emplace_back(process, std::int64_t{user == "ann" ? 1000 : 1001});
    }
    builder.Record(At(second), {{kReads, {{0, std::int64_t{1}}, {1, std::int64_t{2}}}},
                                {kCommand, {{10, "sh"}, {20, "vi"}}},
                                names,
                                numbers});
  }

  ChildOutcome Copy(std::vector<std::string> options) {
    options.insert(options.begin(), {"copy", in_, out_});
    return RunFdr(std::move(options));
  }

  // The names of the instances with values, at all times.
  std::string Written(const std::string& metric) {
    const std::string csv = RunFdr({"replay", out_, metric, "--raw", "--csv"}).out;
    EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(out_ + suffix);
    return csv.substr(0, csv.find('\n'));
  }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
};

TEST_F(InstancesCopyTest, AnInstanceIsANameOrAPattern) {
  EXPECT_EQ(Copy({"--instance", "sdb"}).err, "");
  EXPECT_EQ(Written("disk.dev.read"), "time,disk.dev.read[sdb]");
  EXPECT_EQ(Copy({"--instance", "sd*", "--without-instance", "sdb"}).err, "");
  EXPECT_EQ(Written("disk.dev.read"), "time,disk.dev.read[sda]");
  EXPECT_EQ(Copy({"--instance", "000010"}).err, "");
  EXPECT_EQ(Written("proc.psinfo.cmd"), "time,proc.psinfo.cmd[000010 /bin/sh -c x]");
}

TEST_F(InstancesCopyTest, DomainsWithoutSuchAnInstanceStayWhole) {
  EXPECT_EQ(Copy({"--instance", "000010"}).err, "");
  EXPECT_EQ(Written("disk.dev.read"), "time,disk.dev.read[sda],disk.dev.read[sdb]");
}

TEST_F(InstancesCopyTest, AProcessBelongsToAUserWhoseItWas) {
  for (const char* joe : {"joe", "1001"}) {
    EXPECT_EQ(Copy({"--user", joe}).err, "");
    EXPECT_EQ(Written("proc.psinfo.cmd"), "time,proc.psinfo.cmd[000020 /usr/bin/vi f]");
  }
  EXPECT_EQ(Copy({"--user", "ann"}).err, "");
  EXPECT_EQ(Written("proc.psinfo.cmd"),
            "time,proc.psinfo.cmd[000010 /bin/sh -c x],proc.psinfo.cmd[000020 (kworker)]");
  EXPECT_EQ(Copy({"--user", "ann", "--process", "sh"}).err, "");
  EXPECT_EQ(Written("proc.psinfo.cmd"), "time,proc.psinfo.cmd[000010 /bin/sh -c x]");
  EXPECT_EQ(Copy({"--user", "joe"}).err, "");
  EXPECT_EQ(Written("disk.dev.read"), "time,disk.dev.read[sda],disk.dev.read[sdb]");
}

// No process of a user is lost in silence: process 10 + n has a value in record n only.
TEST_F(InstancesCopyTest, ProcessesOfAnUnsortedArchiveAreFound) {
  const std::string sorted = directory_ / "sorted";
  {
    ArchiveBuilder builder(sorted, Version::k2);
    builder.Metric(
        {.name = "proc.id.uid_nm", .id = kUser, .type = Type::kString, .indom = kProcesses});
    std::vector<std::string> names;
    for (int n = 0; n < 8; ++n) names.push_back(fmt::format("{:06} sh", 10 + n));
    InstanceList processes;
    for (int n = 0; n < 8; ++n) processes.push_back({10 + n, names[static_cast<std::size_t>(n)]});
    builder.InDom(At(0), kProcesses, processes);
    for (int n = 0; n < 8; ++n) builder.Record(At(n), {{kUser, {{10 + n, "ann"}}}});
  }
  int unsorted = 0;
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const UnsortedArchive archive = WriteUnsorted(sorted, directory_.path(), seed);
    const ChildOutcome outcome = RunFdr({"copy", archive.unsorted, out_, "--user", "ann"});
    unsorted += archive.stretches > 1;
    EXPECT_EQ(outcome.err, "") << seed;
    for (int n = 0; n < 8; ++n)
      EXPECT_TRUE(Has(RunFdr({"replay", out_, "proc.id.uid_nm", "--raw", "--csv"}).out,
                      fmt::format("{:06} sh", 10 + n)))
          << seed;
    for (const std::string& name : FileNames(directory_.path()))
      if (!name.starts_with("sorted")) std::filesystem::remove(directory_ / name);
  }
  EXPECT_GT(unsorted, 0);
}

// A directory and a folio have the names of archives.
TEST_F(InstancesCopyTest, ExactlyTheseFilesTellTheUser) {
  for (const char* suffix : {".0", ".meta", ".index"}) {
    std::filesystem::create_directories(directory_ / "from/db1");
    std::filesystem::create_directories(directory_ / "commas");
    std::filesystem::copy_file(in_ + suffix, directory_ / "from/db1" + suffix);
    std::filesystem::copy_file(in_ + suffix, directory_ / "commas/a,b" + suffix);
  }
  const ChildOutcome found = RunFdr({"copy", directory_ / "from/db1.meta", out_, "--user", "joe"});
  EXPECT_EQ(found.err, "");
  EXPECT_EQ(Written("proc.psinfo.cmd"), "time,proc.psinfo.cmd[000020 /usr/bin/vi f]");
  const ChildOutcome comma = RunFdr({"copy", directory_ / "commas", out_, "--user", "joe"});
  EXPECT_EQ(comma.err, "");
  EXPECT_EQ(Written("proc.psinfo.cmd"), "time,proc.psinfo.cmd[000020 /usr/bin/vi f]");
}

TEST_F(InstancesCopyTest, WhatIsNotThereIsNamed) {
  const ChildOutcome instance = Copy({"--instance", "sdc"});
  EXPECT_EQ(instance.exit_status, 1);
  EXPECT_TRUE(instance.err.starts_with("fdr: No instance is called \"sdc\"; did you mean sda"))
      << instance.err;
  EXPECT_EQ(Copy({"--user", "jim"}).err, "fdr: No process belongs to \"jim\"\n");
  EXPECT_EQ(Copy({"--process", "emacs"}).err, "fdr: No process is called \"emacs\"\n");
  EXPECT_EQ(RunFdr({"info", out_}).exit_status, 1);
}

}  // namespace
}  // namespace fdr::test
