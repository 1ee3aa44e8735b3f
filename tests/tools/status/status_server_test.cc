// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Clients that ask a recorder about itself.  Some of them misbehave.

#include "fdr/tools/status/status_server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <thread>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tools/status/status_client.h"
#include "fdr/tools/status/status_place.h"

namespace fdr::tools {
namespace {

using test::ErrorOf;

class StatusServerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(MakeStatusDirectory(place_));
    auto server = StatusServer::Open(*loop_, PathOf(::getpid()), [this](std::string_view request) {
      return "you said " + std::string(request) + std::string(more_, '.');
    });
    ASSERT_TRUE(server) << ErrorOf(server);
    server_ = std::move(*server);
  }

  std::string PathOf(std::int64_t pid) const {
    return StatusPath(place_, StatusKind::kRecorder, pid);
  }

  local::UniqueFd Connect() {
    auto client = ConnectToStatus(PathOf(::getpid()));
    EXPECT_TRUE(client) << ErrorOf(client);
    return client ? std::move(*client) : local::UniqueFd();
  }

  static void Say(const local::UniqueFd& client, const std::string& text) {
    EXPECT_EQ(::send(client.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }

  // Runs the loop until there is nothing left to do.
  void Run() {
    while (loop_->RunOneFor(std::chrono::milliseconds(20))) {
    }
  }

  // The text that the client has received so far.
  static std::string Heard(const local::UniqueFd& client) {
    std::string text;
    char part[4096];
    for (ssize_t n; (n = ::recv(client.get(), part, sizeof part, 0)) > 0;)
      text.append(part, static_cast<std::size_t>(n));
    return text;
  }

  static bool IsSentAway(const local::UniqueFd& client) {
    char byte = 0;
    const ssize_t n = ::recv(client.get(), &byte, 1, 0);
    return n == 0 || (n < 0 && errno == ECONNRESET);
  }

  const test::TempDirectory directory_;
  const std::string place_ = directory_ / "place";
  std::size_t more_ = 0;
  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
  std::unique_ptr<StatusServer> server_;
};

TEST_F(StatusServerTest, ALineIsAnswered) {
  const local::UniqueFd client = Connect();
  Say(client, "how ");
  Run();
  Say(client, "are you?\nand more");
  Run();
  EXPECT_EQ(Heard(client), "you said how are you?");
  EXPECT_TRUE(IsSentAway(client));
}

TEST_F(StatusServerTest, ALongAnswerWaitsForItsReaderAndNobodyElseDoes) {
  more_ = 5'000'000;
  const local::UniqueFd slow = Connect(), quick = Connect();
  Say(slow, "a\n");
  Run();
  more_ = 0;
  Say(quick, "b\n");
  Run();
  EXPECT_EQ(Heard(quick), "you said b");
  std::size_t heard = 0;
  while (heard < 5'000'000) {
    heard += Heard(slow).size();
    Run();
  }
  EXPECT_EQ(heard, 5'000'000 + std::string("you said a").size());
}

TEST_F(StatusServerTest, WhoTakesTooLongIsSentAway) {
  const local::UniqueFd silent = Connect(), deaf = Connect();
  more_ = 5'000'000;
  Say(deaf, "a\n");
  Run();
  EXPECT_FALSE(IsSentAway(silent));
  for (int i = 0; i < 3000 && !IsSentAway(silent); ++i) Run();
  EXPECT_TRUE(IsSentAway(silent));
  for (int i = 0; i < 100; ++i) Run();
  EXPECT_LT(Heard(deaf).size(), 5'000'000u);
}

TEST_F(StatusServerTest, WhoNeverComesToAnEndIsSentAway) {
  const local::UniqueFd client = Connect();
  Say(client, std::string(LineServer::kMostRequest + 1, 'x'));
  Run();
  EXPECT_TRUE(IsSentAway(client));
}

TEST_F(StatusServerTest, TooManyAtATimePushOutTheFirst) {
  std::vector<local::UniqueFd> silent;
  for (std::size_t i = 0; i < LineServer::kMostClients + 3; ++i) {
    silent.push_back(Connect());
    Run();
  }
  const local::UniqueFd client = Connect();
  Say(client, "b\n");
  Run();
  EXPECT_EQ(Heard(client), "you said b");
  EXPECT_TRUE(IsSentAway(silent[0]));
  EXPECT_FALSE(IsSentAway(silent.back()));
}

TEST_F(StatusServerTest, WhoGoesEarlyDoesNoHarm) {
  more_ = 5'000'000;
  for (const char* said : {"", "half a li", "a\n"}) {
    {
      const local::UniqueFd client = Connect();
      Say(client, said);
      Run();
    }
    Run();
  }
  more_ = 0;
  const local::UniqueFd client = Connect();
  Say(client, "b\n");
  Run();
  EXPECT_EQ(Heard(client), "you said b");
}

TEST_F(StatusServerTest, AClientWaitsForTheWholeAnswer) {
  more_ = 3'000'000;
  Result<std::string> answer;
  std::atomic<bool> is_done = false;
  std::thread asking([&] {
    answer = AskRecorder(Connect(), "a", std::chrono::seconds(20));
    is_done = true;
  });
  while (!is_done) loop_->RunOneFor(std::chrono::milliseconds(5));
  asking.join();
  ASSERT_TRUE(answer) << ErrorOf(answer);
  EXPECT_EQ(answer->size(), 3'000'000 + std::string("you said a").size());
}

TEST_F(StatusServerTest, AClientDoesNotWaitForEver) {
  const auto answer = AskRecorder(Connect(), "a", std::chrono::milliseconds(30));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::kTimeout);
}

TEST_F(StatusServerTest, TheSocketGoesWithTheRecorder) {
  EXPECT_EQ(StatusPids(place_, StatusKind::kRecorder), std::vector<std::int64_t>{::getpid()});
  server_.reset();
  EXPECT_TRUE(StatusPids(place_, StatusKind::kRecorder)->empty());
  const auto nobody = ConnectToStatus(PathOf(::getpid()));
  ASSERT_TRUE(nobody);
  EXPECT_FALSE(nobody->IsOpen());
}

TEST_F(StatusServerTest, WhatAKilledRecorderLeftIsRemoved) {
  const std::string path = place_ + "/4711";
  const local::UniqueFd left(::socket(AF_UNIX, SOCK_STREAM, 0));
  const auto address = SocketAddress(path);
  ASSERT_TRUE(address);
  ASSERT_EQ(::bind(left.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address), 0);
  EXPECT_EQ(StatusPids(place_, StatusKind::kRecorder)->size(), 2u);
  const auto nobody = ConnectToStatus(PathOf(4711));
  ASSERT_TRUE(nobody) << ErrorOf(nobody);
  EXPECT_FALSE(nobody->IsOpen());
  EXPECT_EQ(StatusPids(place_, StatusKind::kRecorder), std::vector<std::int64_t>{::getpid()});
}

TEST_F(StatusServerTest, ServersHaveNamesOfTheirOwn) {
  EXPECT_EQ(StatusPath("/run/fdr", StatusKind::kServer, 4711), "/run/fdr/serve-4711");
  const auto server = StatusServer::Open(*loop_, StatusPath(place_, StatusKind::kServer, 4711),
                                         [](std::string_view) { return std::string("a server"); });
  ASSERT_TRUE(server) << ErrorOf(server);
  EXPECT_EQ(StatusPids(place_, StatusKind::kServer), std::vector<std::int64_t>{4711});
  EXPECT_EQ(StatusPids(place_, StatusKind::kRecorder), std::vector<std::int64_t>{::getpid()});
}

TEST_F(StatusServerTest, TheDirectoryIsOursAlone) {
  EXPECT_TRUE(MakeStatusDirectory(place_)) << "again";
  ::chmod(place_.c_str(), 0750);
  EXPECT_EQ(CheckStatusDirectory(place_).error().code, Errc::kRefused);
  ::chmod(place_.c_str(), 0700);
  const std::string link = directory_ / "link", file = directory_ / "file";
  std::filesystem::create_directory_symlink(place_, link);
  EXPECT_EQ(MakeStatusDirectory(link).error().code, Errc::kRefused);
  test::WriteFile(file, {});
  EXPECT_EQ(MakeStatusDirectory(file).error().code, Errc::kRefused);
  EXPECT_EQ(CheckStatusDirectory(directory_ / "none").error().system_error, ENOENT);
  EXPECT_FALSE(MakeStatusDirectory(directory_ / "none/below"));
}

TEST_F(StatusServerTest, ANameThatIsTooLongIsRefused) {
  const std::string deep = directory_ / std::string(100, 'x');
  EXPECT_EQ(StatusServer::Open(*loop_, deep, {}).error().code, Errc::kTooLarge);
  EXPECT_EQ(StatusServer::Open(*loop_, directory_ / "none/1", {}).error().system_error, ENOENT);
}

}  // namespace
}  // namespace fdr::tools
