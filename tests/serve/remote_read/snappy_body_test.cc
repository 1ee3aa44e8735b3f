// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/snappy_body.h"

#include <gtest/gtest.h>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"

namespace fdr {
namespace {

TEST(SnappyBody, ComesBackAsItWas) {
  for (const std::string& content : {std::string(), std::string("a"), std::string(100'000, 'x')})
    EXPECT_EQ(FromSnappy(ToSnappy(content), content.size()).value_or("?"), content);
}

TEST(SnappyBody, TheSizeIsCheckedBeforeItIsBelieved) {
  EXPECT_EQ(FromSnappy(ToSnappy(std::string(1001, 'x')), 1000).error().code, Errc::kTooLarge);
  std::string bomb;
  AppendVarint(0xffffffff, bomb);
  EXPECT_EQ(FromSnappy(bomb, 1 << 20).error().code, Errc::kTooLarge);
}

TEST(SnappyBody, WhatIsNotSnappyIsRefused) {
  const std::string whole = ToSnappy(std::string(1000, 'x') + "the end");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(FromSnappy(whole.substr(0, size), 2000).error().code, Errc::kInvalidArgument) << size;
  EXPECT_EQ(FromSnappy(whole + "more", 2000).error().code, Errc::kInvalidArgument);
}

}  // namespace
}  // namespace fdr
