// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {
namespace {

using namespace std::chrono_literals;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

// While a line is printed, standard output is a pipe that the test reads.
class WatchOutputTest : public ::testing::Test {
 protected:
  WatchOutputTest() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    EXPECT_EQ(::fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    reader_ = local::UniqueFd(ends[0]);
    writer_ = local::UniqueFd(ends[1]);
  }
  ~WatchOutputTest() override { std::signal(SIGPIPE, at_pipe_); }

  bool Print(const std::string& line) {
    ::dup2(writer_.get(), STDOUT_FILENO);
    const bool printed = output_.Print(line);
    ::dup2(before_.get(), STDOUT_FILENO);
    return printed;
  }

  std::string Read() const {
    std::string text;
    char part[4096];
    for (ssize_t n; (n = ::read(reader_.get(), part, sizeof part)) > 0;)
      text.append(part, static_cast<std::size_t>(n));
    return text;
  }

  WatchOutput output_{1ms};
  const local::UniqueFd before_{::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)};
  local::UniqueFd reader_, writer_;
  void (*const at_pipe_)(int) = std::signal(SIGPIPE, SIG_IGN);
};

TEST_F(WatchOutputTest, LinesWithoutAReaderAreLeftOutAndCounted) {
  const std::string line = std::string(999, 'x') + '\n';
  std::size_t lines = 0;
  CaptureStderr();
  while (Print(line)) ++lines;
  EXPECT_FALSE(Print(line));
  EXPECT_EQ(GetCapturedStderr(),
            "fdr: warning: Nothing reads standard output, so lines are left out\n");
  EXPECT_GT(lines, 0u);
  EXPECT_EQ(Read().size(), lines * line.size());
  CaptureStderr();
  EXPECT_TRUE(Print("again\n"));
  EXPECT_EQ(GetCapturedStderr(),
            "fdr: warning: Nothing has read standard output for a while: 2 lines left out\n");
  EXPECT_EQ(Read(), "again\n");
  EXPECT_FALSE(output_.has_failed());
}

TEST_F(WatchOutputTest, ALineThatIsTornEndsBeforeTheNextOne) {
  CaptureStderr();
  EXPECT_FALSE(Print(std::string(std::size_t{4} << 20, 'y') + '\n'));
  EXPECT_TRUE(Read().ends_with('y'));
  EXPECT_TRUE(Print("next\n"));
  EXPECT_TRUE(Print("last\n"));
  EXPECT_EQ(Read(), "\nnext\nlast\n");
  GetCapturedStderr();
}

TEST_F(WatchOutputTest, ALongLineIsWholeForAReaderThatReadsAgain) {
  WatchOutput patient(2s);
  const std::string line = std::string(std::size_t{1} << 20, 'z') + '\n';
  EXPECT_EQ(::fcntl(writer_.get(), F_SETPIPE_SZ, 4096), 4096);
  ::dup2(writer_.get(), STDOUT_FILENO);
  CaptureStderr();
  EXPECT_FALSE(patient.Print(line));
  std::string text = Read();
  std::atomic<bool> is_over = false;
  std::thread reader([&] {
    for (bool is_last = false; !is_last;) {
      is_last = is_over;
      text += Read();
    }
  });
  EXPECT_TRUE(patient.Print(line));
  is_over = true;
  reader.join();
  ::dup2(before_.get(), STDOUT_FILENO);
  EXPECT_TRUE(text.ends_with("z\n" + line)) << text.size();
  GetCapturedStderr();
}

TEST_F(WatchOutputTest, AReaderThatIsGoneIsAFailure) {
  reader_ = local::UniqueFd();
  EXPECT_FALSE(Print("x\n"));
  EXPECT_TRUE(output_.has_failed());
}

}  // namespace
}  // namespace fdr::tools
