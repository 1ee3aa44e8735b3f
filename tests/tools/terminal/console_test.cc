// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/console.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {
namespace {

template <class Action>
std::string StandardError(Action action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST(ConsoleTest, MessagesKeepTheirLinesAndNothingElse) {
  EXPECT_EQ(StandardError([] { PrintError("one\ntwo\x1b"); }), "fdr: one\ntwo\\x1b\n");
  EXPECT_EQ(StandardError([] {
              PrintError(Error{Errc::kIo, "bad\n^", "a\nb", 7});
            }),
            "fdr: a\\x0ab: bad\n^ at offset 7\n");
}

TEST(ConsoleTest, ProblemsTakeOneLine) {
  EXPECT_EQ(StandardError([] {
              PrintProblem({Errc::kCorruptRecord, "\x1b]0;x\n", "f", 7, 3});
            }),
            "fdr: warning: f: \\x1b]0;x\\x0a at offset 7 (3 bytes lost)\n");
}

TEST(ConsoleTest, APlaceIsComplainedAboutOnce) {
  const Problem problem{Errc::kCorruptRecord, "bad", "f", 7};
  DamageReport loud(false), quiet(true);
  EXPECT_EQ(StandardError([&] {
              for (DamageReport* report : {&loud, &loud, &quiet}) report->Sink()(problem);
              loud.Add(ProblemOf(Error{Errc::kCorruptRecord, "bad", "f", 8}));
            }),
            "fdr: warning: f: bad at offset 7\nfdr: warning: f: bad at offset 8\n");
  EXPECT_TRUE(quiet.any());
  EXPECT_FALSE(DamageReport(false).any());
}

TEST(ConsoleTest, AShortageAtADamagedPlaceIsAFailure) {
  DamageReport report(false);
  EXPECT_EQ(StandardError([&] {
              report.Add({Errc::kCorruptRecord, "bad", "f", 7});
              EXPECT_EQ(report.status(), kDataLost);
              report.Add({Errc::kIo, "no memory", "f", 7, 0, ENOMEM});
            }),
            "fdr: warning: f: bad at offset 7\nfdr: warning: f: no memory at offset 7\n");
  EXPECT_EQ(report.status(), kFailed);
}

TEST(ConsoleTest, AFailedWriteTellsWhy) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  EXPECT_EQ(WriteAll(full, "x"), ENOSPC);
  EXPECT_EQ(WriteAll(full, ""), 0);
  ::close(full);
  EXPECT_EQ(StandardError([] { PrintOutputError(ENOSPC); }),
            "fdr: standard output: No space left on device\n");
  EXPECT_EQ(StandardError([] { PrintOutputError(EPIPE); }), "");
}

TEST(ConsoleTest, SizesAndDurationsAreForPeople) {
  EXPECT_EQ(HumanSize(0), "0 B");
  EXPECT_EQ(HumanSize(1023), "1023 B");
  EXPECT_EQ(HumanSize(1024), "1.0 KiB");
  EXPECT_EQ(HumanSize(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(HumanSize(std::uint64_t{268'500'000}), "256.1 MiB");
  EXPECT_EQ(HumanSize(~std::uint64_t{0}), "16.0 EiB");
  EXPECT_EQ(HumanDuration(12.5), "12.5 s");
  EXPECT_EQ(HumanDuration(60), "00:01:00");
  EXPECT_EQ(HumanDuration(86400 + 7384), "1 day 02:03:04");
  EXPECT_EQ(HumanDuration(3 * 86400), "3 days 00:00:00");
}

}  // namespace
}  // namespace fdr::tools
