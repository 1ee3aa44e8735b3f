// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_tokens.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::ErrorOf;

const std::string kReader = "a-reader's-token", kAdmin = "an-admin's-token";

TEST(HttpTokensTest, EachTokenHasARole) {
  const Result<HttpTokens> tokens = HttpTokens::Parse(
      "# who may do what\n\nread " + kReader + "\r\n  admin\tsha256:" + Sha256Hex(kAdmin) +
          "\nstore a-token-without-a-line-end",
      "file");
  ASSERT_EQ(ErrorOf(tokens), "");
  EXPECT_EQ(tokens->RoleOf(kReader), HttpRole::kRead);
  EXPECT_EQ(tokens->RoleOf(kAdmin), HttpRole::kAdmin);
  EXPECT_EQ(tokens->RoleOf("a-token-without-a-line-end"), HttpRole::kStore);
  EXPECT_EQ(tokens->RoleOf("sha256:" + Sha256Hex(kAdmin)), std::nullopt);
  EXPECT_EQ(tokens->RoleOf(""), std::nullopt);
}

TEST(HttpTokensTest, TheHighestRoleOfATokenCounts) {
  const std::string line = kReader + "\n";
  const auto tokens = HttpTokens::Parse("read " + line + "admin " + line + "store " + line, "file");
  EXPECT_EQ(tokens->RoleOf(kReader), HttpRole::kAdmin);
}

TEST(HttpTokensTest, MistakesHaveALine) {
  const auto error = [](const std::string& text) {
    return ErrorOf(HttpTokens::Parse(text, "file"));
  };
  EXPECT_EQ(error(""), "there is no token");
  EXPECT_EQ(error("# nothing\n"), "there is no token");
  EXPECT_EQ(error("\nwrite " + kReader), "line 2: a line begins with read, store or admin");
  EXPECT_EQ(error("read short"), "line 1: a token has at least 16 characters, and no blanks");
  EXPECT_EQ(error("read"), "line 1: a token has at least 16 characters, and no blanks");
  EXPECT_EQ(error("read " + kReader + " x"),
            "line 1: a token has at least 16 characters, and no blanks");
  EXPECT_EQ(error("read sha256:12"), "line 1: a digest has 64 hexadecimal digits");
  EXPECT_EQ(error("read sha256:" + std::string(63, 'a') + "g"),
            "line 1: a digest has 64 hexadecimal digits");
  EXPECT_EQ(HttpTokens::Parse("x", "file").error().file, "file");
}

TEST(TokenOfTest, TheHeaderHasTwoForms) {
  EXPECT_EQ(TokenOf("Bearer abc"), "abc");
  EXPECT_EQ(TokenOf("bearer  abc "), "abc");
  EXPECT_EQ(TokenOf("Basic dXNlcjpwYXNzd29yZA=="), "password");
  EXPECT_EQ(TokenOf("BASIC OnBhc3N3b3Jk"), "password");
  EXPECT_EQ(TokenOf("Basic dTpwOnE="), "p:q");
}

TEST(TokenOfTest, OtherHeadersHaveNone) {
  for (const char* header : {"", "Bearer", "Basic", "Digest abc", "abc",
                             "Basic dXNlcg==", "Basic dXNlcjpw=", "Basic ====", "Basic !!!!"})
    EXPECT_EQ(TokenOf(header), "") << header;
}

}  // namespace
}  // namespace fdr
