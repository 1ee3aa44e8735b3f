// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/action_bindings.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

std::string TextOf(const std::string& argument, const RuleBindings& bindings) {
  return ActionText({.arguments = {argument}}, bindings, {"host", "archive"});
}

TEST(ActionText, SelectorsAreReplacedOncePerBinding) {
  const RuleBindings bindings{true, {{"sda", "1"}, {std::nullopt, "2"}}};
  EXPECT_EQ(TextOf("%h %c %i=%v %d;", bindings),
            "host archive sda=1 %d;host archive <%i undefined>=2 %d;");
  EXPECT_EQ(TextOf("plain", bindings), "plain");
}

TEST(ActionText, ALongTextIsCut) {
  std::string selectors;
  for (int i = 0; i < 1000; ++i) selectors += "%i";
  RuleBindings bindings{true, {}};
  for (int i = 0; i < 1000; ++i) bindings.all.push_back({std::string(1000, 'i'), "1"});
  EXPECT_EQ(TextOf(selectors, bindings), std::string(kLongestActionText, 'i'));
  EXPECT_EQ(TextOf(std::string(2 * kLongestActionText, 'x'), bindings),
            std::string(kLongestActionText, 'x'));
}

TEST(ActionText, ALongTextIsNotCutWithinACharacter) {
  const RuleBindings bindings{true, {{"sda", "1"}}};
  const std::string before(kLongestActionText - 1, 'x');
  EXPECT_EQ(TextOf(before + "\u20ac", bindings), before);
  EXPECT_EQ(TextOf(before + "x", bindings), before + "x");
}

}  // namespace
}  // namespace fdr::test
