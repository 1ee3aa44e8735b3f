// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_syntax.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

TEST(JsonSyntaxTest, KnowsValues) {
  for (const char* good : {"1", "-0", "1.5e+3", "2E-1", " 17 ", "true", "false", "null", "\"text\"",
                           "\"\"", "[]", "[1,2]", "[ 1 , \"x\" , {} ]", "{}",
                           R"({"a":{"b":[]},"c":null})", R"("\"\\\/\b\u00e4")", "\"\xff\""})
    EXPECT_TRUE(IsJson(good)) << good;
  for (const char* bad :
       {"",           " ",     "text",    "\"te\"xt\"", "\"",          "1.2.3",
        "01",         "1.",    ".5",      "+1",         "1e",          "-",
        "True",       "tru",   "[1,2",    "1,2]",       "[1 2]",       "[1,]",
        "[,]",        "{a:1}", "1 2",     "{\"a\"}",    "{\"a\":1,}",  "{\"a\" 1}",
        "{\"a\":1}}", "{",     "\"\\x\"", "\"\\u12\"",  "\"\\u12g4\"", "\"\\",
        "\"\n\"",     "nullx"})
    EXPECT_FALSE(IsJson(bad)) << bad;
}

TEST(JsonSyntaxTest, KnowsObjectsThatMayStandInAnAnswer) {
  for (const char* good : {"{}", " {\"a\":1} ", R"({"a":[1,-2.5e+3,"x\"\u00e4\\",true,null,{}]})",
                           R"({"a":{"b":[]},"c":"ä"})"})
    EXPECT_TRUE(IsJsonObject(good)) << good;
  for (const char* bad : {"", "[]", "1", "{", "{}}", R"({"a":01})", "{\"a\":\"\xff\"}"})
    EXPECT_FALSE(IsJsonObject(bad)) << bad;
}

TEST(JsonSyntaxTest, HasALimitOfDepth) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(IsJson(nested(64)));
  EXPECT_FALSE(IsJson(nested(65)));
  EXPECT_FALSE(IsJsonObject("{\"a\":" + std::string(100'000, '[')));
}

TEST(JsonMemberTest, TheFirstOfItsNameIsFound) {
  const std::string_view object = R"( { "a" : [1, {"b":2}] , "b":"x\"}", "b":3, "" : null } )";
  EXPECT_EQ(JsonMember(object, "a"), R"([1, {"b":2}])");
  EXPECT_EQ(JsonMember(object, "b"), R"("x\"}")");
  EXPECT_EQ(JsonMember(object, ""), "null");
  EXPECT_EQ(JsonMember(object, "c"), std::nullopt);
  EXPECT_EQ(JsonMember("{}", "a"), std::nullopt);
}

TEST(JsonElementsTest, AreThoseOfAnArray) {
  using Elements = std::vector<std::string_view>;
  EXPECT_EQ(JsonElements(R"( [ {"a":[1]} , "x,]" ,2 ] )"),
            (Elements{R"({"a":[1]})", R"("x,]")", "2"}));
  EXPECT_EQ(JsonElements("[]"), Elements());
  for (const char* none : {"", "1", "{}", "[1,]", "[1", "[1] 2"})
    EXPECT_EQ(JsonElements(none), Elements()) << none;
}

}  // namespace
}  // namespace fdr
