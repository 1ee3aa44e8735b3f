// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/trigger_source.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tools/record/trigger_pace.h"

namespace fdr::tools {
namespace {

using test::TempDirectory;
using test::WriteToy;

class TriggerSourceTest : public ::testing::Test {
 protected:
  TriggerSourceTest() {
    WriteToy(directory_ / "toy", R"(
time    1000  1010  1020  1030  1040  1050
x          1     7     8     1     9     9 instant u32
y[0]       1     7     7     7     1     7 instant u32
y[1]       1     1     7     7     7     7 instant u32
c        100   200   300   400   500   900 counter u64
)");
    archive_ = *ArchiveContext::Open(directory_ / "toy");
  }

  // "1010: x is 7; ...", with what is said about the condition.
  std::string Moments(const std::string& when, const std::string& metric = "x",
                      std::int64_t patience = 0) {
    std::string moments;
    static_cast<void>(
        archive_->SetMode(Mode::kInterpolated, archive_->label().start, 10 * kNanosPerSecond));
    FetchResult result;
    TriggerSource source(
        *archive_, *ParseCondition(when, DeriveRules::kQuantities),
        [&](const std::string& values) {
          moments += std::to_string(result.stamp().sec - test::kEpoch) + ": " + values + "; ";
        },
        [&](const Error& why) { moments += why.what + "; "; });
    source.SetPatience(patience);
    const MetricId id = *archive_->Find(metric);
    while (test::Got(source.Fetch(std::span(&id, 1), result))) {
    }
    return moments;
  }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> archive_;
};

TEST_F(TriggerSourceTest, AMomentIsWhenTheConditionBecomesTrue) {
  EXPECT_EQ(Moments("x > 5"), "1010: x is 7; 1040: x is 9; ");
  EXPECT_EQ(Moments("x > 50"), "");
  EXPECT_EQ(Moments("x < 5"), "1000: x is 1; 1030: x is 1; ");
}

TEST_F(TriggerSourceTest, EachInstanceHasItsMoments) {
  EXPECT_EQ(Moments("y > 5", "y"),
            "1010: y is 7 (inst0); 1020: y is 7 (inst1); 1050: y is 7 (inst0); ");
  EXPECT_EQ(Moments("y[inst1] > 5", "y"), "1020: y[inst1] is 7 (inst1); ");
}

TEST_F(TriggerSourceTest, WithPatienceAMomentIsWhenItHasBeenTrueForThatLong) {
  EXPECT_EQ(Moments("x > 5", "x", 10 * kNanosPerSecond), "1020: x is 8; 1050: x is 9; ");
  EXPECT_EQ(Moments("x > 5", "x", 20 * kNanosPerSecond), "");
  EXPECT_EQ(Moments("y > 5", "y", 20 * kNanosPerSecond),
            "1030: y is 7 (inst0); 1040: y is 7 (inst1); ")
      << "each instance has its own time";
}

TEST_F(TriggerSourceTest, DoubtsAreSaidOnce) {
  EXPECT_EQ(Moments("no.body > 5"), "no.body; ");
  EXPECT_EQ(Moments("c > 450", "c"),
            "c is a counter, which only grows: rate(c) may be meant; 1040: c is 500; ");
}

TEST(TriggerPace, ThereIsOneArchiveForEachLength) {
  TriggerPace pace(100);
  EXPECT_FALSE(pace.IsDue(0));
  pace.Note();
  EXPECT_TRUE(pace.IsDue(10));
  EXPECT_FALSE(pace.IsDue(20));
  pace.Note();
  EXPECT_TRUE(pace.is_pending());
  EXPECT_FALSE(pace.IsDue(109));
  pace.Note();
  EXPECT_TRUE(pace.IsDue(110));
  EXPECT_FALSE(pace.is_pending());
  pace.Note();
  EXPECT_FALSE(pace.IsDue(209));
  EXPECT_TRUE(pace.IsDue(500));
  EXPECT_FALSE(pace.IsDue(1000));
}

}  // namespace
}  // namespace fdr::tools
