// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values on a grid, interpolated among those of a small archive.

#include "fdr/replay/copy/thin/reduced_stage.h"

#include <gtest/gtest.h>

#include "fdr/archive/copy/ordered_writer.h"
#include "fdr/tests/replay/copy/thin/thin_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ToyMetric;

class ReducedGridTest : public testing::Test {
 protected:
  static void Pass(CopySink& first, const std::string& records) {
    test::ToyFeed feed(first);
    feed.Metric('c', Type::kU32, Semantics::kCounter);
    feed.Metric('i', Type::kU64, Semantics::kInstant);
    feed.Metric('C', Type::k64, Semantics::kCounter);
    feed.Metric('s', Type::kString, Semantics::kInstant);
    feed.Metric('e', Type::kEvent, Semantics::kInstant);
    feed.Feed(records);
    feed.End();
  }

  std::string Reduce(const std::string& records, double end, std::uint64_t most = 100) {
    const test::TempDirectory directory;
    OrderedWriter writer(PosixFileSystem(), directory / "a");
    Pass(writer, records);
    ReplayOptions replay;
    replay.rules.value = ValueRule::kPrevious;
    const auto context = ArchiveContext::Open(directory / "a", replay);
    EXPECT_TRUE(context) << context.error().Message();
    if (!context) return "";
    sink_ = {};
    ReducedStage stage(
        {.interval = 10 * kNanosPerSecond, .start = At(0), .end = At(end), .most = most}, **context,
        sink_);
    Pass(stage, records);
    return sink_.text();
  }

  test::ToySink sink_;
};

TEST_F(ReducedGridTest, TheGridHasTheValuesBetweenRecords) {
  EXPECT_EQ(Reduce("0 c=0 i=5; 5 c=10 i=6; 15 c=30 i=7; 25 c=50 i=8", 20),
            "0 c=0 i=5; 10 c=20 i=6; 20 c=40 i=7");
}

TEST_F(ReducedGridTest, ATimeHasWhatWasRecordedSinceTheTimeBefore) {
  EXPECT_EQ(Reduce("0 c=0 i=5; 5 c=10; 10 c=20; 15 c=30 i=7; 20 c=40 i=9", 20),
            "0 c=0 i=5; 10 c=20; 20 c=40 i=9");
  EXPECT_EQ(Reduce("0 names=0,1; 0 C:0=0 C:1=0; 5 C:0=5; 10 C:0=10; 20 C:0=20 C:1=20", 20),
            "0 names=0,1; 0 C:0=0 C:1=0; 10 C:0=10; 20 C:0=20 C:1=20");
}

TEST_F(ReducedGridTest, SilenceHasNoRecords) {
  EXPECT_EQ(Reduce("0 c=0; 4 c=4; 95 c=95; 100 c=100", 100), "0 c=0; 10 c=10; 100 c=100");
}

TEST_F(ReducedGridTest, AMarkStaysWhereItIsAndNothingCrossesIt) {
  EXPECT_EQ(Reduce("0 c=0; 10 c=10; 14 mark; 18 c=100; 20 c=102; 30 c=112", 30),
            "0 c=0; 10 c=10; 14 mark; 20 c=102; 30 c=112");
}

TEST_F(ReducedGridTest, SmallCountersGrowAndEventsGo) {
  Reduce("0 c=4294967295 i=1; 10 c=4294967295 i=1", 10);
  EXPECT_EQ(sink_.text(), "0 c=4294967295 i=1; 10 c=4294967295 i=1");
  EXPECT_EQ(sink_.DescOf(ToyMetric('c')).type, Type::kU64);
  EXPECT_EQ(sink_.DescOf(ToyMetric('i')).type, Type::kU64);
  EXPECT_EQ(sink_.names(), "toy.c toy.i toy.C toy.s");
  EXPECT_FALSE(ReducedStage::Takes(Type::kEvent));
  EXPECT_TRUE(ReducedStage::Takes(Type::kString));
}

TEST_F(ReducedGridTest, TheNumberOfRecordsAndTheEndAreLimits) {
  const std::string records = "0 c=0; 10 c=10; 20 c=20; 30 c=30; 40 c=40";
  EXPECT_EQ(Reduce(records, 30), "0 c=0; 10 c=10; 20 c=20; 30 c=30");
  EXPECT_EQ(Reduce(records, 40, 2), "0 c=0; 10 c=10");
  EXPECT_TRUE(sink_.ended());
}

TEST_F(ReducedGridTest, AStringIsTheLastOne) {
  EXPECT_EQ(Reduce("0 s=a; 6 s=b; 12 s=c; 20 s=d", 20), "0 s=a; 10 s=b; 20 s=d");
}

}  // namespace
}  // namespace fdr
