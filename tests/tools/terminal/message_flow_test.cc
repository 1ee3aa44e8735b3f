// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/message_flow.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

namespace fdr::tools {
namespace {

constexpr MessageFlow::Clock::time_point kStart{std::chrono::hours(1)};

/// The pipe or socket that a flow writes into.  It fills up until Read().
class MessageFlowTest : public testing::Test {
 protected:
  ~MessageFlowTest() override {
    for (const int fd : ends_) ::close(fd);
  }
  void MakePipe() { ASSERT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
  void MakeSocket() {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()), 0);
  }
  std::string Read() {
    std::string text(std::size_t{1} << 20, '\0');
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    std::size_t size = 0;
    for (ssize_t n = 1; n > 0; size += static_cast<std::size_t>(std::max<ssize_t>(n, 0)))
      n = ::read(ends_[0], text.data() + size, text.size() - size);
    text.resize(size);
    return text;
  }
  // Messages that are long, at times that leave room for all.
  void WriteMany(MessageFlow& flow) {
    for (int i = 0; i < 1000; ++i)
      flow.Write(std::string(1000, 'x') + "\n", kStart + std::chrono::seconds(i));
  }
  void ExpectTheRestToBeCounted(MessageFlow& flow) {
    const std::string taken = Read();
    EXPECT_GT(taken.size(), 4000u);
    EXPECT_LT(taken.size(), 1'000'000u);
    flow.Tell();
    const auto missing = 1000 - std::ranges::count(taken, '\n');
    EXPECT_EQ(Read(), "fdr: " + std::to_string(missing) +
                          " messages were left out: they were too many, or were not read\n");
    flow.Write("again\n", kStart + std::chrono::hours(1));
    EXPECT_EQ(Read(), "again\n");
  }

  std::array<int, 2> ends_ = {-1, -1};
};

TEST_F(MessageFlowTest, AFullPipeIsNotWaitedFor) {
  MakePipe();
  MessageFlow flow(ends_[1]);
  WriteMany(flow);
  ExpectTheRestToBeCounted(flow);
  EXPECT_EQ(::fcntl(ends_[1], F_GETFL) & O_NONBLOCK, 0) << "others may share it";
}

TEST_F(MessageFlowTest, AFullSocketIsNotWaitedFor) {
  MakeSocket();
  MessageFlow flow(ends_[1]);
  WriteMany(flow);
  ExpectTheRestToBeCounted(flow);
}

TEST_F(MessageFlowTest, AFloodIsLimited) {
  MakePipe();
  MessageFlow flow(ends_[1]);
  for (int i = 0; i < 10'000; ++i) flow.Write("a\n", kStart);
  std::string text = Read();
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, 'a')), MessageFlow::kAtOnce);
  for (int i = 0; i < 10'000; ++i) flow.Write("b\n", kStart + std::chrono::seconds(1));
  text = Read();
  EXPECT_TRUE(text.starts_with("fdr: 9800 messages were left out")) << text;
  EXPECT_EQ(std::ranges::count(text, 'b'), 20) << text;
}

TEST_F(MessageFlowTest, ThatMessagesAreMissingIsNoFloodItself) {
  MakePipe();
  MessageFlow flow(ends_[1]);
  for (int i = 0; i < 10'000; ++i) {
    flow.Write("a\n", kStart);
    flow.Tell(kStart);
  }
  const std::string text = Read();
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), MessageFlow::kAtOnce + 1);
  EXPECT_NE(text.find("fdr: 1 messages were left out"), std::string::npos) << text;
  flow.Tell(kStart + std::chrono::milliseconds(999));
  flow.TellAtEnd();
  EXPECT_TRUE(Read().starts_with("fdr: 9799 messages were left out"));
}

TEST_F(MessageFlowTest, ALongMessageLosesItsEnd) {
  MakePipe();
  MessageFlow flow(ends_[1]);
  flow.Write(std::string(100'000, 'x').append(1, '\n'), kStart);
  EXPECT_EQ(Read(), std::string(MessageFlow::kLongest - 1, 'x').append(1, '\n'));
}

TEST_F(MessageFlowTest, WhatIsDrawnIsNeitherCountedNorWaitedFor) {
  MakePipe();
  MessageFlow flow(ends_[1], 2);
  for (int i = 0; i < 10'000; ++i) flow.Draw("a status line");
  EXPECT_TRUE(Read().starts_with("a status linea status line"));
  for (int i = 0; i < 3; ++i) flow.Write("b\n", kStart);
  EXPECT_EQ(Read(), "b\nb\n") << "so many may follow each other";
  flow.Tell();
  EXPECT_TRUE(Read().starts_with("fdr: 1 messages were left out"));
}

TEST_F(MessageFlowTest, ALongMessageOfManyLinesIsWhole) {
  MakePipe();
  MessageFlow flow(ends_[1]);
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "line " + std::to_string(i) + '\n';
  flow.Write(text, kStart);
  flow.Write("", kStart);
  flow.Tell();
  EXPECT_EQ(Read(), text);
}

TEST_F(MessageFlowTest, AClosedDescriptorIsNoProblem) {
  MessageFlow flow(-1);
  flow.Write("lost\n", kStart);
  flow.Tell();
}

}  // namespace
}  // namespace fdr::tools
