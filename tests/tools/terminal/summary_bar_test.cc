// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/summary_bar.h"
#include "fdr/tests/support/wait_until.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace fdr::tools {
namespace {

// Standard error is a terminal during a test.
class SummaryBarTest : public testing::Test {
 protected:
  void SetUp() override {
    screen_ = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    ASSERT_GE(screen_, 0);
    ASSERT_EQ(grantpt(screen_), 0);
    ASSERT_EQ(unlockpt(screen_), 0);
    const int terminal = open(ptsname(screen_), O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal, 0);
    stderr_ = dup(STDERR_FILENO);
    ASSERT_EQ(dup2(terminal, STDERR_FILENO), STDERR_FILENO);
    close(terminal);
  }
  void TearDown() override {
    dup2(stderr_, STDERR_FILENO);
    close(stderr_);
    close(screen_);
  }

  // The text that came on the screen since the last call.
  std::string Shown() const {
    std::array<char, 4096> text;
    const ssize_t n = read(screen_, text.data(), text.size());
    return n > 0 ? std::string(text.data(), static_cast<std::size_t>(n)) : "";
  }

  // What is shown of a bar that goes on from this place: it is shown only after a second.
  std::string ShownAt(SummaryBar& bar, const std::string& file, std::uint64_t read) const {
    std::string shown;
    EXPECT_TRUE(test::WaitUntil([&] {
      bar(file, read++, 1000);
      shown = Shown();
      return !shown.empty();
    }));
    return shown;
  }

 private:
  int screen_ = -1, stderr_ = -1;
};

TEST_F(SummaryBarTest, ShowsWhichVolumeUntilItIsDone) {
  SummaryBar bar(false);
  bar("/archives/today.0.zst", 0, 1000);
  EXPECT_EQ(Shown(), "");
  const std::string half = ShownAt(bar, "/archives/today.0.zst", 500);
  EXPECT_NE(half.find("Looking through today.0.zst [###############"), half.npos) << half;
  EXPECT_NE(half.find("...]  5"), half.npos) << half;
  EXPECT_NE(half.find(" s left"), half.npos) << half;
  bar("/archives/today.0.zst", 1000, 1000);
  EXPECT_EQ(Shown(), "\r\x1b[K");
  bar("/archives/today.1", 0, 1000);
  EXPECT_NE(ShownAt(bar, "/archives/today.1", 250).find("Looking through today.1 "),
            std::string::npos);
}

TEST_F(SummaryBarTest, ShowsNothingToWhoWantsQuiet) {
  SummaryBar bar(true), other(false);
  bar("/archives/today.0", 0, 1000);
  other("/archives/today.0", 0, 1000);
  ShownAt(other, "/archives/today.0", 500);  // so a bar that is not quiet would be shown, too
  bar("/archives/today.0", 500, 1000);
  bar("/archives/today.0", 1000, 1000);
  EXPECT_EQ(Shown(), "");
}

}  // namespace
}  // namespace fdr::tools
