// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/host_spec.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"

namespace fdr {
namespace {

using test::ErrorOf;
using Ports = std::vector<std::uint16_t>;
using Transport = HostSpec::Transport;

HostSpec Parse(std::string_view text) {
  Result<HostSpec> spec = HostSpec::Parse(text);
  EXPECT_TRUE(spec) << ErrorOf(spec);
  return spec.value_or(HostSpec{});
}

TEST(HostSpecTest, IsTheNameOfAHost) {
  const HostSpec spec = Parse("db1.example.org");
  EXPECT_EQ(spec.text, "db1.example.org");
  EXPECT_EQ(spec.transport, Transport::kTcp);
  EXPECT_EQ(spec.host, "db1.example.org");
  EXPECT_TRUE(spec.ports.empty());
  EXPECT_FALSE(spec.secure);
}

TEST(HostSpecTest, HasPorts) {
  EXPECT_EQ(Parse("db1:4321").ports, Ports{4321});
  EXPECT_EQ(Parse("db1:4321,44321,1").ports, (Ports{4321, 44321, 1}));
  EXPECT_EQ(Parse("db1:65535").ports, Ports{65535});
  EXPECT_EQ(Parse("db1:00080").ports, Ports{80});
}

TEST(HostSpecTest, BracketsHoldAnAddress) {
  EXPECT_EQ(Parse("[::1]").host, "::1");
  EXPECT_EQ(Parse("[fe80::1%eth0]:44321").host, "fe80::1%eth0");
  EXPECT_EQ(Parse("[fe80::1%eth0]:44321").ports, Ports{44321});
  EXPECT_EQ(Parse("[db1]").host, "db1");
}

TEST(HostSpecTest, SocketsHavePaths) {
  EXPECT_EQ(Parse("unix:").transport, Transport::kUnix);
  EXPECT_EQ(Parse("unix:").socket_path, "");
  EXPECT_EQ(Parse("unix:/run/pmcd.socket").socket_path, "/run/pmcd.socket");
  EXPECT_EQ(Parse("unix://run/pmcd@home").socket_path, "/run/pmcd@home");
  EXPECT_EQ(Parse("unix:run/pmcd").socket_path, "/run/pmcd");
  const HostSpec local = Parse("local:/run/x?container=pod");
  EXPECT_EQ(local.transport, Transport::kLocal);
  EXPECT_EQ(local.socket_path, "/run/x");
  EXPECT_EQ(local.host, "localhost");
  EXPECT_EQ(local.Attribute({"container"}), "pod");
}

TEST(HostSpecTest, ProtocolsAreWithAndWithoutEncryption) {
  EXPECT_FALSE(Parse("pcp://db1:1").secure);
  EXPECT_TRUE(Parse("pcps://db1:1").secure);
  EXPECT_EQ(Parse("pcps://db1:1").host, "db1");
  EXPECT_EQ(Parse("pcps://db1:1").ports, Ports{1});
}

TEST(HostSpecTest, ProxiesFollowTheHost) {
  const HostSpec spec = Parse("db1:1@gate:2,3@[::1]?x");
  ASSERT_EQ(spec.proxies.size(), 2u);
  EXPECT_EQ(spec.proxies[0].host, "gate");
  EXPECT_EQ(spec.proxies[0].ports, (Ports{2, 3}));
  EXPECT_EQ(spec.proxies[1].host, "::1");
  EXPECT_EQ(spec.Attribute({"x"}), "");
}

TEST(HostSpecTest, AttributesHaveValuesOrNone) {
  const HostSpec spec = Parse("db1/ignored?user=tanya&secure&=nothing&&method=plain=text");
  EXPECT_EQ(spec.host, "db1");
  EXPECT_EQ(spec.attributes.size(), 3u);
  EXPECT_EQ(spec.Attribute({"user", "username"}), "tanya");
  EXPECT_EQ(spec.Attribute({"secure"}), "");
  EXPECT_EQ(spec.Attribute({"method"}), "plain=text");
  EXPECT_EQ(spec.Attribute({"container"}), std::nullopt);
}

TEST(HostSpecTest, APortIsASmallNumber) {
  EXPECT_EQ(ErrorOf(HostSpec::Parse("db1:1,65536")), "db1:1,65536\n      ^ -- port out of range\n");
  EXPECT_EQ(ErrorOf(HostSpec::Parse("db1:99999999999999999999")),
            "db1:99999999999999999999\n    ^ -- port out of range\n");
}

// Both complain of the same things at the same places.
TEST(HostSpecTest, ComplainsAsThePeerDoes) {
  for (const char* text : {"::1",
                           ":9",
                           "@",
                           ":",
                           "pcp://:9",
                           "foo:",
                           "foo:abc",
                           "foo:9x",
                           "foo:1,",
                           "foo:1,,2",
                           "foo:1,x",
                           "foo:9 ",
                           "foo:-1",
                           "[::1",
                           "[::1]x",
                           "[::1]:",
                           "[::1]:9,",
                           "foo@bar:x",
                           "foo@bar@baz:x",
                           "foo@[::1",
                           "localhost@[::1]x",
                           "foo:1@x:",
                           "xyz://foo:9",
                           "UNIX:/x",
                           "unix:/tmp/x:9",
                           "local:/tmp/x:9",
                           "pcp://local:/x:1",
                           "pcps://unix:/x",
                           "pcp://[::1",
                           "foo[::1]",
                           "127.0.0.1,::1",
                           "fe80::1%eth0"}) {
    const Result<HostSpec> spec = HostSpec::Parse(text);
    ASSERT_FALSE(spec) << text;
    EXPECT_EQ(spec.error().code, Errc::kInvalidArgument);
    const test::ChildOutcome peer = test::RunPeer({"pminfo", "-h", text, "pmcd.version"});
    EXPECT_EQ(peer.err, "pmNewContext: bad host specification\n" + spec.error().what +
                            "pminfo: Cannot connect to PMCD on host \"" + text +
                            "\": Generic error, already reported above\n");
  }
}

}  // namespace
}  // namespace fdr
