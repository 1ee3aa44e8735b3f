// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy` as users run it.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kForks = MetricId::Build(60, 0, 1);

class CopyCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    Write("db1", 0, 9, 1);
    Write("later", 20, 24, 2);
  }

  void Write(const std::string& name, int from, int to, std::int32_t pid,
             const char* host = "toyhost", Type type = Type::kU32) {
    WriterOptions options = ArchiveBuilder::Options(Version::k2);
    options.label.pid = pid;
    options.label.host = host;
    ArchiveBuilder builder(directory_ / name, options);
    builder.Metric({.name = "toy.forks", .id = kForks, .type = type});
    for (int second = from; second <= to; ++second)
      builder.Record(At(second), {Single(kForks, std::int64_t{second})});
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return RunFdr(std::move(arguments));
  }

  std::string NewFiles() const {
    std::string names;
    for (const std::string& name : FileNames(directory_.path()))
      if (name.starts_with("out")) names += name + ' ';
    return names;
  }

  std::string Named(const std::string& text) const {
    std::string named = text;
    for (std::size_t at = named.find(directory_ / ""); at != std::string::npos;
         at = named.find(directory_ / ""))
      named.erase(at, (directory_ / "").size());
    return named;
  }

  const TempDirectory directory_;
  const std::string db1_ = directory_ / "db1";
  const std::string later_ = directory_ / "later";
  const std::string out_ = directory_ / "out";
};

TEST_F(CopyCommandTest, OneArchiveIsCopiedAsItIs) {
  const ChildOutcome outcome = Run({db1_, out_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(Named(outcome.out),
            "wrote out: 2023-11-14 22:13:20 UTC to 2023-11-14 22:13:29 UTC, 1 metric, 885 B, the "
            "files as they are\n");
  EXPECT_EQ(outcome.err, "");
  for (const char* suffix : {".meta", ".0", ".index"})
    EXPECT_EQ(AsText(ReadFile(out_ + suffix)), AsText(ReadFile(db1_ + suffix)));
}

TEST_F(CopyCommandTest, AWindowIsCutOut) {
  const ChildOutcome outcome = Run({db1_ + ".0", out_, "-S", "@22:13:22", "-T", "@22:13:25"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(
      Has(outcome.out, "out: 4 records, 2023-11-14 22:13:22 UTC to 2023-11-14 22:13:25 UTC"));
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-m", out_}), "value 5"));
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
}

TEST_F(CopyCommandTest, AWindowMayBeAroundATime) {
  const std::vector<std::string> around = {db1_, out_, "--around", "@22:13:24"};
  EXPECT_TRUE(Has(Run(around).out, "out: 10 records, ")) << "ten minutes on both sides";
  std::vector<std::string> near = {db1_, directory_ / "near", "--around", "@22:13:24", "--before",
                                   "1s", "--after",           "2s"};
  EXPECT_TRUE(
      Has(Run(near).out, "near: 4 records, 2023-11-14 22:13:23 UTC to 2023-11-14 22:13:26 UTC"));
  const auto fails = [this](std::vector<std::string> options, const std::string& why) {
    options.insert(options.begin(), {db1_, directory_ / "none"});
    const ChildOutcome outcome = Run(options);
    EXPECT_EQ(outcome.exit_status, 2) << why;
    EXPECT_TRUE(Has(outcome.err, why)) << outcome.err;
  };
  fails({"--around", "soon"}, "--around: Not a time");
  fails({"--around", "2s", "--before", "0"}, "--before: The interval must be more than 0");
  fails({"--around", "2s", "-S", "1s"}, "--start and --around exclude each other");
  fails({"--before", "2s"}, "--before works only with --around");
}

TEST_F(CopyCommandTest, MarksBetweenArchivesMayBeAskedFor) {
  EXPECT_TRUE(Has(Run({later_, db1_, out_}).out, ", 1 mark, "));
  EXPECT_FALSE(Has(Run({later_, db1_, out_ + "0", "--gaps", "never"}).out, "mark"));
  // The parts of one archive go on from each other.
  const std::string first = directory_ / "first", second = directory_ / "second";
  Run({db1_, first, "-T", "@22:13:24"});
  Run({db1_, second, "-S", "@22:13:25"});
  EXPECT_FALSE(Has(Run({first, second, out_ + "1"}).out, "mark"));
  EXPECT_TRUE(Has(Run({first, second, out_ + "2", "--gaps", "always"}).out, ", 1 mark, "));
}

TEST_F(CopyCommandTest, SeveralArchivesBecomeOne) {
  const ChildOutcome outcome = Run({later_, db1_, out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "out: 15 records, 1 mark, 2023-11-14 22:13:20 UTC to"));
  const ChildOutcome directory = Run({directory_.path(), directory_ / "all"});
  EXPECT_TRUE(Has(directory.out, "all: 15 records, 1 mark, "));
  EXPECT_TRUE(Has(directory.out, ", without 15 records that several archives have"));
}

TEST_F(CopyCommandTest, FilesOfOneArchiveAreOneArchive) {
  EXPECT_TRUE(Has(Run({db1_ + ".0", db1_ + ".meta", db1_ + ".index", out_}).out, "as they are"));
}

TEST_F(CopyCommandTest, ADryRunWritesNothing) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"-n", db1_, out_},
                                                    {"-n", db1_, out_, "-S", "1s"},
                                                    {"-n", db1_, later_, out_}}) {
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_TRUE(Has(outcome.out, "would write "));
    EXPECT_EQ(NewFiles(), "");
  }
}

TEST_F(CopyCommandTest, NothingIsOverwrittenAndNoOutputIsAnInput) {
  WriteFile(out_ + ".3", {});
  for (const std::string& out : {out_, db1_})
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"-S", "1s"}, {later_}, {"-n"}}) {
      std::vector<std::string> arguments = {db1_};
      arguments.insert(arguments.end(), more.begin(), more.end());
      arguments.push_back(out);
      const ChildOutcome outcome = Run(arguments);
      EXPECT_EQ(outcome.exit_status, 1);
      EXPECT_TRUE(Has(outcome.err, "There is such an archive already"));
    }
  EXPECT_EQ(NewFiles(), "out.3 ");
}

TEST_F(CopyCommandTest, MistakesAreUsageErrors) {
  const auto complains = [&](const std::vector<std::string>& arguments, const char* what) {
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_TRUE(Has(outcome.err, what));
    EXPECT_EQ(NewFiles(), "");
  };
  complains({db1_}, "copy: OUT is required");
  complains({db1_, directory_.path()}, "A directory: add a name");
  complains({db1_, out_, "-S", "@22:13:25", "-T", "@22:13:22"}, "ends before it starts");
  complains({db1_, out_, "-S", "nonsense"}, "-S: Not a time");
  complains({db1_, out_, "-v", "10ms"}, "-v: Not a number of records");
  complains({db1_, out_, "-v", "0"}, "-v: Not a number of records");
}

TEST_F(CopyCommandTest, AWindowWithoutRecordsMakesNoArchive) {
  const ChildOutcome outcome = Run({db1_, out_, "-S", "@2024-02-01 00:00:00"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "There is no record in the window"));
  EXPECT_EQ(NewFiles(), "");
  EXPECT_EQ(Run({directory_ / "nothing", out_}).exit_status, 1);
}

TEST_F(CopyCommandTest, DamageIsReportedAndTheRestIsThere) {
  ByteBuffer bytes = ReadFile(db1_ + ".0");
  bytes.resize(bytes.size() - 7);
  WriteFile(db1_ + ".0", bytes);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"-S", "1s"}, {later_}}) {
    std::vector<std::string> arguments = {db1_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(out_);
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 3) << outcome.err;
    EXPECT_TRUE(Has(outcome.err, db1_ + ".0"));
    EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
    for (const std::string& name : FileNames(directory_.path()))
      if (name.starts_with("out")) std::filesystem::remove(directory_ / name);
  }
}

TEST_F(CopyCommandTest, ATornRecordOutsideTheWindowIsNoLoss) {
  ByteBuffer bytes = ReadFile(db1_ + ".0");
  bytes.resize(bytes.size() - 7);
  WriteFile(db1_ + ".0", bytes);
  int n = 0;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {later_}, {"--only", "toy.forks"}})
    for (const bool ends_before : {true, false}) {
      std::vector<std::string> arguments = {db1_, "-T", ends_before ? "@22:13:25" : "@22:14:00",
                                            "-S", "@22:13:21"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      arguments.push_back(out_ + std::to_string(n++));
      const ChildOutcome outcome = Run(arguments);
      EXPECT_EQ(outcome.exit_status, ends_before ? 0 : 3) << n << outcome.err;
      EXPECT_EQ(Has(outcome.err, db1_ + ".0"), !ends_before) << outcome.err;
    }
}

TEST_F(CopyCommandTest, HostsAndMetadataHaveToAgree) {
  Write("other", 40, 41, 3, "otherhost");
  const ChildOutcome hosts = Run({db1_, directory_ / "other", out_});
  EXPECT_EQ(hosts.exit_status, 1);
  EXPECT_TRUE(Has(hosts.err, "toyhost and otherhost are two hosts; an archive describes one."));
  EXPECT_EQ(Run({db1_, directory_ / "other", out_, "--same-host", "db"}).exit_status, 0);
  EXPECT_TRUE(Has(RunFdr({"info", out_}).out, "db"));

  Write("changed", 50, 51, 4, "toyhost", Type::kU64);
  const ChildOutcome changed = Run({db1_, directory_ / "changed", directory_ / "out2"});
  EXPECT_EQ(changed.exit_status, 1);
  EXPECT_TRUE(Has(Named(changed.err),
                  "toy.forks: type 32-bit unsigned int in db1, 64-bit unsigned int in changed"));
  const ChildOutcome json = Run({"--json", db1_, directory_ / "changed", directory_ / "out2"});
  EXPECT_TRUE(Has(json.out, R"("conflicts":[{"metric":"toy.forks","what":"type")"));
  EXPECT_TRUE(Has(json.out, R"("written":false)"));
}

TEST_F(CopyCommandTest, SomeMetricsAreChosen) {
  constexpr MetricId kReads = MetricId::Build(60, 1, 1);
  {
    ArchiveBuilder builder(directory_ / "two", Version::k2);
    builder.Metric({.name = "toy.forks", .id = kForks})
        .Metric({.name = "disc.reads", .id = kReads});
    for (int second = 0; second < 4; ++second)
      builder.Record(At(second),
                     {Single(kForks, std::int64_t{1}), Single(kReads, std::int64_t{2})});
  }
  const std::string two = directory_ / "two";
  int n = 0;
  for (const std::vector<std::string>& choice : {std::vector<std::string>{"--only", "disc"},
                                                 {"--only", "d*.reads"},
                                                 {"--without", "toy.forks"},
                                                 {"--only=disc.reads,toy", "--without", "toy"}}) {
    const std::string out = out_ + std::to_string(n++);
    std::vector<std::string> arguments = {two, out};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_TRUE(Has(outcome.out, ": 4 records, "));
    EXPECT_TRUE(Has(outcome.out, "1 of 2 metrics, "));
    const std::string names = PeerOutput({"pminfo", "-a", out});
    EXPECT_TRUE(Has(names, "disc.reads\n"));
    EXPECT_FALSE(Has(names, "toy.forks"));
    EXPECT_EQ(RunPeer({"pmlogcheck", out}).exit_status, 0);
  }
  const ChildOutcome unknown = Run({two, out_, "--only", "disc.raeds"});
  EXPECT_EQ(unknown.exit_status, 1);
  EXPECT_TRUE(Has(unknown.err, "Unknown metric \"disc.raeds\"; did you mean disc.reads?"));
  EXPECT_EQ(Run({two, out_, "--only", ":nonsense"}).exit_status, 2);
}

TEST_F(CopyCommandTest, Version2BecomesVersion3) {
  const ChildOutcome outcome = Run({db1_, out_, "-V", "3"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-l", out_}), "Version 3"));
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-m", out_}), "value 9"));
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
  const std::string two = directory_ / "back";
  const ChildOutcome back = Run({out_, two, "-V", "2"});
  EXPECT_EQ(back.exit_status, 0) << back.err;
  EXPECT_EQ(back.err, "");  // nothing is lost
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-l", two}), "Version 2"));
  EXPECT_EQ(RunPeer({"pmlogcheck", two}).exit_status, 0);
  EXPECT_EQ(PeerOutput({"pmdumplog", "-midt", two}), PeerOutput({"pmdumplog", "-midt", db1_}));
  EXPECT_TRUE(Has(Run({db1_, directory_ / "same", "-V", "2"}).out, "the files as they are"));
}

TEST_F(CopyCommandTest, VolumesBeginAfterALimit) {
  int n = 0;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {later_}, {"--only", "toy.forks"}, {"-V", "3"}})
    for (const char* limit : {"3", "250b"}) {
      const std::string out = out_ + std::to_string(n++);
      std::vector<std::string> arguments = {db1_, "-v", limit, out};
      arguments.insert(arguments.begin(), more.begin(), more.end());
      const ChildOutcome outcome = Run(arguments);
      EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
      EXPECT_TRUE(std::filesystem::exists(out + ".3")) << n;
      EXPECT_EQ(RunPeer({"pmlogcheck", out}).exit_status, 0);
      EXPECT_EQ(RunFdr({"check", "-w", out}).exit_status, 0);
      const std::string dump = PeerOutput({"pmdumplog", "-m", out});
      for (int second = 0; second < 10; ++second)
        EXPECT_TRUE(Has(dump, "value " + std::to_string(second)));
      const std::string all = directory_ / ("all" + std::to_string(n));
      EXPECT_EQ(Run({out, all, "-v", "1000"}).exit_status, 0);
      EXPECT_FALSE(std::filesystem::exists(all + ".1"));
    }
}

TEST_F(CopyCommandTest, JsonHasTheFacts) {
  const ChildOutcome outcome = Run({"--json", db1_, later_, out_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, R"({"schema":"fdr.copy/1","in":[)"));
  EXPECT_TRUE(
      Has(outcome.out, R"("written":true,"whole":false,"records":15,"marks":1,"repeated":0)"));
}

}  // namespace
}  // namespace fdr::test
