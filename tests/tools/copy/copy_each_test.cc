// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy IN... OUT/` and @FILE as users run them.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kEachForks = MetricId::Build(60, 0, 1);

class CopyEachTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"in", "more", "out"})
      std::filesystem::create_directory(directory_ / name);
    Write("in/db1", 0);
    Write("in/db2", 100);
    Write("more/db3", 200);
  }

  void Write(const std::string& name, int from) {
    ArchiveBuilder builder(directory_ / name, Version::k2);
    builder.Metric({.name = "toy.forks", .id = kEachForks});
    for (int second = from; second < from + 10; ++second)
      builder.Record(At(second), {Single(kEachForks, std::int64_t{second})});
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return RunFdr(std::move(arguments));
  }

  std::string NewFiles() const {
    std::string names;
    for (const std::string& name : FileNames(directory_ / "out")) names += name + ' ';
    return names;
  }

  const TempDirectory directory_;
  const std::string out_ = directory_ / "out/";
};

TEST_F(CopyEachTest, EachArchiveGetsACopyOfItsOwn) {
  const ChildOutcome outcome = Run({directory_ / "in", directory_ / "more/db3.0", out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  for (const char* name : {"db1", "db2", "db3"})
    EXPECT_TRUE(Has(outcome.out, "wrote " + out_ + name + ": "));
  EXPECT_EQ(NewFiles(),
            "db1.0 db1.index db1.meta db2.0 db2.index db2.meta db3.0 db3.index db3.meta ");
  EXPECT_EQ(AsText(ReadFile(out_ + "db2.0")), AsText(ReadFile(directory_ / "in/db2.0")));
}

TEST_F(CopyEachTest, OptionsHoldForEach) {
  const ChildOutcome outcome =
      Run({directory_ / "in", directory_ / "out", "--each", "-S", "5s", "--compress", "xz"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(NewFiles(), "db1.0.xz db1.index db1.meta db2.0.xz db2.index db2.meta ");
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-m", out_ + "db2"}), "value 105"));
  const ChildOutcome dry = Run({"-n", directory_ / "more", out_});
  EXPECT_TRUE(Has(dry.out, "would write " + out_ + "db3"));
  EXPECT_EQ(NewFiles(), "db1.0.xz db1.index db1.meta db2.0.xz db2.index db2.meta ");
}

TEST_F(CopyEachTest, TakenNamesAreRefusedBeforeAnythingIsWritten) {
  Write("more/db2", 100);
  const ChildOutcome same = Run({directory_ / "in", directory_ / "more", out_});
  EXPECT_EQ(same.exit_status, 1);
  EXPECT_TRUE(Has(same.err, "more/db2 would both become "));
  EXPECT_EQ(NewFiles(), "");
  WriteFile(out_ + "db2.0.xz", {});
  const ChildOutcome taken = Run({directory_ / "in", out_});
  EXPECT_EQ(taken.exit_status, 1);
  EXPECT_TRUE(Has(taken.err, "db2.0.xz: There is such an archive already"));
  EXPECT_EQ(NewFiles(), "db2.0.xz ");
  EXPECT_EQ(Run({directory_ / "in", directory_ / "in/"}).exit_status, 1);
}

TEST_F(CopyEachTest, WhatFailsDoesNotStopTheOthers) {
  ByteBuffer bytes = ReadFile(directory_ / "in/db1.0");
  bytes.resize(bytes.size() - 7);
  WriteFile(directory_ / "in/db1.0", bytes);
  EXPECT_EQ(Run({directory_ / "in", out_}).exit_status, 3);
  EXPECT_EQ(NewFiles(), "db1.0 db1.index db1.meta db2.0 db2.index db2.meta ");
  std::filesystem::resize_file(directory_ / "in/db1.meta", 7);
  const std::string other = directory_ / "other/";
  std::filesystem::create_directory(other);
  const ChildOutcome outcome = Run({directory_ / "in", other});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.out.find("wrote " + other + "db2"), 0u) << outcome.out;
  EXPECT_EQ(FileNames(other).size(), 3u);
}

TEST_F(CopyEachTest, AFileNamesTheArchives) {
  const std::string names = directory_ / "in/db2.0\n\n" + directory_.path() + "/more\n";
  WriteFile(directory_ / "names", std::as_bytes(std::span(names)));
  EXPECT_EQ(Run({"@" + (directory_ / "names"), out_}).exit_status, 0);
  EXPECT_EQ(NewFiles(), "db2.0 db2.index db2.meta db3.0 db3.index db3.meta ");
  const ChildOutcome joined = Run({"@" + (directory_ / "names"), out_ + "all"});
  EXPECT_TRUE(Has(joined.out, "all: 20 records, 1 mark, "));
  EXPECT_EQ(Run({"@" + (directory_ / "no"), out_}).exit_status, 1);
  const ChildOutcome binary = Run({"@" + (directory_ / "in/db1.0"), out_});
  EXPECT_EQ(binary.exit_status, 1);
  EXPECT_TRUE(Has(binary.err, "db1.0: Not a list of names"));
}

TEST_F(CopyEachTest, TheDirectoryHasToBeThere) {
  const ChildOutcome outcome = Run({directory_ / "in", directory_ / "nowhere/"});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_TRUE(Has(outcome.err, "No such directory"));
  EXPECT_EQ(Run({"--in-place", "--each", directory_ / "in", "-V", "3"}).exit_status, 2);
}

// A pattern, and a directory of hosts.
TEST_F(CopyEachTest, ALineOfAFileMeansWhatAWordMeans) {
  const std::string names = directory_ / "in/d*1\n" + (directory_ / "more") + "\n";
  WriteFile(directory_ / "names", AsBytes(names));
  const ChildOutcome outcome = Run({"@" + (directory_ / "names"), out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(NewFiles(), "db1.0 db1.index db1.meta db3.0 db3.index db3.meta ");
  WriteFile(directory_ / "names", AsBytes("-\n"));
  EXPECT_EQ(Run({"@" + (directory_ / "names"), out_}).exit_status, 1);
}

// One archive is too early for the shift.
TEST_F(CopyEachTest, AnArchiveThatMakesNoSenseDoesNotStopTheOthers) {
  const ChildOutcome outcome = Run({directory_ / "in", out_, "--shift", "-1700000050s"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "The rules would move the time 1700000000")) << outcome.err;
  EXPECT_EQ(NewFiles(), "db2.0 db2.index db2.meta ") << outcome.err;
  EXPECT_EQ(Run({directory_ / "more", out_, "-S", "nonsense"}).exit_status, 2);
}

}  // namespace
}  // namespace fdr::test
