// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/verdict.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <string>
#include <thread>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::tools {
namespace {

using test::At;
using namespace std::chrono_literals;

const Zone kUtc = Zone::FromTz("UTC");

why::Finding Busy(const char* disk, double from, double to) {
  why::Finding finding;
  finding.cause = why::Cause::kDisk;
  finding.start = At(from);
  finding.end = At(to);
  finding.where = disk;
  finding.evidence = {
      {"the disk {where} was busy {value} of the time", "disk.dev.avactive", why::ShareOf(0.98)}};
  finding.use = why::Use::kDisk;
  finding.culprits = {
      {.program = "bash", .user = "news", .pids = {6508}, .amount = why::BytesPerSecond(1024)}};
  return finding;
}

why::Explanation TwoFindings() {
  why::Explanation all{"vm", At(0), At(100)};
  all.interval = 1;
  all.findings = {Busy("vda", 20, 30), Busy("vdb", 50, 60)};
  all.looked_at = {"processors", "disks"};
  all.has_processes = true;
  return all;
}

void WaitForAnswer(Verdict& verdict) {
  ASSERT_TRUE(test::WaitUntil([&] {
    verdict.Tick();
    return verdict.Rest(1h) == 1h;
  }));
}

std::string Text(const Verdict& verdict, int width = 200, std::size_t most = 3) {
  std::string text;
  for (const std::string& line : verdict.Lines(width, most, kUtc, true)) text += line + '\n';
  return text;
}

TEST(VerdictTest, WithoutASourceItSaysNothing) {
  Verdict verdict(nullptr);
  verdict.Tick();
  EXPECT_EQ(verdict.Rest(1h), 1h);
  EXPECT_EQ(Text(verdict), "");
  EXPECT_EQ(verdict.Next(), nullptr);
  EXPECT_EQ(verdict.Reason(), "Only of an archive, fdr knows what was unusual");
}

TEST(VerdictTest, LooksInAnotherThreadAfterTheFirstPicture) {
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<int> calls = 0;
  Verdict verdict([&](const why::GoOn& go_on) -> Result<why::Explanation> {
    EXPECT_NE(std::this_thread::get_id(), here);
    EXPECT_TRUE(go_on(At(0)));
    ++calls;
    return TwoFindings();
  });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(verdict.Rest(1h), 0ms) << "the next picture may begin it";
  EXPECT_EQ(verdict.Reason(), "fdr still looks for what was unusual");
  EXPECT_TRUE(verdict.findings().empty());
  WaitForAnswer(verdict);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(verdict.findings().size(), 2u);
}

TEST(VerdictTest, TellsTheWorstFindingAndThenTheOthers) {
  Verdict verdict([](const why::GoOn&) -> Result<why::Explanation> { return TwoFindings(); });
  WaitForAnswer(verdict);
  const std::string first =
      "From 22:13:40 to 22:13:50 the disk vda was busy 98 % of the time. `bash` of user news "
      "(6508) wrote 1 KiB/s.\n";
  EXPECT_EQ(Text(verdict), "Unusual, 1 of 2; ! goes there: " + first);
  ASSERT_NE(verdict.Next(), nullptr);
  EXPECT_EQ(Text(verdict), "Unusual, 1 of 2; !: the next one: " + first);
  EXPECT_EQ(verdict.Next()->where, "vdb");
  EXPECT_EQ(Text(verdict).substr(0, 16), "Unusual, 2 of 2;");
  EXPECT_EQ(verdict.Next()->where, "vda");
}

TEST(VerdictTest, HasAsManyLinesAsThereIsRoom) {
  Verdict verdict([](const why::GoOn&) -> Result<why::Explanation> { return TwoFindings(); });
  WaitForAnswer(verdict);
  EXPECT_EQ(Text(verdict, 72),
            "Unusual, 1 of 2; ! goes there: From 22:13:40 to 22:13:50 the disk vda\n"
            "was busy 98 % of the time. `bash` of user news (6508) wrote 1 KiB/s.\n");
  const auto lines = verdict.Lines(40, 1, kUtc, false);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0], "Unusual: the disk vda was busy 98 % of ~");
}

TEST(VerdictTest, SaysThatNothingWasUnusualAndWhyItFailed) {
  Verdict quiet([](const why::GoOn&) -> Result<why::Explanation> {
    why::Explanation all = TwoFindings();
    all.findings.clear();
    return all;
  });
  WaitForAnswer(quiet);
  EXPECT_EQ(Text(quiet), "Nothing unusual. Looked at: processors and disks.\n");
  EXPECT_EQ(quiet.Next(), nullptr);
  EXPECT_EQ(quiet.Reason(), "Nothing unusual is known");
  Verdict empty([](const why::GoOn&) -> Result<why::Explanation> {
    return why::Explanation{"vm", At(0), At(100)};
  });
  WaitForAnswer(empty);
  EXPECT_EQ(Text(empty), "") << "nothing was looked at";
  Verdict failing([](const why::GoOn&) -> Result<why::Explanation> {
    return Fail(Errc::kNotFound, "No such archive");
  });
  WaitForAnswer(failing);
  EXPECT_EQ(Text(failing), "What was unusual is not known: No such archive\n");
  EXPECT_EQ(failing.Reason(), "No such archive");
  Verdict large([](const why::GoOn&) -> Result<why::Explanation> { throw std::bad_alloc(); });
  WaitForAnswer(large);
  EXPECT_EQ(large.Reason(), FailForMemory().value().Message());
}

TEST(VerdictTest, LooksAgainWhenTheArchiveHasGrown) {
  std::atomic<int> calls = 0;
  Verdict verdict([&](const why::GoOn&) -> Result<why::Explanation> {
    why::Explanation all = TwoFindings();
    if (++calls == 2) all.findings.insert(all.findings.begin(), Busy("vdc", 200, 390));
    if (calls == 3) return Fail(Errc::kIo, "The disk is broken");
    return all;
  });
  const auto look = [&](double end) {
    ASSERT_TRUE(test::WaitUntil([&] {
      verdict.Tick(At(end));
      return verdict.Rest(1h) == 1h;
    }));
  };
  look(100);
  look(399);
  EXPECT_EQ(calls, 1);
  ASSERT_NE(verdict.Next(), nullptr);
  verdict.Tick(At(400));
  EXPECT_EQ(Text(verdict).substr(0, 16), "Unusual, 1 of 2;") << "meanwhile";
  look(400);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(Text(verdict).substr(0, 16), "Unusual, 2 of 3;") << "the same one";
  look(700);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(verdict.findings().size(), 3u) << "an error says nothing new";
}

TEST(VerdictTest, TheEndOfTheViewerEndsTheWork) {
  std::atomic<bool> has_begun = false;
  Verdict verdict([&](const why::GoOn& go_on) -> Result<why::Explanation> {
    has_begun = true;
    while (go_on(At(0))) std::this_thread::yield();
    return TwoFindings();
  });
  verdict.Tick();
  ASSERT_TRUE(test::WaitUntil([&] { return has_begun.load(); }));
}

}  // namespace
}  // namespace fdr::tools
