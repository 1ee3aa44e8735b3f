// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/open_metrics.h"

#include <gtest/gtest.h>

#include "fdr/replay/interpolation/fetch_plan.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;
using test::ToyMetric;

// The records themselves are not read: each test gives the sets that a search would meet.
class OpenMetricsTest : public testing::Test {
 protected:
  static constexpr RelativeTime kSecond = kNanosPerSecond;

  using Pairs = std::vector<std::pair<InstanceId, std::uint32_t>>;

  // y has the instances 0 to 2.  z has 0 to 15 up to 20, and 8 to 23 from then on.
  void SetUp() override {
    test::WriteToy(directory_ / "a", R"(
      time      0   10   20   30
      x         1    2    3    4   instant
      y[0-2]    1    2    3    4   instant
      z[0-7]    1    2    .    .   instant
      z[8-15]   1    2    3    4   instant
      z[16-23]  .    .    3    4   instant
    )");
    auto timeline = Timeline::Open(directory_ / "a");
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
    plan_.emplace(*timeline_);
  }

  void Begin(const std::vector<std::string>& names, double t) {
    std::vector<MetricId> metrics;
    for (const std::string& name : names) metrics.push_back(ToyMetric(name));
    plan_->Request(metrics, {});
    open_.Begin(plan_->distinct(), Time(t));
  }
  static RelativeTime Time(double t) { return static_cast<RelativeTime>(t * kSecond); }
  PlannedMetric& Planned(const char* name) { return *plan_->Find(ToyMetric(name)); }

  // A set with numbers in place.
  void Take(Side side, const char* name, double time, const Pairs& pairs) {
    test::RecordBuilder bytes;
    bytes.U32(ToyMetric(name).value).U32(static_cast<std::uint32_t>(pairs.size())).U32(0);
    for (const auto& [instance, word] : pairs)
      bytes.U32(static_cast<std::uint32_t>(instance)).U32(word);
    const auto set = ValueSet::At(0, bytes.bytes().size(), bytes);
    ASSERT_TRUE(set);
    open_.Take(side, *set, Time(time), Planned(name));
  }
  // "value@time", "mark@time" or "nothing" for each living slot.
  std::string BoundsOf(Side side, const char* name) {
    std::string all;
    for (const std::uint32_t slot : Planned(name).living->slots) {
      const Bound bound = Planned(name).bounds[side].At(slot);
      if (!all.empty()) all += ' ';
      const std::string at = '@' + std::to_string(bound.event.time / kSecond);
      if (bound.event.kind == EventKind::kNothing) all += "nothing";
      if (bound.event.kind == EventKind::kMark) all += "mark" + at;
      if (bound.event.kind == EventKind::kValue) all += std::to_string(bound.bits) + at;
    }
    return all;
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<FetchPlan> plan_;
  OpenMetrics open_;
};

TEST_F(OpenMetricsTest, ASetWithAllInstancesInOrderClosesAMetric) {
  Begin({"x", "y"}, 12);
  EXPECT_EQ(open_.Count(kLow), 2u);
  EXPECT_EQ(open_.Count(kHigh), 2u);
  Take(kLow, "y", 10, {{0, 5}, {1, 6}, {2, 7}});
  EXPECT_EQ(open_.Count(kLow), 1u);
  EXPECT_EQ(open_.Count(kHigh), 2u);
  EXPECT_EQ(BoundsOf(kLow, "y"), "5@10 6@10 7@10");
  EXPECT_TRUE(Planned("y").bounds[kLow].common()) << "one event for all";
  Take(kLow, "x", 10, {{kSingular, 8}});
  EXPECT_EQ(open_.Count(kLow), 0u);
  EXPECT_EQ(BoundsOf(kLow, "x"), "8@10");
}

TEST_F(OpenMetricsTest, SomeInstancesLeaveTheOthersSearched) {
  Begin({"y"}, 35);
  Take(kLow, "y", 30, {{2, 7}, {0, 5}});
  EXPECT_EQ(open_.Count(kLow), 1u);
  Take(kLow, "y", 20, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(open_.Count(kLow), 0u);
  EXPECT_EQ(BoundsOf(kLow, "y"), "5@30 2@20 7@30");
}

TEST_F(OpenMetricsTest, OfSeveralValuesOfAnInstanceTheNearestCounts) {
  Begin({"x"}, 12);
  Take(kLow, "x", 10, {{kSingular, 1}, {kSingular, 2}});
  Take(kHigh, "x", 20, {{kSingular, 3}, {kSingular, 4}});
  EXPECT_EQ(BoundsOf(kLow, "x"), "2@10");
  EXPECT_EQ(BoundsOf(kHigh, "x"), "3@20");
}

TEST_F(OpenMetricsTest, UnknownInstancesChangeNothing) {
  Begin({"y"}, 12);
  Take(kLow, "y", 10, {{77, 5}});
  EXPECT_EQ(open_.Count(kLow), 1u);
  Take(kLow, "y", 10, {{77, 5}});  // the same instances as in the set before
  EXPECT_EQ(open_.Count(kLow), 1u);
  Take(kLow, "y", 0, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(BoundsOf(kLow, "y"), "1@0 2@0 3@0");
}

TEST_F(OpenMetricsTest, AValueOfAnotherFormIsNotTaken) {
  Begin({"x"}, 12);
  // A block of a 32-bit number, which belongs in place.
  const test::RecordBuilder bytes =
      test::RecordBuilder()
          .U32(ToyMetric("x").value)
          .Hex("00000001 00000001 ffffffff 0000000a 00000008 00000001");
  open_.Take(kLow, *ValueSet::At(0, bytes.bytes().size(), bytes), Time(10), Planned("x"));
  EXPECT_EQ(open_.Count(kLow), 1u);
}

TEST_F(OpenMetricsTest, AMarkClosesWhatIsStillSearched) {
  Begin({"x", "y"}, 35);
  Take(kLow, "y", 30, {{1, 6}});
  open_.CloseAll(kLow, EventKind::kMark, Time(25));
  EXPECT_EQ(open_.Count(kLow), 0u);
  EXPECT_EQ(open_.Count(kHigh), 2u);
  EXPECT_EQ(BoundsOf(kLow, "x"), "mark@25");
  EXPECT_EQ(BoundsOf(kLow, "y"), "mark@25 6@30 mark@25");
}

TEST_F(OpenMetricsTest, BeyondItsBirthOrDeathAnInstanceHasNoValue) {
  Begin({"z"}, 25);  // 8 to 23 live
  open_.CloseDead(kLow, Time(20));
  EXPECT_TRUE(Planned("z").search[kLow].all) << "20 is not before the birth at 20";
  open_.CloseDead(kLow, Time(10));
  EXPECT_EQ(Planned("z").search[kLow].slots, 8u);
  Pairs older;
  for (InstanceId i = 0; i < 16; ++i) older.emplace_back(i, 2);
  Take(kLow, "z", 10, older);
  EXPECT_EQ(open_.Count(kLow), 0u);
  EXPECT_EQ(BoundsOf(kLow, "z"),
            "2@10 2@10 2@10 2@10 2@10 2@10 2@10 2@10 nothing nothing nothing nothing nothing "
            "nothing nothing nothing");
}

TEST_F(OpenMetricsTest, BoundsHoldBetweenTheirEventsWithinTheArchive) {
  Begin({"x"}, 12);
  Take(kLow, "x", 10, {{kSingular, 1}});
  Take(kHigh, "x", 20, {{kSingular, 2}});
  open_.UpdateHolds(Time(12), false, {kBeforeAll, kAfterAll});
  EXPECT_EQ(Planned("x").holds_from, Time(10));
  EXPECT_EQ(Planned("x").holds_to, Time(20));
  open_.UpdateHolds(Time(12), false, {Time(11), Time(18)});
  EXPECT_EQ(Planned("x").holds_from, Time(11));
  EXPECT_EQ(Planned("x").holds_to, Time(18));
  Begin({"x"}, 15);
  EXPECT_EQ(open_.Count(kLow), 0u) << "nothing is searched while the bounds hold";
}

TEST_F(OpenMetricsTest, AtTheTimeOfAMarkAValueHoldsOnlyThere) {
  Begin({"x"}, 10);
  Take(kLow, "x", 10, {{kSingular, 1}});
  Take(kHigh, "x", 20, {{kSingular, 2}});
  open_.UpdateHolds(Time(10), true, {kBeforeAll, kAfterAll});
  EXPECT_EQ(BoundsOf(kHigh, "x"), "2@10");
  EXPECT_TRUE(Planned("x").IsStaleAt(Time(10) + 1));
}

TEST_F(OpenMetricsTest, TheBitOfAMetricIsSetWhileItIsSearched) {
  Begin({"x", "y"}, 12);
  const Metadata& metadata = timeline_->archive(0).metadata();
  const std::uint64_t x = std::uint64_t{1} << *metadata.IndexOf(ToyMetric("x"));
  const std::uint64_t y = std::uint64_t{1} << *metadata.IndexOf(ToyMetric("y"));
  MetricBits bits(1);
  open_.SetWanted(kLow, metadata, bits);
  EXPECT_EQ(bits, MetricBits{x | y});
  Take(kLow, "x", 10, {{kSingular, 8}});
  bits = {0};
  open_.SetWanted(kLow, metadata, bits);
  EXPECT_EQ(bits, MetricBits{y});
  bits = {0};
  open_.SetWanted(kHigh, metadata, bits);
  EXPECT_EQ(bits, (MetricBits{x | y}));
}

}  // namespace
}  // namespace fdr
