// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/recorded_stage.h"

#include <gtest/gtest.h>

#include "fdr/tests/replay/copy/thin/thin_toy.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr {
namespace {

class RecordedStageTest : public testing::Test {
 protected:
  std::string Thin(const std::string& records) {
    options_.interval = 10 * kNanosPerSecond;
    test::ToySink sink;
    RecordedStage stage(options_, sink);
    test::ToyFeed feed(stage);
    feed.Metric('c', Type::kU32, Semantics::kCounter);
    feed.Metric('i', Type::kDouble, Semantics::kInstant);
    feed.Metric('e', Type::kEvent, Semantics::kInstant);
    feed.Feed(records);
    feed.End();
    EXPECT_TRUE(sink.ended());
    EXPECT_EQ(sink.DescOf(test::ToyMetric('c')).type, Type::kU32);
    return sink.text();
  }

  RecordedStage::Options options_;
};

TEST_F(RecordedStageTest, TheLastRecordOfEachKindIsKept) {
  EXPECT_EQ(Thin("0 c=0 i=1; 4 c=4; 8 c=8; 12 i=2 c=12; 14 c=14; 18 c=18"),
            "0 c=0 i=1; 8 c=8; 12 i=2 c=12; 18 c=18");
  EXPECT_EQ(Thin("0 i=1; 4 i=2 c=4; 6 c=5 i=3; 8 i=4"), "0 i=1; 6 c=5 i=3; 8 i=4");
}

TEST_F(RecordedStageTest, MarksAndEventsAreKept) {
  EXPECT_EQ(Thin("0 i=1; 3 i=2; 4 mark; 5 i=3; 6 e=a; 7 e=b i=4; 8 i=5; 60 i=6; 60 i=7; 61 mark"),
            "0 i=1; 3 i=2; 4 mark; 6 e=a; 7 e=b i=4; 8 i=5; 60 i=7; 61 mark");
}

TEST_F(RecordedStageTest, MetadataStayInFrontOfTheirRecords) {
  EXPECT_EQ(Thin("0 domain; 0 i=1; 2 domain; 3 i=2; 4 domain; 5 c=3; 7 domain; 12 domain; 13 i=3"),
            "0 domain; 0 i=1; 2 domain; 3 i=2; 4 domain; 5 c=3; 7 domain; 12 domain; 13 i=3");
}

TEST_F(RecordedStageTest, WhatWaitsIsBounded) {
  options_.most_held = 1;
  EXPECT_EQ(Thin("0 i=1; 3 i=2; 4 i=3"), "0 i=1; 3 i=2; 4 i=3");
  options_.most_held = 150;
  EXPECT_EQ(Thin("0 i=1; 3 i=2; 4 i=3"), "0 i=1; 4 i=3") << "less waits";
  EXPECT_EQ(Thin("0 i=1; 3 i=2; 4 domain; 5 domain; 6 domain; 7 domain; 8 domain; 9 i=3"),
            "0 i=1; 3 i=2; 4 domain; 5 domain; 6 domain; 7 domain; 8 domain; 9 i=3")
      << "metadata wait, too";
}

}  // namespace
}  // namespace fdr
