// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/scrub_key.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using std::filesystem::perms;
using test::ErrorOf;

class ScrubKeyTest : public testing::Test {
 protected:
  void Write(std::string_view secret, perms mode = perms::owner_read) {
    std::filesystem::remove(path_);
    test::WriteFile(path_, AsBytes(secret));
    std::filesystem::permissions(path_, mode);
  }

  const test::TempDirectory directory_;
  const std::string path_ = directory_ / "key";
};

// As the command openssl says:
// printf 'name\0alice' | openssl dgst -sha256 -hmac 0123456789abcdef
TEST_F(ScrubKeyTest, IsHmacWithSha256) {
  const ScrubKey::Digest digest = ScrubKey("0123456789abcdef").Of("name", "alice");
  EXPECT_EQ(digest[0], 0xa3);
  EXPECT_EQ(digest[31], 0xf6);
}

TEST_F(ScrubKeyTest, AllBytesOfAFileAreTheKey) {
  const std::string secret("0123456789\0abcdef\n", 18);
  Write(secret);
  const auto key = ScrubKey::FromFile(path_);
  ASSERT_EQ(ErrorOf(key), "");
  EXPECT_EQ(key->Of("name", "x"), ScrubKey(secret).Of("name", "x"));
}

TEST_F(ScrubKeyTest, WhatOthersMayReadIsNoKey) {
  for (const perms more : {perms::group_read, perms::others_read, perms::group_write,
                           perms::others_write, perms::others_exec}) {
    Write("0123456789abcdef", perms::owner_read | more);
    const auto key = ScrubKey::FromFile(path_);
    ASSERT_FALSE(key);
    EXPECT_EQ(key.error().code, Errc::kInvalidArgument);
    EXPECT_EQ(key.error().file, path_);
  }
}

TEST_F(ScrubKeyTest, WhatSomebodyElseOwnsIsNoKey) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  Write("0123456789abcdef");
  ASSERT_EQ(::chown(path_.c_str(), 1, 1), 0);
  const auto key = ScrubKey::FromFile(path_);
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().code, Errc::kInvalidArgument);
  EXPECT_EQ(key.error().file, path_);
}

TEST_F(ScrubKeyTest, ShortAndLongOnesAreRefused) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{15}, ScrubKey::kMostBytes + 1}) {
    Write(std::string(size, 'k'));
    const auto key = ScrubKey::FromFile(path_);
    ASSERT_FALSE(key) << size;
    EXPECT_EQ(key.error().code, Errc::kInvalidArgument);
  }
  Write(std::string(ScrubKey::kMostBytes, 'k'));
  EXPECT_TRUE(ScrubKey::FromFile(path_));
  EXPECT_EQ(ScrubKey::FromFile(directory_ / "none").error().code, Errc::kNotFound);
}

TEST_F(ScrubKeyTest, ANewFileIsItsOwnersAndReplacesNothing) {
  const auto made = ScrubKey::MakeFile(path_);
  ASSERT_EQ(ErrorOf(made), "");
  EXPECT_EQ(std::filesystem::status(path_).permissions(), perms::owner_read | perms::owner_write);
  const auto read = ScrubKey::FromFile(path_);
  ASSERT_EQ(ErrorOf(read), "");
  EXPECT_EQ(made->Of("name", "x"), read->Of("name", "x"));
  EXPECT_EQ(ScrubKey::MakeFile(path_).error().code, Errc::kExists);
  EXPECT_NE(ScrubKey::Random()->Of("name", "x"), ScrubKey::Random()->Of("name", "x"));
}

}  // namespace
}  // namespace fdr
