// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/parameters.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

using test::ErrorOf;
using Pairs = std::vector<std::pair<std::string, std::string>>;

Parameters Parsed(std::string_view text) {
  Parameters parameters;
  EXPECT_EQ(ErrorOf(parameters.AddEncoded(text)), "");
  return parameters;
}

TEST(ParametersTest, NamesAndValuesAreDecoded) {
  EXPECT_EQ(Parsed("a=1&b=x+y%2fz%26&%41=%c3%A4").all(),
            (Pairs{{"a", "1"}, {"b", "x y/z&"}, {"A", "\xc3\xa4"}}));
}

TEST(ParametersTest, AValueGoesOnToTheNextAmpersand) {
  EXPECT_EQ(Parsed("expr=a{b==\"c\"}&d").all(), (Pairs{{"expr", "a{b==\"c\"}"}, {"d", ""}}));
}

TEST(ParametersTest, EmptyPartsAreNoParameters) {
  EXPECT_EQ(Parsed("").all(), Pairs{});
  EXPECT_EQ(Parsed("&&a=&&").all(), (Pairs{{"a", ""}}));
  EXPECT_EQ(Parsed("=x").all(), (Pairs{{"", "x"}}));
}

TEST(ParametersTest, APercentSignNeedsTwoDigits) {
  for (const char* text : {"a=%", "a=%4", "a=%4g", "a=%g4", "%=1", "a=1&b=%%41", "a=%4&1=2"}) {
    Parameters parameters;
    EXPECT_EQ(ErrorOf(parameters.AddEncoded(text)),
              "a \"%\" must be followed by two hexadecimal digits")
        << text;
  }
}

TEST(ParametersTest, ThereIsALimit) {
  std::string text;
  for (std::size_t i = 0; i < Parameters::kMost; ++i) text += "a&";
  Parameters parameters = Parsed(text);
  EXPECT_EQ(parameters.all().size(), Parameters::kMost);
  EXPECT_EQ(ErrorOf(parameters.AddEncoded("b")), "a request has at most 4096 parameters");
}

TEST(ParametersTest, TheFirstValueOfANameCounts) {
  const Parameters parameters = Parsed("a=1&a=2");
  EXPECT_EQ(parameters.Get("a"), "1");
  EXPECT_EQ(*parameters.Find("a"), "1");
  EXPECT_TRUE(parameters.Has("a"));
  EXPECT_FALSE(parameters.Has("b"));
  EXPECT_EQ(parameters.Get("b"), "");
}

TEST(ParametersTest, ListsAreSplitAtCommas) {
  const Parameters parameters = Parsed("m=a,b&x=1&m=,c,,d,&m=");
  EXPECT_EQ(parameters.List("m"), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_TRUE(parameters.List("n").empty());
}

TEST(ParametersTest, NumbersHaveBounds) {
  const Parameters parameters = Parsed("a=1.5&b=x&c=&d=1e9&e=nan&f=2s");
  EXPECT_EQ(*parameters.Number("a", 0, 10), 1.5);
  EXPECT_EQ(*parameters.Number("none", 0, 10), std::nullopt);
  for (const char* name : {"b", "c", "d", "e", "f"})
    EXPECT_EQ(ErrorOf(parameters.Number(name, -0.5, 10)),
              "the parameter \"" + std::string(name) + "\" must be a number from -0.5 to 10");
}

TEST(ParametersTest, CountsAreWholeNumbers) {
  const Parameters parameters = Parsed("a=7&b=-1&c=1.5&d=11&e=&f=99999999999999999999");
  EXPECT_EQ(*parameters.Count("a", 10), 7u);
  EXPECT_EQ(*parameters.Count("none", 10), std::nullopt);
  for (const char* name : {"b", "c", "d", "e", "f"})
    EXPECT_EQ(ErrorOf(parameters.Count(name, 10)),
              "the parameter \"" + std::string(name) + "\" must be a whole number from 0 to 10");
}

TEST(DecodePathTest, APlusStaysAPlus) {
  EXPECT_EQ(*DecodePath("/a+b/%2e%2E/c%20d"), "/a+b/../c d");
}

TEST(DecodePathTest, ZeroBytesAreRefused) {
  EXPECT_EQ(ErrorOf(DecodePath("/a%00b")), "a path has no zero byte");
  EXPECT_EQ(ErrorOf(DecodePath("/a%0")), "a \"%\" must be followed by two hexadecimal digits");
}

}  // namespace
}  // namespace fdr
