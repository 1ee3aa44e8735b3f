// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --in-place` as users run it.

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kPlaceForks = MetricId::Build(60, 0, 1);
constexpr MetricId kPlaceReads = MetricId::Build(60, 0, 2);

class InPlaceTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& base : {db1_, db2_}) {
      ArchiveBuilder builder(base, Version::k2);
      builder.Metric({.name = "toy.forks", .id = kPlaceForks})
          .Metric({.name = "disc.reads", .id = kPlaceReads});
      for (int second = 0; second < 300; ++second) {
        if (second == 100 || second == 200) builder.Volume();
        builder.Record(At(second), {Single(kPlaceForks, std::int64_t{second}),
                                    Single(kPlaceReads, std::int64_t{2})});
      }
    }
  }

  static ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"copy", "--in-place"});
    return RunFdr(std::move(arguments));
  }

  std::string Names() const {
    std::string names;
    for (const std::string& name : FileNames(directory_.path())) names += name + ' ';
    return names;
  }
  std::map<std::string, std::string> Content() const {
    std::map<std::string, std::string> content;
    for (const std::string& name : FileNames(directory_.path()))
      content[name] = std::string(AsText(ReadFile(directory_ / name)));
    return content;
  }

  const TempDirectory directory_;
  const std::string db1_ = directory_ / "db1";
  const std::string db2_ = directory_ / "db2";
};

TEST_F(InPlaceTest, TheCopyTakesThePlaceOfTheArchive) {
  ASSERT_EQ(::chmod((db1_ + ".meta").c_str(), 0640), 0);
  const ChildOutcome outcome = Run({db1_, "--only", "disc", "-S", "150s", "-V", "3"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("replaced " + db1_ + ": 150 records, 2023-11-14 22:15:50 UTC to "), 0u)
      << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "1 of 2 metrics"));
  EXPECT_EQ(Names(), "db1.0 db1.index db1.meta db2.0 db2.1 db2.2 db2.index db2.meta ");
  EXPECT_EQ(RunPeer({"pmlogcheck", db1_}).exit_status, 0);
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-l", db1_}), "Version 3"));
  EXPECT_FALSE(Has(PeerOutput({"pminfo", "-a", db1_}), "toy.forks"));
  struct stat status = {};
  ASSERT_EQ(::stat((db1_ + ".meta").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777u, 0640u);
}

TEST_F(InPlaceTest, ADirectoryMeansEachArchiveInIt) {
  const ChildOutcome outcome = Run({directory_.path(), "-T", "9s"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "replaced " + db1_ + ": 10 records"));
  EXPECT_TRUE(Has(outcome.out, "replaced " + db2_ + ": 10 records"));
  EXPECT_EQ(Names(), "db1.0 db1.index db1.meta db2.0 db2.index db2.meta ");
}

TEST_F(InPlaceTest, CompressionIsKeptOrChanged) {
  ASSERT_EQ(RunFdr({"compress", db1_}).exit_status, 0);
  EXPECT_EQ(Run({db1_, "-T", "150s"}).exit_status, 0);
  EXPECT_TRUE(Has(Names(), "db1.0.xz db1.1.xz db1.index db1.meta db2.0"));
  EXPECT_TRUE(Has(PeerOutput({"pmdumplog", "-m", db1_}), "value 150"));
  EXPECT_EQ(Run({db1_, "--without", "disc", "-q"}).exit_status, 0);
  EXPECT_TRUE(Has(Names(), "db1.0.xz db1.index db1.meta db2.0"));

  const ChildOutcome zstd = Run({db1_, "--compress", "zstd"});
  EXPECT_EQ(zstd.exit_status, 0);
  EXPECT_TRUE(Has(zstd.err, "PCP before 6.3.2 cannot open zstd files"));
  EXPECT_TRUE(Has(Names(), "db1.0.zst db1.index db1.meta db2.0"));
  EXPECT_EQ(Run({db1_, "--compress", "none"}).exit_status, 0);
  EXPECT_TRUE(Has(Names(), "db1.0 db1.index db1.meta db2.0"));
  EXPECT_EQ(RunPeer({"pmlogcheck", db1_}).exit_status, 0);
}

TEST_F(InPlaceTest, AnArchiveThatAProcessWritesStaysAndTheOthersAreReplaced) {
  const auto before = Content();
  const int fd = ::open((db1_ + ".2").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const ChildOutcome outcome = Run({db1_, db2_, "-T", "9s"});
  ::close(fd);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, db1_ + ".2: A process has it open for writing"));
  EXPECT_EQ(outcome.out.find("replaced " + db2_), 0u);
  auto after = Content();
  std::erase_if(after, [](const auto& file) { return file.first.starts_with("db2"); });
  EXPECT_EQ(after.size(), 5u);
  for (const auto& [name, content] : after) EXPECT_EQ(content, before.at(name));
}

TEST_F(InPlaceTest, ADryRunAndMistakesChangeNothing) {
  const auto before = Content();
  const ChildOutcome dry = Run({"-n", db1_, "-T", "9s"});
  EXPECT_EQ(dry.exit_status, 0);
  EXPECT_TRUE(Has(dry.out, "would replace " + db1_ + ": 10 records"));
  const ChildOutcome nothing = Run({db1_, db2_});
  EXPECT_EQ(nothing.exit_status, 2);
  EXPECT_TRUE(Has(nothing.err, "needs an option that changes the archives"));
  EXPECT_EQ(Run({db1_, directory_ / "db3", "-T", "9s"}).exit_status, 1);
  EXPECT_EQ(Run({db1_, "-S", "1h"}).exit_status, 1);
  EXPECT_EQ(Run({db1_, "--only", "nonsense"}).exit_status, 1);
  EXPECT_EQ(Content(), before);
}

TEST_F(InPlaceTest, ADamagedArchiveStaysAsItIs) {
  ByteBuffer bytes = ReadFile(db1_ + ".1");
  for (std::size_t at = 1000; at < 1100; ++at) bytes[at] = std::byte{0xff};
  WriteFile(db1_ + ".1", bytes);
  const auto before = Content();
  const ChildOutcome outcome = Run({db1_, "-T", "250s"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "damaged, and left as it is"));
  EXPECT_EQ(Content(), before);
}

TEST_F(InPlaceTest, AnArchiveWithTwoSpellingsChangesOnce) {
  std::filesystem::create_directory_symlink(directory_.path(), directory_ / "link");
  const std::string shift = "--shift=1h";
  const ChildOutcome outcome =
      Run({db1_, directory_ / "./db1", directory_ / "link/db1", db1_ + ".meta", shift});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("replaced " + db1_ + ":"), 0u) << outcome.out;
  EXPECT_EQ(outcome.out.find('\n'), outcome.out.size() - 1) << outcome.out;
}

TEST_F(InPlaceTest, AFailureCountsMoreThanAWarningOfALaterArchive) {
  const std::string rules = directory_ / "rules";
  WriteFile(rules, AsBytes("metric toy.forks { type -> 32 }"));
  ArchiveBuilder(directory_ / "db3", Version::k2)
      .Metric({.name = "toy.forks", .id = kPlaceForks, .type = Type::k64})
      .Record(At(0), {Single(kPlaceForks, std::int64_t{1} << 40)});
  const std::vector<std::string> lossy = {"--rewrite", rules, "--lossy"};
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), lossy.begin(), lossy.end());
    return Run(std::move(words));
  };
  EXPECT_EQ(run({"-n", directory_ / "db3"}).exit_status, 3);
  const int fd = ::open((db1_ + ".2").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const ChildOutcome outcome = run({db1_, directory_ / "db3"});
  ::close(fd);
  EXPECT_EQ(outcome.exit_status, 1) << outcome.err;
  EXPECT_EQ(outcome.out.find("replaced " + (directory_ / "db3")), 0u) << outcome.out << outcome.err;
}

TEST_F(InPlaceTest, AnArchiveThatMakesNoSenseDoesNotStopTheOthers) {
  const std::string late = directory_ / "db3";
  ArchiveBuilder(late, Version::k2)
      .Metric({.name = "toy.forks", .id = kPlaceForks})
      .Record(At(100), {Single(kPlaceForks, std::int64_t{1})});
  const auto before = Content();
  const ChildOutcome outcome = Run({db1_, late, "--shift", "-1700000050s"});
  EXPECT_EQ(outcome.exit_status, 1) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "The rules would move the time 1700000000")) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "replaced " + late)) << outcome.out << outcome.err;
  EXPECT_EQ(Content().at("db1.0"), before.at("db1.0"));
  // A mistake of an option is said once.
  for (const std::vector<std::string>& mistake : {std::vector<std::string>{"-S", "nonsense"},
                                                  {"--only", ":nonsense"},
                                                  {"--shift", "often"}}) {
    std::vector<std::string> arguments = {db2_, directory_.path()};
    arguments.insert(arguments.end(), mistake.begin(), mistake.end());
    EXPECT_EQ(Run(arguments).exit_status, 2) << mistake.back();
  }
}

// Each refusal once with the words of a dry run, and once without.
TEST_F(InPlaceTest, ADryRunRefusesWhatARealRunRefuses) {
  const auto expect_both = [&](const std::string& what) {
    const auto before = Content();
    const ChildOutcome dry = Run({"-n", db1_, "-T", "250s"});
    const ChildOutcome real = Run({db1_, "-T", "250s"});
    EXPECT_EQ(dry.exit_status, 1) << what;
    EXPECT_EQ(dry.out, "");
    EXPECT_TRUE(Has(dry.err, what)) << dry.err;
    EXPECT_EQ(dry.err, real.err);
    EXPECT_EQ(real.exit_status, 1);
    EXPECT_EQ(Content(), before);
  };
  const int fd = ::open((db1_ + ".2").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  expect_both("A process has it open for writing");
  ::close(fd);
  std::filesystem::create_hard_link(db1_ + ".1", directory_ / "other");
  expect_both("a hard link");
  std::filesystem::remove(directory_ / "other");
  const int draft = ::open((db1_ + ".fdr-copy.part").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_EQ(::flock(draft, LOCK_EX | LOCK_NB), 0);
  expect_both("Another process is working on it");
  ::close(draft);
  ByteBuffer bytes = ReadFile(db1_ + ".1");
  for (std::size_t at = 1000; at < 1100; ++at) bytes[at] = std::byte{0xff};
  WriteFile(db1_ + ".1", bytes);
  std::filesystem::remove(db1_ + ".fdr-copy.part");
  expect_both("damaged, and left as it is");
}

}  // namespace
}  // namespace fdr::test
