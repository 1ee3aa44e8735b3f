// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The time server and its programs, right and wrong.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/serve/time/time_server.h"
#include "fdr/replay/sources/time_control/time_client.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

constexpr std::int64_t kSecond = kNanosPerSecond;

Timestamp At(std::int64_t second) { return {1'000'000 + second, 0}; }

TimeMessage Hello(TimeSource source = TimeSource::kArchive) {
  TimeMessage hello;
  hello.source = source;
  hello.delta = 2 * kSecond;
  hello.position = hello.start = At(0);
  hello.end = At(100);
  return hello;
}

TEST(TimeMessageTest, WhatIsEncodedDecodesToTheSame) {
  TimeMessage message = Hello();
  message.command = TimeCommand::kZone;
  message.motion = TimeMotion::kBackward;
  message.pace = TimePace::kFast;
  message.position = {123, 456'789'000};
  message.zone = "EST-10";
  message.label = "Melbourne";
  ByteBuffer bytes;
  message.Encode(bytes);
  EXPECT_EQ(bytes.size(), 88u + 7 + 10);
  const auto again = TimeMessage::Decode(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->command, TimeCommand::kZone);
  EXPECT_EQ(again->motion, TimeMotion::kBackward);
  EXPECT_EQ(again->pace, TimePace::kFast);
  EXPECT_EQ(again->delta, 2 * kSecond);
  EXPECT_EQ(again->position, (Timestamp{123, 456'789'000}));
  EXPECT_EQ(again->end, At(100));
  EXPECT_EQ(again->zone, "EST-10");
  EXPECT_EQ(again->label, "Melbourne");
}

TEST(TimeMessageTest, EveryFieldMayBeWrong) {
  ByteBuffer right;
  Hello().Encode(right);
  for (std::size_t at = 0; at < right.size(); at += 4) {
    for (const std::uint32_t word : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
      ByteBuffer wrong = right;
      std::memcpy(wrong.data() + at, &word, sizeof word);
      const auto message = TimeMessage::Decode(wrong);
      if (!message) continue;  // the magic, or the length
      EXPECT_GE(message->position.sec, 0);
      EXPECT_GE(message->delta, 0);
    }
  }
  for (std::size_t size = 0; size < right.size(); ++size)
    EXPECT_FALSE(TimeMessage::Decode(Bytes(right).first(size))) << size;
}

class TimeServerTest : public testing::Test {
 protected:
  void SetUp() override {
    loop_ = *EventLoop::Make();
    TimeTape tape{.position = At(10),
                  .start = At(0),
                  .end = At(50),
                  .delta = kSecond,
                  .motion = TimeMotion::kForward,
                  .zone = ""};
    server_ = std::make_unique<TimeServer>(loop_, *ListeningSocket::AtAddress("127.0.0.1", 0), tape,
                                           [this](const std::string& line) { log_ += line; });
  }

  // For this time, and until there is nothing to do.
  void Run(int milliseconds = 20) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (loop_->RunOneFor(std::chrono::milliseconds(1)) ||
           std::chrono::steady_clock::now() < end) {
    }
  }

  template <class Condition>
  bool RunUntil(Condition condition) {
    return test::WaitUntil([&] {
      Run(1);
      return condition();
    });
  }

  local::UniqueFd ConnectRaw() {
    local::UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }
  void Send(const local::UniqueFd& socket, Bytes bytes) {
    EXPECT_EQ(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    Run();
  }
  static bool IsClosed(const local::UniqueFd& socket) {
    char byte;
    return ::recv(socket.get(), &byte, 1, MSG_DONTWAIT) == 0;
  }

  // A program that is welcome.  The server runs in this thread, too, so it has to be let run.
  std::unique_ptr<TimeClient> Follow(const TimeMessage& hello = Hello()) {
    Result<TimeClient> client = Fail(Errc::kIo, "");
    std::atomic<bool> is_connected = false;
    std::thread connecting([&] {
      client = TimeClient::Connect(server_->port(), hello);
      is_connected = true;
    });
    while (!is_connected) Run(1);
    connecting.join();
    EXPECT_TRUE(client) << client.error().Message();
    Run(TimeServer::kSilence / kNanosPerMillisecond);
    return std::make_unique<TimeClient>(std::move(*client));
  }
  std::vector<TimeMessage> Messages(TimeClient& client) {
    Run();
    std::vector<TimeMessage> messages;
    while (true) {
      const auto message = client.Take();
      if (!message || !*message) return messages;
      messages.push_back(**message);
    }
  }

  std::shared_ptr<EventLoop> loop_;
  std::unique_ptr<TimeServer> server_;
  std::string log_;
};

TEST_F(TimeServerTest, AProgramIsToldWhereTheTapeIsAndFollowsIt) {
  const auto client = Follow();
  EXPECT_EQ(client->answer().position, At(10));
  EXPECT_EQ(client->answer().delta, kSecond);
  EXPECT_FALSE(server_->IsWaiting());
  server_->Step(At(11), TimeMotion::kForward);
  EXPECT_TRUE(server_->IsWaiting());
  const auto messages = Messages(*client);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].command, TimeCommand::kStep);
  EXPECT_EQ(messages[0].position, At(11));
  ASSERT_TRUE(client->Confirm(At(11)));
  Run();
  EXPECT_FALSE(server_->IsWaiting());
  EXPECT_EQ(log_, "");
}

TEST_F(TimeServerTest, AStepThatIsNotTheNextComesBehindAJump) {
  const auto client = Follow();
  server_->Step(At(11), TimeMotion::kForward);
  ASSERT_EQ(Messages(*client).size(), 1u);
  ASSERT_TRUE(client->Confirm(At(11)));
  Run();
  server_->Step(At(30), TimeMotion::kForward);
  const auto messages = Messages(*client);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].command, TimeCommand::kSet);
  EXPECT_EQ(messages[1].command, TimeCommand::kStep);
}

TEST_F(TimeServerTest, ALateProgramKeepsNoneWaitingAndGoesToThePresentLater) {
  const auto late = Follow(), quick = Follow();
  const auto begin = std::chrono::steady_clock::now();
  for (int second = 11; second < 14; ++second) {
    server_->Step(At(second), TimeMotion::kForward);
    ASSERT_EQ(Messages(*quick).size(), 1u);
    ASSERT_TRUE(quick->Confirm(At(second)));
    Run();
  }
  const bool is_waiting = server_->IsWaiting();
  EXPECT_TRUE(is_waiting || std::chrono::steady_clock::now() - begin >
                                std::chrono::nanoseconds(TimeServer::kPatience));
  EXPECT_TRUE(RunUntil([this] { return !server_->IsWaiting(); }));
  EXPECT_EQ(Messages(*late).size(), 1u);
  ASSERT_TRUE(late->Confirm(At(11)));
  const auto messages = Messages(*late);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].command, TimeCommand::kSet);
  EXPECT_EQ(messages[1].position, At(13));
}

TEST_F(TimeServerTest, MotionsAndBoundsAreToldToAll) {
  const auto first = Follow();
  server_->SetMotion(TimeMotion::kStopped);
  auto messages = Messages(*first);
  // The bounds of the first program were wider than those of the tape.
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].command, TimeCommand::kMode);
  EXPECT_EQ(messages[0].motion, TimeMotion::kStopped);
  EXPECT_EQ(messages[0].end, At(100));
  TimeMessage wider = Hello();
  wider.end = At(200);
  const auto second = Follow(wider);
  EXPECT_EQ(second->answer().end, At(200));
  messages = Messages(*first);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].command, TimeCommand::kBounds);
  EXPECT_EQ(messages[0].end, At(200));
  EXPECT_EQ(server_->tape().end, At(200));
}

TEST_F(TimeServerTest, ALiveSourceStepsAtItsOwnInterval) {
  TimeMessage hello = Hello(TimeSource::kHost);
  hello.delta = kSecond / 20;
  const auto begin = std::chrono::steady_clock::now();
  const auto live = Follow(hello);
  std::vector<TimeMessage> messages;
  EXPECT_TRUE(RunUntil([&] {
    for (const TimeMessage& message : Messages(*live)) messages.push_back(message);
    return messages.size() >= 4;
  }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin,
            (messages.size() - 1) * std::chrono::milliseconds(50));
  for (const TimeMessage& message : messages) {
    EXPECT_EQ(message.command, TimeCommand::kStep);
    EXPECT_GT(message.position, At(1'000'000));
  }
  EXPECT_FALSE(server_->IsWaiting());
}

TEST_F(TimeServerTest, WrongProgramsAreDroppedAndTheOthersGoOn) {
  const auto good = Follow();
  ByteBuffer hello;
  Hello().Encode(hello);
  for (const std::uint32_t length : {0u, 87u, 4096u, 0xffffffffu}) {
    const local::UniqueFd bad = ConnectRaw();
    ByteBuffer wrong = hello;
    std::memcpy(wrong.data() + 4, &length, sizeof length);
    Send(bad, wrong);
    EXPECT_TRUE(IsClosed(bad)) << length;
  }
  const local::UniqueFd garbage = ConnectRaw();
  Send(garbage, AsBytes(std::string(96, 'x')));
  EXPECT_TRUE(IsClosed(garbage));
  EXPECT_NE(log_.find("dropped program 5: Not a message of time control"), std::string::npos)
      << log_;
  server_->Step(At(11), TimeMotion::kForward);
  EXPECT_EQ(Messages(*good).size(), 1u);
}

TEST_F(TimeServerTest, AMessageMayComeByteByByte) {
  const local::UniqueFd slow = ConnectRaw();
  ByteBuffer hello;
  Hello().Encode(hello);
  for (const std::byte byte : hello) {
    ASSERT_EQ(::send(slow.get(), &byte, 1, MSG_NOSIGNAL), 1);
    Run(1);
  }
  Run();
  char answer[200];
  EXPECT_EQ(::recv(slow.get(), answer, sizeof answer, MSG_DONTWAIT), 88);
}

TEST_F(TimeServerTest, AProgramThatReadsNothingIsDropped) {
  const auto lazy = Follow();
  for (int i = 0; i < 200'000 && server_->clients() > 0; ++i)
    server_->SetMotion(i % 2 == 0 ? TimeMotion::kStopped : TimeMotion::kForward);
  EXPECT_EQ(server_->clients(), 0u);
  EXPECT_NE(log_.find("does not read"), std::string::npos) << log_;
}

// The server drops the program in the middle of the program's messages, when an answer to the first
// one cannot be sent.
TEST_F(TimeServerTest, AProgramMayBeGoneWhenItsBoundsArrive) {
  for (int i = 0; i < 20; ++i) {
    local::UniqueFd program = ConnectRaw();
    ByteBuffer bytes;
    Hello().Encode(bytes);
    Send(program, bytes);
    Run(TimeServer::kSilence / kNanosPerMillisecond);
    bytes.clear();
    for (int more = 1; more < 4; ++more) {
      TimeMessage wider = Hello();
      wider.command = TimeCommand::kBounds;
      wider.end = At(1000 + 10 * i + more);
      wider.Encode(bytes);
    }
    ASSERT_GT(::send(program.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), 0);
    program.Reset();  // with an answer unread: the connection is reset
    Run(5);
  }
  EXPECT_EQ(server_->clients(), 0u);
}

TEST_F(TimeServerTest, TooManyProgramsAreRefused) {
  std::vector<local::UniqueFd> sockets;
  for (std::size_t i = 0; i < TimeServer::kMostClients + 3; ++i) {
    sockets.push_back(ConnectRaw());
    Run(2);
  }
  Run();
  EXPECT_EQ(server_->clients(), TimeServer::kMostClients);
  EXPECT_NE(log_.find("refused"), std::string::npos) << log_;
  sockets.clear();
  Run(100);
  EXPECT_EQ(server_->clients(), 0u);
}

TEST_F(TimeServerTest, RandomMessagesDoNoHarm) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const local::UniqueFd program = ConnectRaw();
    ByteBuffer bytes;
    for (std::uint_fast32_t count = random() % 5; count > 0; --count) {
      Hello().Encode(bytes);
      const auto word = static_cast<std::uint32_t>(random());
      std::memcpy(bytes.data() + bytes.size() - 80 + random() % 76, &word, sizeof word);
    }
    static_cast<void>(::send(program.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
    Run(1);
    server_->Step(At(i), i % 3 == 0 ? TimeMotion::kBackward : TimeMotion::kForward);
  }
  Run(100);
  EXPECT_EQ(server_->clients(), 0u);
}

TEST(TimeClientTest, WithoutAServerItSaysSo) {
  const auto client = TimeClient::Connect(1, Hello());
  ASSERT_FALSE(client);
  EXPECT_NE(client.error().Message().find("time server at port 1"), std::string::npos);
}

}  // namespace
}  // namespace fdr
