// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/listening_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

TEST(ListeningSocketTest, AFreePortHasANumber) {
  const auto socket = ListeningSocket::AtAddress("127.0.0.1", 0);
  ASSERT_TRUE(socket);
  EXPECT_NE(socket->port(), 0);
  EXPECT_EQ(socket->name(), "127.0.0.1:" + std::to_string(socket->port()));
  const auto taken = ListeningSocket::AtAddress("127.0.0.1", socket->port());
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().system_error, EADDRINUSE);
}

TEST(ListeningSocketTest, OneThatWasOpenedBeforeHasANameToo) {
  auto opened = ListeningSocket::AtAddress("127.0.0.1", 0);
  ASSERT_TRUE(opened);
  const auto inherited = ListeningSocket::Inherited(opened->Release());
  ASSERT_TRUE(inherited);
  EXPECT_EQ(inherited->name(), opened->name());
  EXPECT_EQ(inherited->port(), opened->port());
  const int no_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto refused = ListeningSocket::Inherited(no_listener);
  ::close(no_listener);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kInvalidArgument);
  EXPECT_FALSE(ListeningSocket::Inherited(no_listener)) << "it is closed";
}

TEST(ListeningSocketTest, AHostNameIsNoAddress) {
  const auto socket = ListeningSocket::AtAddress("localhost", 0);
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, Errc::kInvalidArgument);
}

TEST(ListeningSocketTest, TheFileGoesWithTheSocket) {
  const test::TempDirectory directory;
  const std::string path = directory / "socket";
  {
    auto socket = ListeningSocket::AtPath(path);
    ASSERT_TRUE(socket);
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_TRUE(S_ISSOCK(status.st_mode));
    EXPECT_EQ(socket->name(), "unix:" + path);
    EXPECT_FALSE(ListeningSocket::AtPath(path)) << "somebody listens";
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ListeningSocketTest, TheUmaskSaysWhoMayConnect) {
  const test::TempDirectory directory;
  for (const mode_t mask : {0u, 022u, 077u, 0117u}) {
    const mode_t before = ::umask(mask);
    const std::string path = directory / std::to_string(mask);
    const auto socket = ListeningSocket::AtPath(path);
    ::umask(before);
    ASSERT_TRUE(socket);
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0777u & ~mask) << mask;
  }
}

TEST(ListeningSocketTest, WhatADeadServerLeftIsReplaced) {
  const test::TempDirectory directory;
  const std::string path = directory / "socket";
  const std::string kept = directory / "kept";
  {
    auto socket = ListeningSocket::AtPath(path);
    ASSERT_TRUE(socket);
    std::filesystem::create_hard_link(path, kept);
  }
  std::filesystem::rename(kept, path);
  EXPECT_TRUE(ListeningSocket::AtPath(path));
  std::ofstream(path) << "a file";
  EXPECT_FALSE(ListeningSocket::AtPath(path));
  EXPECT_TRUE(std::filesystem::exists(path)) << "a file that is no socket is not touched";
  EXPECT_FALSE(ListeningSocket::AtPath(std::string(200, 'x')));
}

}  // namespace
}  // namespace fdr
