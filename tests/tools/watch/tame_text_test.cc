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

TEST(TameText, NoWordBecomesAnOption) {
  EXPECT_EQ(TameText("-rf --x y-z"), "_rf _-x y-z");
  EXPECT_EQ(TameText("-1 -.5 -9"), "_1 _.5 _9");
}

TEST(TameText, AValueThatIsOneNumberMayBeNegative) {
  for (const char* number : {"-0.5", "-.5", "-1e-07", "12"}) EXPECT_EQ(TameValue(number), number);
  EXPECT_EQ(TameValue("-1 -2"), "_1 _2");
  EXPECT_EQ(TameValue("-e"), "_e");
  EXPECT_EQ(TameValue("-"), "_");
  EXPECT_EQ(TameValue("1;2"), "1_2");
}

TEST(TameText, BindingsAndOriginsAreTamed) {
  const RuleBindings bindings = Tame(RuleBindings{true, {{"a;b", "c|d"}, {"-1", "-1"}}});
  EXPECT_EQ(bindings.all[0].instance, "a_b");
  EXPECT_EQ(bindings.all[0].value, "c_d");
  EXPECT_EQ(bindings.all[1].instance, "_1");
  EXPECT_EQ(bindings.all[1].value, "-1");
  const RuleOrigin origin = TameOrigin(RuleOrigin{"h$", "c'"}, bindings);
  EXPECT_EQ(origin.host + origin.connection, "h_c_");
}

TEST(TameText, WhatIsMissingIsATameWord) {
  const RuleBindings bindings{false, {{std::nullopt, "true"}}};
  const RuleAction action{.kind = RuleActionKind::kShell, .arguments = {"echo %i %h %c %v"}};
  EXPECT_EQ(ActionText(action, Tame(bindings), TameOrigin({"h", "c"}, bindings)),
            "echo undefined undefined undefined true");
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

TEST(RefuseCommand, AlsoBehindWordsThatStandBeforeACommand) {
  EXPECT_TRUE(IsRefused({"if true; then %i; fi"}));
  for (const char* before :
       {"if", "while", "until", "! ", "LANG=C", "A=1 B='x y'", "exec", "eval", "env", "sudo",
        "/usr/bin/env X=1", "nice -n 10", "nohup", "xargs -0", "time", "timeout 5", "sh", "."})
    EXPECT_TRUE(IsRefused({std::string(before) + " %i"})) << before;
  EXPECT_TRUE(IsRefused({"/usr/lib/%i"}));
  EXPECT_TRUE(IsRefused({"eval \" exec %i\""}));
  EXPECT_TRUE(IsRefused({"true; \\\n%i"}));
}

TEST(RefuseCommand, AlsoInQuotesThatAnotherShellMayRead) {
  EXPECT_TRUE(IsRefused({"sh -c 'echo y; %i'"}));
  EXPECT_TRUE(IsRefused({"sh -c 'echo %i'"}));
  EXPECT_TRUE(IsRefused({"su -lc \"%i\""}));
  EXPECT_TRUE(IsRefused({"ssh db1 'true && %i'"}));
  EXPECT_TRUE(IsRefused({"ssh db1 \"true\n%i\""}));
}

// For two instances, this is "echo a; echo b; ".
TEST(RefuseCommand, ARepeatedArgumentStandsBehindItself) {
  EXPECT_FALSE(IsRefused({"echo %i; "}));
  EXPECT_TRUE(IsRefused({"echo ", "%i; "}));
}

TEST(RefuseCommand, ArgumentsOfCommandsAreAllowed) {
  EXPECT_FALSE(IsRefused({"echo %i"}));
  EXPECT_FALSE(IsRefused({"mail -s \"busy (%i): > %v\" root"}));
  EXPECT_FALSE(IsRefused({"logger 'load: %v'; date"}));
  EXPECT_FALSE(IsRefused({"logger \"$(date) %i\""}));
  EXPECT_FALSE(IsRefused({"nice -n 10 logger %i"}));
  EXPECT_FALSE(IsRefused({"X=%i LANG=C logger"}));
  EXPECT_FALSE(IsRefused({"if true; then echo %i; fi"}));
  EXPECT_FALSE(IsRefused({"echo x > /tmp/%i"}));
  EXPECT_FALSE(IsRefused({"logger busy:", " %i=%v"}));
  EXPECT_FALSE(IsRefused({"echo a\\; %i"}));
  EXPECT_FALSE(IsRefused({"echo \"a \\\" , %i\""}));
  EXPECT_FALSE(IsRefused({"date; rm -rf /nowhere"}));
}

}  // namespace
}  // namespace fdr::tools
