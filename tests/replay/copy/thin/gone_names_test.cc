// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// No value of a thinned archive lacks the name that it had.

#include "fdr/replay/copy/thin/gone_names.h"

#include <gtest/gtest.h>

#include "fdr/replay/copy/thin/thin_stage.h"
#include "fdr/tests/replay/copy/thin/thin_toy.h"

namespace fdr {
namespace {

std::string Thin(const std::string& records) {
  test::ToySink sink;
  ThinStage stage({.interval = 10 * kNanosPerSecond}, sink);
  test::ToyFeed feed(stage);
  feed.Metric('c', Type::kU32, Semantics::kCounter);
  feed.Metric('C', Type::kU32, Semantics::kCounter);
  feed.Metric('S', Type::kString, Semantics::kInstant);
  feed.Feed(records);
  feed.End();
  return sink.text();
}

TEST(GoneNamesTest, TheDomainHasWhatWentInTheInterval) {
  EXPECT_EQ(Thin("0 names=0,1; 0 C:0=0 C:1=1 S:1=a; 4 C:0=4 C:1=5 S:1=b; 8 names=0; "
                 "8 C:0=8 S:0=a; 12 C:0=12 S:0=b; 20 C:0=20 S:0=c"),
            "0 names=0,1; 0 C:0=0 C:1=1 S:1=a; 8 names=0; 10 names=0,1; 10 C:0=10 C:1=5 S:0=a "
            "S:1=b; 20 names=0; 20 C:0=20 S:0=c");
}

TEST(GoneNamesTest, OneStampHasOneDomain) {
  EXPECT_EQ(Thin("0 names=0,1; 0 C:0=0 C:1=1; 5 C:0=5 C:1=5; 10 names=0; 10 C:0=10; 15 C:0=15; "
                 "20 names=0,2; 20 C:0=20 C:2=2"),
            "0 names=0,1; 0 C:0=0 C:1=1; 10 names=0,1; 10 C:0=10 C:1=5; 20 names=0,2; 20 C:0=20 "
            "C:2=2");
}

TEST(GoneNamesTest, WhereAStretchEnds) {
  EXPECT_EQ(Thin("0 names=0,1; 0 C:0=0 C:1=1; 3 C:0=3 C:1=4; 6 names=0; 6 C:0=6; 7 mark; "
                 "8 C:0=8"),
            "0 names=0,1; 0 C:0=0 C:1=1; 6 names=0,1; 6 C:0=6 C:1=4; 7 names=0; 7 mark; 8 C:0=8");
}

TEST(GoneNamesTest, OthersStayAsTheyWere) {
  const std::string records =
      "0 names=0,1; 0 C:0=0 C:1=1; 10 C:0=10 C:1=5; 20 names=0; 20 C:0=20; "
      "30 names=0,7; 30 domain; 30 C:0=30 C:7=7";
  EXPECT_EQ(Thin(records),
            "0 names=0,1; 0 C:0=0 C:1=1; 10 C:0=10 C:1=5; 20 names=0; 20 C:0=20; "
            "30 domain; 30 names=0,7; 30 C:0=30 C:7=7");
}

// A name that was not in force within the interval is none.
TEST(GoneNamesTest, WhatHadNoNameHasNone) {
  const std::string records = "0 names=0,1; 0 C:0=0 C:1=1; 10 names=0; 10 C:0=1; 40 C:0=1 C:1=2";
  EXPECT_EQ(Thin(records), records);
}

}  // namespace
}  // namespace fdr
