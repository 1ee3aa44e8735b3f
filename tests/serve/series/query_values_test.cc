// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The budget of an expression; its values are in series_expression_test.cc.

#include "fdr/replay/serve/series/query_values.h"

#include <gtest/gtest.h>

#include <memory>
#include "fdr/replay/serve/series/language/series_parser.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/tests/serve/series/series_fixture.h"

namespace fdr::test {
namespace {

class QueryValuesTest : public testing::Test {
 protected:
  QueryValuesTest() { folder_.WriteToy(); }

  // All values of an expression over the toy, with this budget.  Tells what is left of it.
  Result<std::size_t> Left(const std::string& expression, std::size_t budget) {
    SeriesSources sources(folder_.sources(), folder_.clocks());
    const auto known = std::make_shared<const std::vector<SeriesSource>>(sources.All());
    const HttpRequest request;
    KnownExpressions expressions;
    const Result<SeriesQuery> query = ParseSeriesQuery(expression);
    EXPECT_TRUE(query);
    const auto bound = BindQuery(*query, {request, known, expressions});
    EXPECT_TRUE(bound) << bound.error().what;
    const std::vector<SeriesWindow> windows(query->operands.size());
    const auto computed = ComputeValues(*query, *bound, windows, request, budget);
    if (!computed) return Fail(computed.error());
    return budget;
  }

 private:
  SeriesFolder folder_;
};

// Five samples of one value count as ten.
TEST_F(QueryValuesTest, ReadingAndComputingCost) {
  EXPECT_EQ(Left("abs(toy.count)", 100), 80u);
  EXPECT_EQ(Left("abs(toy.count)", 20), 0u);
  EXPECT_EQ(Left("toy.load * toy.load", 100), 100u - 15 - 15);
}

TEST_F(QueryValuesTest, ASeriesIsReadOnce) {
  EXPECT_EQ(Left("toy.count + toy.count", 100), 80u);
  EXPECT_EQ(Left("toy.count + toy.also", 100), 70u);
}

TEST_F(QueryValuesTest, BeyondTheBudgetThereIsNoAnswer) {
  for (std::size_t budget = 0; budget < 20; ++budget) {
    const Result<std::size_t> left = Left("abs(toy.count)", budget);
    ASSERT_FALSE(left) << budget;
    EXPECT_EQ(left.error().code, Errc::kTooLarge);
    EXPECT_EQ(left.error().what, "the expression reads and computes too many values");
  }
}

}  // namespace
}  // namespace fdr::test
