// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/known_expressions.h"

#include <gtest/gtest.h>

#include "fdr/replay/serve/series/id/series_id.h"

namespace fdr {
namespace {

TEST(KnownExpressions, AreFoundByTheirIdentifiers) {
  KnownExpressions known;
  const std::string id = known.Remember({"rate(a)", {}});
  EXPECT_EQ(id, ExpressionSeriesId("rate(a)"));
  EXPECT_EQ(known.Remember({"rate(a)", {}}), id);
  ASSERT_NE(known.Find(id), nullptr);
  EXPECT_EQ(known.Find(id)->name, "rate(a)");
  EXPECT_EQ(known.Find(std::string(40, '0')), nullptr);
}

// As pmproxy 6.0.3 and Redis.
TEST(KnownExpressions, HaveTheIdentifiersOfThePeer) {
  EXPECT_EQ(ExpressionSeriesId("rate(s.cb)"), "558d09eed521c74834ff270ba22c8314027afbd5");
  EXPECT_EQ(ExpressionSeriesId("rescale(m.dkb,\"Mbyte\")"),
            "5695d6b11d1eaf3c1435a738ed4c0f24cb6574ea");
}

TEST(KnownExpressions, TheLeastRecentlyUsedIsForgotten) {
  KnownExpressions known;
  const std::string first = known.Remember({"first", {}}), second = known.Remember({"second", {}});
  for (std::size_t i = 2; i < KnownExpressions::kMost; ++i) known.Remember({std::to_string(i), {}});
  EXPECT_NE(known.Find(first), nullptr);
  known.Remember({"last", {}});
  EXPECT_NE(known.Find(first), nullptr);
  EXPECT_EQ(known.Find(second), nullptr);
}

TEST(KnownExpressions, TheirTextsHaveALimit) {
  KnownExpressions known;
  const std::string first = known.Remember({"first", {}});
  std::string id;
  for (int i = 0; i < 5; ++i) {
    std::string name(KnownExpressions::kMostText / 4, static_cast<char>('a' + i));
    id = known.Remember({std::move(name), {}});
  }
  EXPECT_EQ(known.Find(first), nullptr);
  EXPECT_NE(known.Find(id), nullptr);
  id = known.Remember({std::string(2 * KnownExpressions::kMostText, 'x'), {}});
  EXPECT_NE(known.Find(id), nullptr) << "the newest one stays";
}

}  // namespace
}  // namespace fdr
