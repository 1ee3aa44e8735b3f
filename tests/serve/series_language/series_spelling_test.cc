// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_spelling.h"

#include <gtest/gtest.h>

#include "fdr/replay/serve/series/language/series_parser.h"

namespace fdr {
namespace {

std::string Spelled(std::string_view text) {
  const Result<SeriesQuery> query = ParseSeriesQuery(text);
  EXPECT_TRUE(query) << text << ": " << query.error().what;
  return query ? Spell(*query) : std::string();
}

// As PCP's pmproxy 6.0.3 names the same expressions.
TEST(SeriesSpelling, IsThatOfPmproxy) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"rate( s.cb [samples:2] )", "rate(s.cb)"},
      {"s.cb + s.cb2", "s.cb+s.cb2"},
      {"s.i32 *2 + s.i32", "s.i32*2+s.i32"},
      {"a / b * c - d", "a/b*c-d"},
      {"2.50*s.f", "2.50*s.f"},
      {"topk_inst(m.i32 ,02)", "topk_inst(m.i32, 02)"},
      {"nth_percentile_inst(m.i32,50)", "nth_percentile_inst(m.i32, 50)"},
      {"log(m.f, 10)", "log(m.f,10)"},
      {"log(m.f)", "log(m.f)"},
      {"rescale(s.kb, \"Mbyte\")", "rescale(s.kb,\"Mbyte\")"},
      {"max_inst(s.f)", "max_inst(s.f)"},
      {"a{h : \"x*\"}", "a{h~~\"x*\"}"},
      {"a{h=~\"^x\" && label.h!~\"y\"}", "a{h=~^x&&label.h!~y}"},
      {"a{h==5, h!=\"b\" || h<=1.5}", "a{h==\"5\"&&h!=\"b\"||h<=1.5}"},
      {"a{h<1 || h>2 || h>=3}", "a{h<1||h>2||h>=3}"},
      {"a{instance.name == \"sda\"}", "a{instance.name==\"sda\"}"},
  };
  for (const auto& [text, name] : kNames) EXPECT_EQ(Spelled(text), name);
}

// pmproxy gives both the name of the first.
TEST(SeriesSpelling, DifferentExpressionsHaveDifferentNames) {
  EXPECT_EQ(Spelled("nth_percentile_sample(a,50)"), "nth_percentile_sample(a, 50)");
  EXPECT_EQ(Spelled("a{metric.name==\"a\"}"), "a{metric.name==\"a\"}");
  EXPECT_NE(Spelled(R"(a{h!="x\"&&k==\"y"})"), Spelled(R"(a{h!="x"&&k=="y"})"));
  EXPECT_NE(Spelled(R"(a{h=~"x||k==\"y\""})"), Spelled(R"(a{h=~"x"||k=="y"})"));
  EXPECT_NE(Spelled(R"(a{h=~"x}+b{k"})"), Spelled(R"(a{h=~"x"}+b{k=~""})"));
}

TEST(SeriesSpelling, ParenthesesStandWhereTheyMatter) {
  EXPECT_EQ(Spelled("(a + b) * c"), "(a+b)*c");
  EXPECT_EQ(Spelled("a + (b * c)"), "a+b*c");
  EXPECT_EQ(Spelled("(a - b) - c"), "a-b-c");
  EXPECT_EQ(Spelled("a - (b - c)"), "a-(b-c)");
  EXPECT_EQ(Spelled("a / (b / c)"), "a/(b/c)");
  EXPECT_EQ(Spelled("abs((a))"), "abs(a)");
}

}  // namespace
}  // namespace fdr
