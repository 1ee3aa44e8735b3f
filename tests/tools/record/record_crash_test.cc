// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recorders that are killed, and recordings that go on.  See docs/crash-contract.md.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

// FDR_SOAK=1 kills many more.
int Deaths() { return IsSoak() ? 300 : 20; }

// The last number of samples that the status line showed.
int Told(const std::string& screen) {
  const std::size_t end = screen.rfind(" sample");
  if (end == std::string::npos) return 0;
  std::size_t begin = end;
  std::string digits;
  while (begin > 0 && (std::isdigit(static_cast<unsigned char>(screen[begin - 1])) != 0 ||
                       screen[begin - 1] == ','))
    if (screen[--begin] != ',') digits.insert(digits.begin(), screen[begin]);
  return digits.empty() ? 0 : std::stoi(digits);
}

class RecordCrashTest : public RecordFixture {
 protected:
  // Kills a recorder after this time.  Returns the number of samples that it had shown.
  static int RecordAndDie(const std::string& base, std::chrono::microseconds life,
                          const std::string& durability) {
    TerminalChild child(
        {.argv = {FDR_COMMAND, "record", base, "--append", "kernel.all", "proc.nprocs", "-t", "2ms",
                  "--durability", durability, "-v", "7"},
         .environment = {"TERM=xterm", "NO_COLOR=1"}});
    std::this_thread::sleep_for(life);
    EXPECT_TRUE(SendSignal(child.pid(), SIGKILL));
    return Told(child.WaitForEnd().out);
  }

  // The last record may be torn: the kill may come while the kernel copies a write page by page.
  static void ExpectSoundButForTheTail(const std::string& base) {
    const ChildOutcome checked = RunFdr({"check", "-w", base});
    if (checked.exit_status == 0) return PeerFindsNoFault(base);
    EXPECT_NE(checked.out.find(": 1 error, "), std::string::npos) << checked.out;
    EXPECT_NE(checked.out.find("frame.truncated"), std::string::npos) << checked.out;
    const TempDirectory directory;
    const std::string mended = directory / "mended";
    EXPECT_EQ(RunFdr({"repair", base, mended}).exit_status, 3);
    EXPECT_EQ(RunFdr({"check", "-w", mended}).exit_status, 0);
    PeerFindsNoFault(mended);
  }

  static void PeerFindsNoFault(const std::string& base) {
    const auto outcome = RunChild({.argv = {"pmlogcheck", "-w", base}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->exit_status, 0) << outcome->out << outcome->err;
  }

  // PCP can open the archives of this directory.  The file system's order of files decides from
  // which archive PCP takes the names.
  static void PeerOpens(const std::string& directory) {
    const auto outcome = RunChild({.argv = {"pminfo", "-a", directory}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->exit_status, 0) << outcome->out << outcome->err;
  }

  static std::size_t Marks(const std::string& base) {
    const std::string dump = PeerOutput({"pmdumplog", base});
    std::size_t marks = 0;
    for (std::size_t at = 0; (at = dump.find("<mark>", at)) != std::string::npos; ++at) ++marks;
    return marks;
  }
};

TEST_F(RecordCrashTest, KilledAtAnyMomentItLeavesAllThatItCompletedAndGoesOn) {
  std::mt19937 random(7);
  ASSERT_EQ(Record({directory_ / "earlier", "hinv.ncpu", "-s", "1"}).exit_status, 0);
  int alive = 0, told_in_all = 0;
  // A recorder needs longer to begin on a slow machine.
  std::chrono::microseconds longest_life(120'000);
  std::set<std::string> born;
  for (int i = 0; i < Deaths(); ++i) {
    SCOPED_TRACE(i);
    const std::string base = base_ + std::to_string(i / 4);
    const int before = std::max(0, Records(base, "kernel.all.load"));
    const std::chrono::microseconds life(random() %
                                         static_cast<unsigned long>(longest_life.count()));
    const int told = RecordAndDie(base, life, i % 2 == 0 ? "interval" : "record");
    const int now = std::max(0, Records(base, "kernel.all.load"));
    EXPECT_GE(now, before + told);
    told_in_all += told;
    if (now == 0) {
      PeerOpens(directory_.path());
      longest_life = std::min<std::chrono::microseconds>(longest_life * 2, std::chrono::seconds(5));
      continue;
    }
    born.insert(base);
    ++alive;
    ExpectSoundButForTheTail(base);
    if (i % 4 != 3) continue;
    const ChildOutcome last = Record({base, "--append", "kernel.all", "-t", "2ms", "-s", "3"});
    EXPECT_EQ(last.exit_status, 0) << last.err;
    EXPECT_EQ(last.err, "");
    ExpectSound(base);
    EXPECT_EQ(Records(base, "kernel.all.load"), now + 3);
    EXPECT_GE(Marks(base), 1u);
  }
  EXPECT_GE(alive, Deaths() / 4);
  EXPECT_GT(told_in_all, 0);
  EXPECT_GE(Archives(directory_.path()).size(), born.size() + 1);
  EXPECT_LE(Archives(directory_.path()).size(), static_cast<std::size_t>((Deaths() + 3) / 4 + 1));
}

TEST_F(RecordCrashTest, ARecordingThatWasEndedGoesOn) {
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(Record({base_, "--append", "hinv.ncpu", "-t", "5ms", "-s", "2"}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 6);
  EXPECT_EQ(Marks(base_), 2u);
}

TEST_F(RecordCrashTest, WhatIsTornAtTheEndsOfTheFilesIsCutOff) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-t", "5ms", "-s", "3"}).exit_status, 0);
  for (const char* suffix : {".0", ".meta", ".index"}) {
    ByteBuffer bytes = ReadFile(base_ + suffix);
    bytes.insert(bytes.end(), 11, std::byte{3});
    WriteFile(base_ + suffix, bytes);
  }
  ASSERT_EQ(Record({base_, "--append", "hinv.ncpu", "-t", "5ms", "-s", "2"}).exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 5);
}

TEST_F(RecordCrashTest, ADamagedArchiveIsLeftForRepairAndTheNextOneBegun) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-t", "5ms", "-s", "9"}).exit_status, 0);
  ByteBuffer bytes = ReadFile(base_ + ".0");
  std::fill_n(bytes.begin() + LabelSize(Version::k2), 20, std::byte{0x55});
  WriteFile(base_ + ".0", bytes);
  const ChildOutcome outcome = Record({base_, "--append", "hinv.ncpu", "-t", "5ms", "-s", "2"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_NE(outcome.err.find("goes on in " + base_ + "-00: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("to be repaired first"), std::string::npos) << outcome.err;
  EXPECT_EQ(ReadFile(base_ + ".0"), bytes);
  ExpectSound(base_ + "-00");
  ASSERT_EQ(Record({base_, "--append", "hinv.ncpu", "-t", "5ms", "-s", "2"}).exit_status, 0);
  EXPECT_EQ(Records(base_ + "-00", "hinv.ncpu"), 4);
}

TEST_F(RecordCrashTest, NobodyGoesOnInAnArchiveThatIsBeingRecorded) {
  TerminalChild child({.argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "20ms"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor(" samples");
  Fails({base_, "--append", "hinv.ncpu", "-s", "1"}, 1, "Another process is writing this archive");
  EXPECT_TRUE(SendSignal(child.pid(), SIGTERM));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
}

TEST_F(RecordCrashTest, AnotherVersionsArchiveIsAnErrorAsIsWhatIsNoDurability) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-s", "1"}).exit_status, 0);
  Fails({base_, "--append", "hinv.ncpu", "-s", "1", "-V", "3"}, 1, "another version");
  Fails({base_, "--durability", "often"}, 2, "Not none, interval or record, nor a time");
  Fails({base_, "--durability", "0"}, 2, "Not none, interval or record, nor a time");
}

TEST_F(RecordCrashTest, HowEverTheDiskIsWaitedForTheArchiveIsTheSame) {
  for (const char* durability : {"none", "interval", "5ms", "record"}) {
    const std::string base = base_ + durability;
    ASSERT_EQ(
        Record({base, "hinv.ncpu", "-t", "5ms", "-s", "9", "-v", "4", "--durability", durability})
            .exit_status,
        0);
    ExpectSound(base);
    EXPECT_EQ(Records(base, "hinv.ncpu"), 9);
  }
}

}  // namespace
}  // namespace fdr::test
