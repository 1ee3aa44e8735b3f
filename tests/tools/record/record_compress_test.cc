// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --compress`: the volumes during the recording, and after it.

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/support/wait_until.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordCompressTest : public RecordFixture {
 protected:
  std::vector<std::string> Files() const { return FileNames(directory_.path()); }

  // Kills the recorder in the middle of its work, once volume 3 exists.
  void RecordAndKill(const std::vector<std::string>& more) const {
    std::vector<std::string> argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "5ms"};
    argv.insert(argv.end(), more.begin(), more.end());
    TerminalChild child({.argv = argv, .environment = {"TERM=xterm", "NO_COLOR=1"}});
    EXPECT_TRUE(WaitUntil([&] { return std::filesystem::exists(base_ + ".3"); }));
    EXPECT_TRUE(SendSignal(child.pid(), SIGKILL));
    child.WaitForEnd();
  }
};

TEST_F(RecordCompressTest, VolumesAreCompressedOnceTheyAreFinished) {
  const ChildOutcome outcome =
      Record({base_, "kernel.all", "-t", "10ms", "-s", "95", "-v", "30", "--compress", "xz"});
  EXPECT_EQ(ComplaintsOf(outcome), "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(Files(), (std::vector<std::string>{"rec.0.xz", "rec.1.xz", "rec.2.xz", "rec.3.xz",
                                               "rec.index", "rec.meta"}));
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "kernel.all.load"), 95);
}

TEST_F(RecordCompressTest, ZstdComesWithAWarning) {
  const ChildOutcome outcome =
      Record({base_, "kernel.all", "-t", "5ms", "-s", "20", "--compress", "zstd"});
  EXPECT_EQ(ComplaintsOf(outcome), "fdr: warning: PCP before 6.3.2 cannot open zstd files\n");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(Files(), (std::vector<std::string>{"rec.0.zst", "rec.index", "rec.meta"}));
  EXPECT_EQ(Records(base_, "kernel.all.load"), 20);
}

TEST_F(RecordCompressTest, AVolumeThatCannotBeCompressedStaysAsItIs) {
  std::filesystem::create_directory(base_ + ".1.xz.part");
  const ChildOutcome outcome =
      Record({base_, "kernel.all", "-t", "5ms", "-s", "60", "-v", "20", "--compress", "xz"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(
      ComplaintsOf(outcome),
      "fdr: warning: " + base_ + ".1.xz.part: Is a directory; the data volume stays as it is\n");
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "kernel.all.load"), 60);
  EXPECT_TRUE(std::filesystem::exists(base_ + ".1"));
  EXPECT_TRUE(std::filesystem::exists(base_ + ".2.xz"));
}

TEST_F(RecordCompressTest, WhatAKilledRecorderLeftIsCompressedWhenItIsGoneOnWith) {
  for (const char* format : {"none", "xz"}) {
    RecordAndKill({"-v", "50", "--compress", format});
    if (!std::filesystem::exists(base_ + ".0.xz")) WriteFile(base_ + ".0.xz.part", AsBytes("half"));
    const int before = Records(base_, "hinv.ncpu");
    EXPECT_GE(before, 150);
    const ChildOutcome outcome =
        Record({base_, "hinv.ncpu", "-t", "5ms", "-s", "5", "--append", "--compress", "xz"});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(ComplaintsOf(outcome), "");
    EXPECT_EQ(Records(base_, "hinv.ncpu"), before + 5);
    ExpectSound(base_);
    for (const std::string& name : Files()) {
      EXPECT_TRUE(name.ends_with(".xz") || name == "rec.index" || name == "rec.meta") << name;
      std::filesystem::remove(directory_ / name);
    }
  }
}

TEST_F(RecordCompressTest, ALastVolumeThatWasAllButCompressedGoesOn) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-t", "5ms", "-s", "50"}).exit_status, 0);
  const ByteBuffer plain = ReadFile(base_ + ".0");
  ASSERT_EQ(RunFdr({"compress", base_}).exit_status, 0);
  WriteFile(base_ + ".0", plain);  // as if killed before it removed the file
  const ChildOutcome outcome =
      Record({base_, "hinv.ncpu", "-t", "5ms", "-s", "5", "--append", "--compress", "xz"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(ComplaintsOf(outcome), "");
  EXPECT_EQ(Files(), (std::vector<std::string>{"rec.0.xz", "rec.index", "rec.meta"}));
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 55);
  ExpectSound(base_);
}

// Reads this number of samples of hinv.ncpu as they come.  Returns their times.
std::vector<Timestamp> FollowSamples(const std::string& base, std::size_t samples) {
  std::vector<Timestamp> seen;
  std::unique_ptr<ArchiveContext> context;
  FetchResult result;
  for (int i = 0; i < 8000 && seen.size() < samples; ++i) {
    if (!context)
      if (auto opened = ArchiveContext::Open(base)) context = std::move(*opened);
    const auto id = context ? context->Find("hinv.ncpu") : Fail(Errc::kNotFound, base);
    // The metric may not be described yet while the first record is written.  Only Fetch() notices
    // new metadata, so the archive is opened again.
    if (!id) context.reset();
    const Result<bool> fetched = id ? context->Fetch(std::span(&*id, 1), result) : false;
    if (!fetched) {
      EXPECT_EQ(fetched.error().code, Errc::kTruncatedRecord) << fetched.error().Message();
    }
    if (fetched.value_or(false))
      seen.push_back(result.stamp());
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return seen;
}

TEST_F(RecordCompressTest, WhoFollowsTheArchiveGoesOn) {
  constexpr int kSamples = 200;
  TerminalChild child({.argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "10ms", "-s",
                                std::to_string(kSamples), "-v", "10", "--compress", "xz"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  const std::vector<Timestamp> seen = FollowSamples(base_, kSamples);
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  EXPECT_EQ(seen, FollowSamples(base_, kSamples));
  EXPECT_EQ(seen.size(), std::size_t{kSamples});
  EXPECT_TRUE(std::filesystem::exists(base_ + ".19.xz"));
}

}  // namespace
}  // namespace fdr::test
