// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/set_finder.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr MetricId kText = MetricId::Build(60, 0, 1), kA = MetricId::Build(60, 0, 2),
                   kB = MetricId::Build(60, 0, 3);
// Two large records, so that reading parts of them pays.
class SetFinderTest : public testing::Test {
 protected:
  static constexpr RelativeTime kSecond = kNanosPerSecond;
  // For so many metrics, it is cheaper to read the whole record than parts of it.
  static constexpr std::uint32_t kOthers = 10;
  static MetricId Other(std::uint32_t i) { return MetricId::Build(60, 1, i); }

  void SetUp() override {
    {
      test::ArchiveBuilder archive(directory_ / "a");
      archive.Metric({.name = "toy.text", .id = kText, .type = Type::kString});
      archive.Metric({.name = "toy.a", .id = kA}).Metric({.name = "toy.b", .id = kB});
      for (std::uint32_t i = 0; i < kOthers; ++i)
        archive.Metric({.name = "toy.other" + std::to_string(i), .id = Other(i)});
      for (const int t : {0, 10})
        archive.Record(At(t), {test::Single(kA, std::int64_t{t + 1}),
                               test::Single(kText, std::string(40'000, 'x')),
                               test::Single(kB, std::int64_t{t + 2})});
    }
    auto timeline = Timeline::Open(directory_ / "a");
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
    plan_.emplace(*timeline_);
    sets_.emplace(*plan_);
    cursor_.emplace(*timeline_);
  }

  void Begin(const std::vector<MetricId>& metrics) {
    plan_->Request(metrics, {});
    plan_->Forget();
    open_.Begin(plan_->distinct(), 5 * kSecond);
  }
  // Takes what the next record has.
  Result<void> TakeNext() {
    const auto wanted = [this](const Metadata& metadata, MetricBits& bits) {
      open_.SetWanted(kHigh, metadata, bits);
    };
    const auto record = cursor_->Step(Direction::kForward, wanted);
    EXPECT_TRUE(record && *record);
    return sets_->Take(kHigh, **record, {*cursor_, Version::k3, 10 * kSecond}, open_);
  }
  // Overwrites the second length word of both records.
  void DamageLastWords() const {
    ByteBuffer data = test::ReadFile(directory_ / "a.0");
    const std::size_t first = LabelSize(Version::k3), size = (data.size() - first) / 2;
    for (const std::size_t end : {first + size, first + 2 * size})
      StoreU32(data.data() + end - kFrameLengthSize, 77);
    test::WriteFile(directory_ / "a.0", data);
  }
  std::uint64_t Bits(MetricId id) const { return plan_->Find(id)->bounds[kHigh].bits()[0]; }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<FetchPlan> plan_;
  std::optional<SetFinder> sets_;
  std::optional<HoppingCursor> cursor_;
  OpenMetrics open_;
};

TEST_F(SetFinderTest, ARecordGivesTheSearchedMetricsTheirValues) {
  Begin({kA, kB, kText});
  ASSERT_TRUE(TakeNext());
  EXPECT_EQ(open_.Count(kHigh), 0u);
  EXPECT_EQ(Bits(kA), 1u);
  EXPECT_EQ(Bits(kB), 2u);
}

TEST_F(SetFinderTest, WithAMapOnlyPartsOfTheRecordAreRead) {
  ASSERT_TRUE(timeline_->archive(0).Summary(0));
  ASSERT_TRUE(cursor_->MoveTo(cursor_->position()));  // takes note of the summary
  DamageLastWords();                                  // a reader of a whole record refuses it
  Begin({kB});
  ASSERT_TRUE(TakeNext());
  EXPECT_EQ(open_.Count(kHigh), 0u);
  EXPECT_EQ(Bits(kB), 2u);
  Begin({kA});
  ASSERT_TRUE(TakeNext());
  EXPECT_EQ(Bits(kA), 11u);
}

TEST_F(SetFinderTest, ForManyMetricsTheWholeRecordIsRead) {
  ASSERT_TRUE(timeline_->archive(0).Summary(0));
  ASSERT_TRUE(cursor_->MoveTo(cursor_->position()));
  DamageLastWords();
  std::vector<MetricId> metrics = {kA};
  for (std::uint32_t i = 0; i < kOthers; ++i) metrics.push_back(Other(i));
  Begin(metrics);
  const Result<void> taken = TakeNext();
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, Errc::kCorruptRecord);
}

TEST_F(SetFinderTest, AMetricThatIsPlannedLaterIsFoundInKnownSets) {
  Begin({kA});
  ASSERT_TRUE(TakeNext());
  Begin({kA, kB});
  ASSERT_TRUE(TakeNext());
  EXPECT_EQ(open_.Count(kHigh), 0u);
  EXPECT_EQ(Bits(kA), 11u);
  EXPECT_EQ(Bits(kB), 12u);
}

TEST_F(SetFinderTest, AMetricOfThePlanThatIsNotSearchedKeepsItsBound) {
  Begin({kA, kB});
  ASSERT_TRUE(TakeNext());
  plan_->Request(std::vector{kA}, {});
  plan_->Find(kA)->Forget();
  open_.Begin(plan_->distinct(), 5 * kSecond);
  ASSERT_TRUE(TakeNext());
  EXPECT_EQ(Bits(kA), 11u);
  EXPECT_EQ(Bits(kB), 2u);
}

}  // namespace
}  // namespace fdr
