// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/snappy_body.h"

#include <gtest/gtest.h>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"
#include "fdr/tests/serve/remote_read/remote_request.h"

namespace fdr::test {
namespace {

TEST(SnappyBody, ComesBackAsItWas) {
  for (const std::string& content : {std::string(), std::string("a"), std::string(100'000, 'x')})
    EXPECT_EQ(FromSnappy(ToSnappy(content), content.size()).value_or("?"), content);
}

TEST(SnappyBody, PiecesAreOneContent) {
  std::string content, body;
  for (int i = 0; i < 1000; ++i) content += std::to_string(i % 70);
  BeginSnappy(content.size(), body);
  for (const auto& [from, size] : {std::pair(0u, 1u), {1u, 1000u}, {1001u, 0u}, {1001u, 5000u}})
    AppendSnappy(std::string_view(content).substr(from, size), body);
  EXPECT_EQ(FromSnappy(body, content.size()).value_or("?"), content);
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
}  // namespace fdr::test
