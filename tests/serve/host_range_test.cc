// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/host_range.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

bool Covers(const char* range, const char* address) {
  return HostRange::Parse(range)->Covers(*HostAddress::Parse(address));
}

TEST(HostRangeTest, AnAddressIsItself) {
  EXPECT_TRUE(Covers("10.1.2.3", "10.1.2.3"));
  EXPECT_FALSE(Covers("10.1.2.3", "10.1.2.4"));
  EXPECT_TRUE(Covers("fe80::1", "fe80:0::1"));
  EXPECT_FALSE(Covers("fe80::1", "fe80::2"));
  EXPECT_FALSE(Covers("::1", "127.0.0.1"));
}

TEST(HostRangeTest, AStarStandsForTheRest) {
  EXPECT_TRUE(Covers("10.*", "10.1.2.3"));
  EXPECT_FALSE(Covers("10.*", "11.1.2.3"));
  EXPECT_TRUE(Covers("10.1.2.*", "10.1.2.3"));
  EXPECT_FALSE(Covers("10.1.2.*", "10.1.3.3"));
  EXPECT_TRUE(Covers("fe80:*", "fe80:1:2::3"));
  EXPECT_FALSE(Covers("fe80:*", "fe81::3"));
  EXPECT_EQ(HostRange::Parse("1:2:3:4:5:6:7:*")->bits, 112u);
  EXPECT_TRUE(Covers(".*", "1.2.3.4"));
  EXPECT_FALSE(Covers(".*", "::2"));
  EXPECT_TRUE(Covers(":*", "::2"));
  EXPECT_FALSE(Covers(":*", "1.2.3.4"));
}

TEST(HostRangeTest, BehindTwoColonsAStarIsTheLastGroup) {
  EXPECT_TRUE(Covers("fe80::223:*", "fe80::223:9"));
  EXPECT_FALSE(Covers("fe80::223:*", "fe80::1:223:9"));
  EXPECT_TRUE(Covers("fe80::*", "fe80::9"));
  EXPECT_FALSE(Covers("fe80::*", "fe80::1:9"));
}

TEST(HostRangeTest, ASocketOfTheFileSystemIsNoAddress) {
  const HostAddress unix_socket;
  EXPECT_TRUE(HostRange::Parse("unix:")->Covers(unix_socket));
  EXPECT_TRUE(HostRange::Parse("unix:*")->Covers(unix_socket));
  EXPECT_FALSE(HostRange::Parse(".*")->Covers(unix_socket));
  EXPECT_FALSE(Covers("unix:", "1.2.3.4"));
}

TEST(HostRangeTest, AnIpv4AddressInTheFormOfIpv6IsOneOfIpv4) {
  EXPECT_TRUE(Covers("10.1.2.*", "::ffff:10.1.2.3"));
  EXPECT_TRUE(Covers("::ffff:10.1.2.3", "10.1.2.3"));
  EXPECT_FALSE(Covers(":*", "::ffff:10.1.2.3"));
}

TEST(HostRangeTest, OtherTextsAreNoRanges) {
  for (const char* wrong : {"",
                            "*",
                            "**",
                            "a",
                            "localhost",
                            "10.1.2",
                            "10.1.2.256",
                            "10.1*",
                            "10.1.2.3.*",
                            "1..*",
                            "..*",
                            "10.*.1",
                            "10.*.*",
                            "::1::",
                            "fe80*",
                            "fe80::223:*:*",
                            "fe80::*:1",
                            "1:2:3:4:5:6:7:8:*",
                            "::ffff:1.2.3.*",
                            "::ffff:0:*",
                            "unix:/x",
                            "local:",
                            ":",
                            ".",
                            "1.2.3.4 "})
    EXPECT_FALSE(HostRange::Parse(wrong)) << wrong;
}

}  // namespace
}  // namespace fdr
