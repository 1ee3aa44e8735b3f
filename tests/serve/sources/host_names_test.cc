// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/host_names.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(ClientHostTest, ThisMachineHasManyNames) {
  for (const char* text :
       {"", "localhost", "127.0.0.1", "pcp://127.0.0.1", "pcp://localhost", "::1", "[::1]",
        "pcp://[::1]", "local:", "vm", "pcp://vm", "?container=x"})
    EXPECT_EQ(ParseClientHost(text, "vm").kind, ClientHost::Kind::kDefault) << text;
  for (const char* text : {"vm2", "localhost:44322", "local:/run/x", "unix:", "pcps://localhost"})
    EXPECT_EQ(ParseClientHost(text, "vm").kind, ClientHost::Kind::kOther) << text;
  EXPECT_EQ(ParseClientHost("vm", "").kind, ClientHost::Kind::kOther);
}

TEST(ClientHostTest, AttributesAreKept) {
  const ClientHost archive = ParseClientHost("archive:db1?start=03:50&rate=2?", "vm");
  EXPECT_EQ(archive.kind, ClientHost::Kind::kArchive);
  EXPECT_EQ(archive.name, "db1");
  EXPECT_EQ(archive.attributes, "start=03:50&rate=2?");
  const ClientHost host = ParseClientHost("pcp://db1:44322?container=web", "vm");
  EXPECT_EQ(host.kind, ClientHost::Kind::kOther);
  EXPECT_EQ(host.name, "db1:44322");
  EXPECT_EQ(host.attributes, "container=web");
}

bool IsAllowed(const char* host, const std::vector<std::string>& globs) {
  const Result<HostSpec> spec = HostSpec::Parse(host);
  EXPECT_TRUE(spec) << host;
  return spec && IsAllowedHost(*spec, globs);
}

TEST(AllowedHostTest, WithoutGlobsNoneIsAllowed) { EXPECT_FALSE(IsAllowed("db1", {})); }

TEST(AllowedHostTest, AGlobAllowsTheUsualPort) {
  for (const char* host : {"db1", "DB1", "pcp://db1", "db1:44321", "db22.example.com"})
    EXPECT_TRUE(IsAllowed(host, {"other", "db*"})) << host;
  for (const char* host : {"adb1", "db1:22", "db1:44321,22", "10.0.0.1"})
    EXPECT_FALSE(IsAllowed(host, {"other", "db*"})) << host;
}

TEST(AllowedHostTest, AGlobMayAllowOtherPorts) {
  EXPECT_TRUE(IsAllowed("db1:44322", {"db*:44322"}));
  EXPECT_FALSE(IsAllowed("db1", {"db*:44322"}));
  EXPECT_TRUE(IsAllowed("db1:22", {"*:*"}));
  EXPECT_TRUE(IsAllowed("[fe80::1]", {"[[]fe80::*]"}));
  EXPECT_FALSE(IsAllowed("[fe80::1]:22", {"[[]fe80::*]"}));
}

TEST(AllowedHostTest, ClientsChooseNoProxyAndNoSocket) {
  for (const char* host : {"db1@proxy", "pcps://db1", "unix:/run/x", "local:/run/x", "local:"})
    EXPECT_FALSE(IsAllowed(host, {"*:*", "*"})) << host;
}

}  // namespace
}  // namespace fdr
