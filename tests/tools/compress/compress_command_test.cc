// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr compress` and `fdr decompress` as users run them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class CompressCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);

  // Two volumes of a hundred records each.
  void SetUp() override {
    ArchiveBuilder builder(base_, Version::k2);
    builder.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 200; ++i) {
      if (i == 100) builder.Volume();
      builder.Record(At(i), {Single(kForks, std::int64_t{i})});
    }
    builder.Close();
    dump_ = Dump();
  }

  std::string Dump() const { return RunFdr({"dump", base_}).out; }

  std::vector<std::string> Files() const { return FileNames(directory_.path()); }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  std::string dump_;
};

TEST_F(CompressCommandTest, VolumesAreCompressedAndTheRestIsLeft) {
  const ChildOutcome outcome = RunFdr({"compress", base_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("2 files: ")) << outcome.out;
  EXPECT_NE(outcome.out.find(" : 1) in "), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0.xz", "a.1.xz", "a.index", "a.meta"}));
  EXPECT_EQ(Dump(), dump_);
  EXPECT_EQ(RunPeer({"pmlogcheck", base_}).err, "");
  EXPECT_EQ(RunFdr({"compress", base_}).out, "Nothing to do\n");
}

TEST_F(CompressCommandTest, ZstdComesWithAWarning) {
  const ChildOutcome outcome = RunFdr({"compress", "--zstd", "--level=9", "-j1", base_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "fdr: warning: PCP before 6.3.2 cannot open zstd files\n");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0.zst", "a.1.zst", "a.index", "a.meta"}));
  EXPECT_EQ(Dump(), dump_);
}

TEST_F(CompressCommandTest, WhatIsCompressedIsDoneAnewOnlyIfTheFormatIsSaid) {
  RunFdr({"compress", "-q", "--zstd", base_});
  EXPECT_EQ(RunFdr({"compress", base_}).out, "Nothing to do\n");
  const ChildOutcome outcome = RunFdr({"compress", "-q", "--xz", base_});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0.xz", "a.1.xz", "a.index", "a.meta"}));
}

TEST_F(CompressCommandTest, DecompressingGivesTheSameFiles) {
  const std::vector<std::string> before = Files();
  std::vector<ByteBuffer> bytes;
  for (const std::string& name : before) bytes.push_back(ReadFile(directory_ / name));
  for (const char* format : {"--xz", "--zstd"}) {
    ASSERT_EQ(RunFdr({"compress", "-q", "--meta", format, base_}).exit_status, 0);
    EXPECT_NE(Files(), before);
    EXPECT_EQ(Dump(), dump_);
    const ChildOutcome outcome = RunFdr({"decompress", base_});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    ASSERT_EQ(Files(), before);
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_TRUE(ReadFile(directory_ / before[i]) == bytes[i]) << before[i];
  }
  EXPECT_EQ(RunFdr({"decompress", base_}).out, "Nothing to do\n");
}

TEST_F(CompressCommandTest, TheVolumeThatIsBeingWrittenIsLeft) {
  const int fd = ::open((base_ + ".1").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const ChildOutcome outcome = RunFdr({"compress", base_});
  EXPECT_EQ(RunFdr({"compress", base_}).out, "");
  ::close(fd);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: " + base_ + ".1: A process has it open for writing; left as it is\n");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0.xz", "a.1", "a.index", "a.meta"}));
}

TEST_F(CompressCommandTest, OneFileThatFailsDoesNotKeepTheOthersBack) {
  WriteFile(base_ + ".0.xz", AsBytes("something else"));
  const ChildOutcome outcome = RunFdr({"compress", base_});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.err,
            "fdr: " + base_ + ".0.xz: A file of that name is there, with other content\n");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0", "a.0.xz", "a.1.xz", "a.index", "a.meta"}));
}

TEST_F(CompressCommandTest, WhatAnInterruptedRunLeftIsFinished) {
  for (const char* verb : {"compress", "decompress"}) {
    RunFdr({"compress", "-q", base_});
    const ByteBuffer compressed = ReadFile(base_ + ".0.xz");
    RunFdr({"decompress", "-q", base_});
    WriteFile(base_ + ".0.xz", compressed);
    WriteFile(base_ + ".1.xz.part", compressed);
    EXPECT_EQ(Dump(), dump_) << "the half of a file is no part of the archive";
    EXPECT_EQ(RunFdr({verb, base_}).exit_status, 0);
    EXPECT_EQ(std::filesystem::exists(base_ + ".0"), std::string(verb) == "decompress");
    EXPECT_EQ(std::filesystem::exists(base_ + ".0.xz"), std::string(verb) == "compress");
    EXPECT_EQ(Dump(), dump_);
    RunFdr({"decompress", "-q", base_});
  }
}

TEST_F(CompressCommandTest, SmallVolumesAreLeft) {
  const std::string small = directory_ / "b";
  std::filesystem::copy_file(base_ + ".meta", small + ".meta");
  WriteFile(small + ".0", SampleContent(50));
  EXPECT_EQ(RunFdr({"compress", small}).out, "1 file left: compressed, it would be no smaller\n");
}

TEST_F(CompressCommandTest, ADamagedFileIsSaidToBeAndLeft) {
  RunFdr({"compress", "-q", base_});
  ByteBuffer bytes = ReadFile(base_ + ".0.xz");
  bytes[bytes.size() / 2] ^= std::byte{1};
  WriteFile(base_ + ".0.xz", bytes);
  const ChildOutcome outcome = RunFdr({"decompress", base_});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.err,
            "fdr: " + base_ + ".0.xz: The xz file is damaged or truncated at offset 12\n");
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0.xz", "a.1", "a.index", "a.meta"}));
}

TEST_F(CompressCommandTest, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_EQ(RunFdr({"compress", "--level", "20", "--zstd", base_}).err,
            "fdr: Levels of zstd are 1 to 19\n");
  EXPECT_EQ(RunFdr({"compress", "--level", "10", base_}).exit_status, 2);
  EXPECT_EQ(RunFdr({"compress", "--xz", "--zstd", base_}).exit_status, 2);
  const ChildOutcome outcome = RunFdr({"compress", directory_ / "nothing"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(CompressCommandTest, InterruptedItLeavesTheFileAsItWas) {
  const std::string large = directory_ / "large";
  std::filesystem::copy_file(base_ + ".meta", large + ".meta");
  const ByteBuffer content = SampleContent(30 << 20);  // seconds of work at this level
  WriteFile(large + ".0", content);
  const pid_t child = ::fork();
  if (child == 0) {
    const int null = ::open("/dev/null", O_WRONLY);
    ::dup2(null, STDERR_FILENO);
    ::execl(FDR_COMMAND, FDR_COMMAND, "compress", "--level=9", "-j1", large.c_str(), nullptr);
    ::_exit(127);
  }
  ASSERT_GT(child, 0);
  EXPECT_TRUE(WaitUntil([&] { return std::filesystem::exists(large + ".0.xz.part"); }));
  ASSERT_TRUE(SendSignal(child, SIGINT));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  EXPECT_FALSE(std::filesystem::exists(large + ".0.xz.part"));
  EXPECT_FALSE(std::filesystem::exists(large + ".0.xz"));
  EXPECT_TRUE(ReadFile(large + ".0") == content);
}

}  // namespace
}  // namespace fdr::test
