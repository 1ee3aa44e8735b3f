// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/tame_text.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

TEST(TameText, WhatMeansNothingToAShellStays) {
  EXPECT_EQ(TameText("1 minute"), "1 minute");
  EXPECT_EQ(TameText("/dev/mapper/vg-root"), "/dev/mapper/vg-root");
  EXPECT_EQ(TameText("eth0:1,a@b+c"), "eth0:1,a@b+c");
  EXPECT_EQ(TameText("Prüfstand"), "Prüfstand");
  EXPECT_EQ(TameText("-0.5"), "-0.5");
  EXPECT_EQ(TameText("-.5"), "-.5");
}

TEST(TameText, NothingElseStays) {
  EXPECT_EQ(TameText("a;b|c&d"), "a_b_c_d");
  EXPECT_EQ(TameText("$(id)`id`${x}"), "__id__id___x_");
  EXPECT_EQ(TameText("'\"\\ \n\t\r"), "___ ___");
  EXPECT_EQ(TameText("<>*?[]~#!=%^"), std::string(12, '_'));
  EXPECT_EQ(TameText(std::string("a\0b\x7f", 4)), "a_b_");
}

TEST(TameText, BytesThatAreNoCharactersDoNotStay) {
  EXPECT_EQ(TameText("\xff\xa0x"), "__x");
  EXPECT_EQ(TameText("Pr\xc3"), "Pr_");
}

TEST(TameText, NoWordBecomesAnOption) { EXPECT_EQ(TameText("-rf --x y-z"), "_rf _-x y-z"); }

TEST(TameText, BindingsAndOriginsAreTamed) {
  const RuleBindings bindings = Tame(RuleBindings{true, {{"a;b", "c|d"}, {std::nullopt, "5"}}});
  EXPECT_EQ(bindings.all[0].instance, "a_b");
  EXPECT_EQ(bindings.all[0].value, "c_d");
  EXPECT_FALSE(bindings.all[1].instance);
  EXPECT_TRUE(bindings.has_metric);
  const RuleOrigin origin = Tame(RuleOrigin{"h$", "c'"});
  EXPECT_EQ(origin.host + origin.connection, "h_c_");
}

bool IsRefused(std::vector<std::string> arguments) {
  return RefuseCommand({.kind = RuleActionKind::kShell, .arguments = std::move(arguments)})
      .has_value();
}

TEST(RefuseCommand, ATextOfTheSourceIsNoCommand) {
  EXPECT_TRUE(IsRefused({"%i"}));
  EXPECT_TRUE(IsRefused({"  \"%v\" x"}));
  EXPECT_TRUE(IsRefused({"echo x; %h"}));
  EXPECT_TRUE(IsRefused({"true && '%c'"}));
  EXPECT_TRUE(IsRefused({"echo $(%i)"}));
  EXPECT_TRUE(IsRefused({"echo \"now `%i`\""}));
  EXPECT_TRUE(IsRefused({"echo \"now $(date; %i)\""}));
  EXPECT_TRUE(IsRefused({"echo x > %i"}));
  EXPECT_TRUE(IsRefused({"echo x >", "'%i'"}));
}

// For two instances, this is "echo a; echo b; ".
TEST(RefuseCommand, ARepeatedArgumentStandsBehindItself) {
  EXPECT_FALSE(IsRefused({"echo %i; "}));
  EXPECT_TRUE(IsRefused({"echo ", "%i; "}));
}

TEST(RefuseCommand, ArgumentsOfCommandsAreAllowed) {
  EXPECT_FALSE(IsRefused({"echo %i"}));
  EXPECT_FALSE(IsRefused({"mail -s \"busy (%i): > %v\" root"}));
  EXPECT_FALSE(IsRefused({"logger 'load; %v'"}));
  EXPECT_FALSE(IsRefused({"logger busy:", " %i=%v"}));
  EXPECT_FALSE(IsRefused({"echo a\\; %i"}));
  EXPECT_FALSE(IsRefused({"echo \"a \\\" ; %i\""}));
  EXPECT_FALSE(IsRefused({"date; rm -rf /nowhere"}));
}

}  // namespace
}  // namespace fdr::tools
