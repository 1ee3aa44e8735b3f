// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/substitution.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

std::string Replaced(std::string_view pattern, std::string_view replacement, std::string text) {
  const auto substitution = Substitution::Make(pattern, replacement);
  if (!substitution) return substitution.error().what;
  const auto applied = substitution->Apply(text);
  if (!applied) return applied.error().what;
  return *applied ? text : "none in " + text;
}

TEST(Substitution, TheFirstMatchIsReplaced) {
  EXPECT_EQ(Replaced("a", "b", "caa"), "cba");
  EXPECT_EQ(Replaced("a*", "b", "caa"), "bcaa");
  EXPECT_EQ(Replaced("x*$", "!", "ab"), "ab!");
  EXPECT_EQ(Replaced("x", "b", "caa"), "none in caa");
  EXPECT_EQ(Replaced("", "b", ""), "b");
}

TEST(Substitution, GroupsAndTheWholeMatch) {
  EXPECT_EQ(Replaced("([a-z]+)-([0-9]+)", "\\2:\\1 (&)", "x ab-12"), "x 12:ab (ab-12)");
  EXPECT_EQ(Replaced("(a)|(b)", "[\\1\\2]", "b"), "[b]");
  EXPECT_EQ(Replaced("a", "\\&\\\\\\0", "a"), "&\\a");
  EXPECT_EQ(Replaced("a", "\\1", "a"), "the pattern has no group for \\1 in the replacement");
}

TEST(Substitution, TheResultIsBounded) {
  const std::string half(Substitution::kLongest / 2, 'x');
  EXPECT_EQ(Replaced("x*", "&&", half).size(), Substitution::kLongest);
  EXPECT_EQ(Replaced("x*", "&&y", half), "The rule would make a text of more than 1 MiB");
}

}  // namespace
}  // namespace fdr
