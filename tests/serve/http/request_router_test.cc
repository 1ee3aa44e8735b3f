// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/request_router.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

ReachedAddress At(const char* address) { return asio::ip::make_address(address); }

TEST(IsOwnHostTest, TheAddressOfTheConnectionIsOurs) {
  EXPECT_TRUE(IsOwnHost("[::1]:44322", At("::1"), {}));
  EXPECT_TRUE(IsOwnHost("[0:0:0:0:0:0:0:1]", At("::1"), {}));
  EXPECT_TRUE(IsOwnHost("10.1.2.3:80", At("10.1.2.3"), {}));
  EXPECT_FALSE(IsOwnHost("10.1.2.3:80", At("10.1.2.4"), {}));
  EXPECT_FALSE(IsOwnHost("[::1]", At("127.0.0.1"), {}));
}

TEST(IsOwnHostTest, NoBrowserReachesAUnixSocket) {
  EXPECT_TRUE(IsOwnHost("anything", std::nullopt, {}));
}

TEST(IsOwnHostTest, NonsenseIsNoName) {
  for (const char* host : {"", ":80", "[", "[]", "[::1", "localhost ", "local\0host"})
    EXPECT_FALSE(IsOwnHost(host, At("127.0.0.1"), {"metrics"})) << host;
}

}  // namespace
}  // namespace fdr
