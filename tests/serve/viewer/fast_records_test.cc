// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records that always follow each other sooner than a rate may span.

#include <gtest/gtest.h>

#include "fdr/replay/serve/viewer/buckets/sample_before.h"
#include "fdr/replay/serve/viewer/rates_at.h"
#include "fdr/replay/serve/viewer/recorded_rows.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr MetricId kFast = MetricId::Build(60, 0, 1);
constexpr int kRecords = 1000, kEverySecond = 100;
constexpr int kMostBack = 150;  // a little more than a second

// A counter that grows by 3 in each record.
class FastRecordsTest : public testing::Test {
 protected:
  FastRecordsTest() {
    ArchiveBuilder archive(base_);
    archive.Metric(
        {.name = "toy.fast", .id = kFast, .type = Type::kU64, .semantics = Semantics::kCounter});
    for (std::int64_t i = 0; i < kRecords; ++i)
      archive.Record(At(static_cast<double>(i) / kEverySecond), {Single(kFast, 3 * i)});
    archive.Close();
    context_ = std::move(*ArchiveContext::Open(base_));
    desc_ = *context_->DescOf(kFast);
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> context_;
  Desc desc_;
  const Nanos at_ = NanosOf(At(9));
  int checks_ = 0;
  const CheckLimit check_ = [this]() -> Result<void> {
    ++checks_;
    return {};
  };
};

TEST_F(FastRecordsTest, ASampleBeforeAWindowIsNotTheWholeArchive) {
  std::vector<Nanos> taken;
  ASSERT_TRUE(TakeSampleBefore(*context_, kFast, StampAt(at_), kLeastRateSpan, check_,
                               [&](const StreamedRecord& record) { taken.push_back(record.at); }));
  ASSERT_FALSE(taken.empty());
  EXPECT_LE(taken.size(), kMostBack);
  EXPECT_TRUE(GiveRate(taken.front(), at_));
  EXPECT_LT(taken.back(), at_);
}

TEST_F(FastRecordsTest, ARowIsNotReadFromTheStart) {
  MetricChoice choice;
  choice.metrics.push_back({"toy.fast", desc_, {}});
  const auto rows = ReadRecords(*context_, choice, {at_, {}, 10}, check_);
  ASSERT_TRUE(rows);
  // On the way back each record is asked for by two fetches.
  EXPECT_LE(checks_, 3 * kMostBack);
  ASSERT_EQ(rows->series.size(), 1U);
  int rates = 0;
  for (const auto& value : rows->series[0].values) {
    if (!value) continue;
    EXPECT_DOUBLE_EQ(value->number, 300);
    ++rates;
  }
  EXPECT_EQ(rates, 2) << "in 100 ms";
}

TEST_F(FastRecordsTest, ARateAtATimeNeedsTheSameRecords) {
  const auto rates = RatesAt(*context_, {desc_}, at_, check_);
  ASSERT_TRUE(rates);
  EXPECT_GE(checks_, kEverySecond);
  EXPECT_LE(checks_, kMostBack);
  ASSERT_EQ((*rates)[0].size(), 1U);
  EXPECT_DOUBLE_EQ((*rates)[0][0].number, 300);
}

}  // namespace
}  // namespace fdr::test
