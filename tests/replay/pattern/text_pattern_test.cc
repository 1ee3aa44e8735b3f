// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pattern/text_pattern.h"

#include <gtest/gtest.h>

#include "fdr/replay/pattern/glob.h"

namespace fdr {
namespace {

bool GlobMatches(std::string_view glob, std::string_view text) {
  const Result<TextPattern> pattern = TextPattern::Glob(glob);
  EXPECT_TRUE(pattern) << glob;
  return pattern && pattern->MatchesWhole(text);
}

TEST(TextPattern, ARegexIsSearchedOrMatchesTheWhole) {
  const Result<TextPattern> pattern = TextPattern::Regex("a+b");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->IsIn("xaaby"));
  EXPECT_FALSE(pattern->MatchesWhole("xaaby"));
  EXPECT_TRUE(pattern->MatchesWhole("aab"));
  EXPECT_FALSE(pattern->IsIn("b"));
}

TEST(TextPattern, GlobsMatchAsTheShellDoes) {
  for (const char* glob : {"*", "a*", "*a", "a?c", "a.c", "[abc]x", "[!a]x", "[a-c]*", "[]]",
                           "[^a]", "\\*", "[", "[a", "a[b", "(a|b)+", "", "a^b$"})
    for (const char* text : {"", "a", "abc", "a.c", "bx", "ax", "]", "*", "a\\", "[", "[a", "a[b",
                             "(a|b)+", "b", "a^b$", "axc", "\\"})
      EXPECT_EQ(GlobMatches(glob, text), MatchesGlob(glob, text)) << glob << " " << text;
}

TEST(TextPattern, WhatIsNoPatternIsRefused) {
  EXPECT_EQ(TextPattern::Regex("[").error().what, "invalid regular expression \"[\"");
  EXPECT_EQ(TextPattern::Regex("(?=a)").error().code, Errc::kInvalidArgument);
  EXPECT_EQ(TextPattern::Glob("[z-a]").error().what, "invalid pattern \"[z-a]\"");
}

TEST(TextPattern, HugePatternsAreRefused) {
  EXPECT_EQ(TextPattern::Regex(std::string(100'000, 'a')).error().code, Errc::kTooLarge);
  EXPECT_EQ(TextPattern::Glob(std::string(100'000, 'a')).error().code, Errc::kTooLarge);
  EXPECT_FALSE(TextPattern::Regex("((a{1000}){1000}){1000}"));
  EXPECT_FALSE(TextPattern::Regex("(((a{100}){100}){100})"));
}

// Libraries that go back and try again would take longer than the universe exists.
TEST(TextPattern, NoPatternTakesLong) {
  const std::string many(20'000, 'a');
  EXPECT_FALSE(TextPattern::Regex("(a*)*(a*)*(a*)*b$")->IsIn(many));
  EXPECT_FALSE(TextPattern::Regex("(a|aa)+$b")->MatchesWhole(many));
  EXPECT_FALSE(GlobMatches("*a*a*a*a*a*a*a*a*a*a*a*a*b", many));
}

TEST(TextPattern, BytesThatAreNotUtf8MatchNoDot) {
  EXPECT_FALSE(TextPattern::Regex("^.$")->IsIn("\xff"));
  EXPECT_TRUE(TextPattern::Regex("^.$")->IsIn("\xc3\xa4"));
}

}  // namespace
}  // namespace fdr
