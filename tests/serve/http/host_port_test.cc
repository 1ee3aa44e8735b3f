// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/host_port.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

TEST(HostPortTest, AHostMayHaveAPort) {
  EXPECT_EQ(HostPort::Parse("db1.example.com")->name, "db1.example.com");
  EXPECT_EQ(HostPort::Parse("db1")->port, std::nullopt);
  EXPECT_EQ(HostPort::Parse("db1:")->port, std::nullopt);
  EXPECT_EQ(HostPort::Parse("db1:8080")->name, "db1");
  EXPECT_EQ(HostPort::Parse("db1:8080")->port, 8080);
  EXPECT_EQ(HostPort::Parse("[::1]:65535")->name, "::1");
  EXPECT_EQ(HostPort::Parse("[::1]:65535")->port, 65535);
  EXPECT_EQ(HostPort::Parse("[fe80::1]")->port, std::nullopt);
}

TEST(HostPortTest, NothingElseIsAHost) {
  for (const std::string text : {"",
                                 ":80",
                                 "[",
                                 "[]",
                                 "[::1",
                                 "[::1]80",
                                 "[host]",
                                 "[::1]:80:80",
                                 "localhost ",
                                 " localhost",
                                 "localhost:80@evil.com",
                                 "evil.com@localhost",
                                 "localhost/",
                                 "localhost\\",
                                 "localhost:80/",
                                 "localhost:-1",
                                 "localhost:+80",
                                 "localhost:80 ",
                                 "localhost:65536",
                                 "localhost:x",
                                 "localhost:80:80",
                                 "local host",
                                 "localhost#",
                                 "localhost?",
                                 "l\xc3\xb6"
                                 "calhost",
                                 "::1"})
    EXPECT_FALSE(HostPort::Parse(text)) << text;
  EXPECT_FALSE(HostPort::Parse(std::string("local\0host", 10)));
}

}  // namespace
}  // namespace fdr
