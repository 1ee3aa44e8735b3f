// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/reduced_stage.h"

#include <gtest/gtest.h>

#include "fdr/tests/replay/copy/thin/thin_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

// The archive has a value of "i" each two seconds from 0 to 20.
class ReducedStageTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder builder(base_);
    builder.Metric({.name = "toy.i", .id = test::ToyMetric('i'), .type = Type::kU32});
    for (int second = 0; second <= 20; second += 2)
      builder.Record(test::At(second), {test::Single(test::ToyMetric('i'), std::int64_t{second})});
  }

  // What becomes of these records on a grid of ten seconds.
  std::string Reduce(const std::string& records, double end,
                     std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const auto values = ArchiveContext::Open(base_);
    EXPECT_TRUE(values);
    test::ToySink sink;
    ReducedStage stage({.interval = 10 * kNanosPerSecond,
                        .start = test::At(0),
                        .end = test::At(end),
                        .most = most},
                       **values, sink);
    test::ToyFeed feed(stage);
    feed.Metric('i', Type::kU32, Semantics::kInstant);
    feed.Feed(records);
    feed.End();
    EXPECT_TRUE(sink.ended());
    return sink.text();
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "archive";
};

TEST_F(ReducedStageTest, ASampleHasTheMetricsSinceTheOneBefore) {
  EXPECT_EQ(Reduce("0 i=0; 4 i=4; 8 i=8; 12 mark; 14 i=14; 18 i=18", 20),
            "0 i=0; 10 i=10; 12 mark; 20 i=20");
}

TEST_F(ReducedStageTest, MetadataStandInFrontOfTheNextSample) {
  EXPECT_EQ(Reduce("0 domain; 0 i=0; 4 domain; 4 i=4; 14 domain; 14 i=14", 20),
            "0 domain; 0 i=0; 4 domain; 10 i=10; 14 domain; 20 i=20");
}

TEST_F(ReducedStageTest, MetadataBehindTheLastSampleAreKept) {
  EXPECT_EQ(Reduce("0 i=0; 4 i=4; 12 domain; 14 domain", 15),
            "0 i=0; 10 i=10; 12 domain; 14 domain");
  EXPECT_EQ(Reduce("0 i=0; 4 i=4; 12 domain; 16 domain", 15), "0 i=0; 10 i=10; 12 domain")
      << "up to the end of the window";
  EXPECT_EQ(Reduce("0 i=0; 4 i=4; 8 domain; 12 domain; 14 i=14", 20, 1), "0 i=0")
      << "the last of as many samples as are wanted";
  EXPECT_EQ(Reduce("0 i=0; 4 i=4; 22 domain; 24 i=24; 26 domain", 15), "0 i=0; 10 i=10");
}

}  // namespace
}  // namespace fdr
