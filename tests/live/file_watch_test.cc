// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/net/file_watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>

namespace fdr {
namespace {

constexpr std::chrono::milliseconds kAMoment{20};

class FileWatchTest : public ::testing::Test {
 protected:
  FileWatchTest() { EXPECT_EQ(::pipe2(pipe_, O_CLOEXEC | O_NONBLOCK), 0); }
  ~FileWatchTest() override {
    ::close(pipe_[0]);
    ::close(pipe_[1]);
  }

  void Write() { EXPECT_EQ(::write(pipe_[1], "x", 1), 1); }

  int pipe_[2] = {-1, -1};
  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  int calls_ = 0;
};

TEST_F(FileWatchTest, ItIsReadyOnceThereIsSomethingToRead) {
  FileWatch watch(*loop_, pipe_[0]);
  watch.StartWaitToRead([this] { ++calls_; });
  EXPECT_FALSE(loop_->RunOneFor(kAMoment));
  Write();
  loop_->RunOne();
  EXPECT_EQ(calls_, 1);
  EXPECT_FALSE(loop_->RunOneFor(kAMoment));  // the watch was started only once
  watch.StartWaitToRead([this] { ++calls_; });
  loop_->RunOne();
  EXPECT_EQ(calls_, 2);
}

TEST_F(FileWatchTest, ItIsReadyOnceThereIsRoomToWrite) {
  const char page[4096] = {};
  while (::write(pipe_[1], page, sizeof page) > 0) {
  }
  FileWatch watch(*loop_, pipe_[1]);
  watch.StartWaitToWrite([this] { ++calls_; });
  EXPECT_FALSE(loop_->RunOneFor(kAMoment));
  char taken[2 * sizeof page];
  EXPECT_EQ(::read(pipe_[0], taken, sizeof taken), static_cast<ssize_t>(sizeof taken));
  loop_->RunOne();
  EXPECT_EQ(calls_, 1);
}

TEST_F(FileWatchTest, OneThatIsGoneDoesNotCall) {
  std::optional<FileWatch> watch(std::in_place, *loop_, pipe_[0]);
  watch->StartWaitToRead([this] { ++calls_; });
  Write();
  watch.reset();
  while (loop_->RunOneFor(kAMoment)) {
  }
  EXPECT_EQ(calls_, 0);
  Write();  // the file is still open
}

TEST_F(FileWatchTest, ItMayGoWhenItCalls) {
  std::optional<FileWatch> watch(std::in_place, *loop_, pipe_[0]);
  watch->StartWaitToRead([&] {
    ++calls_;
    watch.reset();
  });
  Write();
  loop_->RunOne();
  EXPECT_EQ(calls_, 1);
}

TEST_F(FileWatchTest, AFileOfADiskIsAlwaysReady) {
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  FileWatch watch(*loop_, file);
  watch.StartWaitToRead([this] { ++calls_; });
  EXPECT_EQ(calls_, 0);
  loop_->RunOne();
  EXPECT_EQ(calls_, 1);
  ::close(file);
}

}  // namespace
}  // namespace fdr
