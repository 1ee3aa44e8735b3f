// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The worked examples of docs/replay-semantics.md: archives M and N.

#include "fdr/replay/interpolation/interpolator.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr MetricId kC{1}, kI{2}, kD{3}, kOnce{4}, kCi{5}, kErr{6}, kGone{7};
constexpr std::array kAll = {kC, kI, kD, kOnce, kCi, kErr, kGone};
constexpr InDomId kPair = InDomId::Build(1, 1), kMany = InDomId::Build(1, 2);

Timestamp Sec(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  return {whole, static_cast<std::int32_t>((seconds - static_cast<double>(whole)) * 1e9)};
}

class InterpolatorTest : public testing::Test {
 protected:
  void WriteM() {
    test::ArchiveBuilder archive(base_, Version::k3);
    const auto metric = [&](const char* name, MetricId id, Semantics semantics,
                            InDomId indom = {}) {
      archive.Metric(
          {.name = name, .id = id, .type = Type::k32, .indom = indom, .semantics = semantics});
    };
    metric("c", kC, Semantics::kCounter);
    metric("i", kI, Semantics::kInstant);
    metric("d", kD, Semantics::kDiscrete);
    metric("once", kOnce, Semantics::kCounter);
    metric("ci", kCi, Semantics::kCounter, kPair);
    archive.InDom(Sec(1000), kPair, {{1, "one"}, {2, "two"}});
    const auto record = [&](double t, std::int64_t v, std::vector<test::Values> more) {
      more.insert(more.end(), {test::Single(kC, v), test::Single(kI, v), test::Single(kD, v)});
      archive.Record(Sec(t), more);
    };
    const auto pair = [](std::int64_t v) { return test::Values{kCi, {{1, v}, {2, v + 1}}}; };
    record(1000, 100, {test::Single(kOnce, std::int64_t{100}), pair(100)});
    record(1010, 200, {pair(200)});
    archive.Mark(Sec(1015));
    record(1020, 10, {pair(10)});
    record(1030, 20, {pair(20)});
    record(1040, 30, {pair(30)});
  }

  void Open(ValueRule rule, MarkRule marks = {}, CounterRule counters = CounterRule::kReset) {
    auto timeline = Timeline::Open(base_);
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
    interpolator_ =
        std::make_unique<Interpolator>(*timeline_, InterpolationRules{rule, marks, counters});
  }

  // The values in ascending order of their instances; "-" where there is no value.
  std::string At(MetricId id, double t) {
    const Result<void> fetched = interpolator_->Fetch(Sec(t), kAll, profile_, result_);
    EXPECT_TRUE(fetched) << fetched.error().Message();
    for (const FetchedSet& set : result_.sets()) {
      if (set.id != id) continue;
      std::string text;
      for (const FetchedValue& value : result_.Values(set))
        text += (text.empty() ? "" : ",") + std::to_string(static_cast<std::int32_t>(value.Word()));
      return text.empty() ? "-" : text;
    }
    return "?";
  }
  std::string Row(double t) {
    return At(kC, t) + " " + At(kI, t) + " " + At(kD, t) + " " + At(kCi, t);
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "m";
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<Interpolator> interpolator_;
  Profile profile_;
  FetchResult result_;
};

const std::map<double, std::pair<const char*, const char*>> kRows = {
    // time    previous                    nearest
    {999, {"- - - -", "- - - -"}},
    {1000, {"100 100 100 100,101", "100 100 100 100,101"}},
    {1003, {"130 100 100 130,131", "130 100 100 130,131"}},
    {1005, {"150 100 100 150,151", "150 100 100 150,151"}},
    {1006, {"160 100 100 160,161", "160 200 200 160,161"}},
    {1009, {"190 100 100 190,191", "190 200 200 190,191"}},
    {1010, {"200 200 200 200,201", "200 200 200 200,201"}},
    {1012, {"- - 200 -", "- - 200 -"}},
    {1015, {"- - - -", "- - - -"}},
    {1018, {"- - - -", "- - - -"}},
    {1020, {"10 10 10 10,11", "10 10 10 10,11"}},
    {1021, {"11 10 10 11,12", "11 10 10 11,12"}},
    {1025, {"15 10 10 15,16", "15 10 10 15,16"}},
    {1034, {"24 20 20 24,25", "24 20 20 24,25"}},
    {1036, {"26 20 20 26,27", "26 30 30 26,27"}},
    {1040, {"30 30 30 30,31", "30 30 30 30,31"}},
    {1045, {"- - 30 -", "- - 30 -"}},
};

TEST_F(InterpolatorTest, ArchiveMForwardBackwardAndAtRandom) {
  WriteM();
  for (const ValueRule rule : {ValueRule::kPrevious, ValueRule::kNearest}) {
    Open(rule);
    const auto expect = [&](double t) {
      const auto& [previous, nearest] = kRows.at(t);
      EXPECT_EQ(Row(t), rule == ValueRule::kPrevious ? previous : nearest) << t;
    };
    for (const auto& row : kRows) expect(row.first);
    for (auto row = kRows.rbegin(); row != kRows.rend(); ++row) expect(row->first);
    for (const double t : {1040, 1003, 1036, 1012, 1000, 1045, 1018, 999, 1025}) expect(t);
  }
}

TEST_F(InterpolatorTest, ACounterLoggedOnceExistsAtItsTimeOnly) {
  WriteM();
  Open(ValueRule::kNearest);
  EXPECT_EQ(At(kOnce, 1000), "100");
  EXPECT_EQ(At(kOnce, 1000.001), "-");
  EXPECT_EQ(At(kOnce, 999.999), "-");
}

TEST_F(InterpolatorTest, IgnoredMarksAreNotThere) {
  WriteM();
  Open(ValueRule::kPrevious, {.ignore_up_to = 10 * kNanosPerSecond});
  EXPECT_EQ(Row(1015), "105 200 200 105,106");
  Open(ValueRule::kPrevious, {.ignore_up_to = 10 * kNanosPerSecond - 1});
  EXPECT_EQ(Row(1015), "- - - -");
}

TEST_F(InterpolatorTest, TheProfileIsThatOfTheFetch) {
  WriteM();
  Open(ValueRule::kPrevious);
  EXPECT_EQ(At(kCi, 1005), "150,151");
  profile_.Exclude(kPair, {1});
  EXPECT_EQ(At(kCi, 1005), "151");
  EXPECT_EQ(At(kCi, 1025), "16");
  profile_.SetAll(true);
  EXPECT_EQ(At(kCi, 1025), "15,16");
  profile_.SetAll(false);
  EXPECT_EQ(At(kCi, 1025), "-");
  EXPECT_EQ(At(kC, 1025), "15") << "single values are not subject to it";
}

TEST_F(InterpolatorTest, ErrorsAreInvisibleAndAbsencesAreBridged) {
  {
    test::ArchiveBuilder archive(base_, Version::k2);
    archive.Metric(
        {.name = "err", .id = kErr, .type = Type::k32, .semantics = Semantics::kCounter});
    archive.Metric({.name = "ci",
                    .id = kCi,
                    .type = Type::k32,
                    .indom = kPair,
                    .semantics = Semantics::kCounter});
    archive.Metric({.name = "d",
                    .id = kD,
                    .type = Type::k32,
                    .indom = kPair,
                    .semantics = Semantics::kDiscrete});
    archive.InDom(Sec(1000), kPair, {{1, "uno"}, {2, "two"}});
    const auto both = [&](double t, test::Values err,
                          std::vector<std::pair<InstanceId, test::Payload>> values) {
      archive.Record(Sec(t), {std::move(err), {kCi, values}, {kD, values}});
    };
    using I = std::int64_t;
    both(1000, test::Single(kErr, I{5}), {{1, I{101}}, {2, I{102}}});
    both(1010, test::NoValues(kErr, -12357), {{1, I{201}}, {2, I{202}}});
    archive.InDom(Sec(1020), kPair, {{2, "two"}, {3, "three"}});
    both(1020, test::NoValues(kErr), {{2, I{302}}, {3, I{303}}});
    both(1030, test::Single(kErr, I{35}), {{2, I{402}}, {3, I{403}}});
    archive.InDom(Sec(1040), kPair, {{1, "uno"}, {3, "three"}});
    both(1040, test::NoValues(kErr, -12345), {{1, I{501}}, {3, I{503}}});
    both(1050, test::Single(kErr, I{45}), {{1, I{601}}, {3, I{603}}});
  }
  Open(ValueRule::kPrevious);
  const int expected[] = {5, 10, 15, 20, 25, 30, 35, 38, 40, 43, 45};
  for (int k = 0; k <= 10; ++k) EXPECT_EQ(At(kErr, 1000 + 5 * k), std::to_string(expected[k]));
  EXPECT_EQ(At(kCi, 1015), "251,252");
  EXPECT_EQ(At(kCi, 1025), "351,352,353");
  EXPECT_EQ(At(kD, 1045), "501,402,503")
      << "a discrete value is carried on after its instance went";
}

TEST_F(InterpolatorTest, OfSeveralValuesInARecordTheNearestCounts) {
  test::ArchiveBuilder archive(base_);
  archive.Metric({.name = "ci", .id = kCi, .indom = kPair, .semantics = Semantics::kCounter})
      .Metric({.name = "i", .id = kI, .type = Type::kString})
      .InDom(Sec(1000), kPair, {{1, "one"}, {2, "two"}});
  const auto record = [&](double t, std::int64_t first, std::int64_t last) {
    archive.Record(Sec(t), {{kCi, {{1, first}, {2, std::int64_t{7}}, {1, last}}},
                            {kI, {{kSingular, "first"}, {kSingular, "last"}}}});
  };
  record(1000, 10, 20);
  record(1010, 40, 60);
  archive.Close();
  Open(ValueRule::kPrevious);
  const auto text = [&] {
    const Bytes payload = result_.Values(result_.sets()[1])[0].Payload();
    return std::string(reinterpret_cast<const char*>(payload.data()), payload.size());
  };
  EXPECT_EQ(At(kCi, 1000), "20,7");
  EXPECT_STREQ(text().c_str(), "last");
  EXPECT_EQ(At(kCi, 1005), "30,7") << "between the last before and the first behind";
  EXPECT_EQ(At(kCi, 1010), "60,7") << "at its very time, the last";
}

// One instance of 15, or of 16, is gone from 1020 on.
TEST_F(InterpolatorTest, InLargeDomainsValuesEndWithTheirInstance) {
  for (const int size : {15, 16}) {
    base_ = directory_ / std::to_string(size);
    std::vector<std::string> names;
    names.reserve(16);
    for (int i = 0; i < size; ++i) names.push_back("inst" + std::to_string(i));
    InstanceList members;
    std::vector<std::pair<InstanceId, test::Payload>> values;
    for (int i = 0; i < size; ++i) {
      members.push_back({i, names[static_cast<std::size_t>(i)]});
      values.push_back({i, std::int64_t{7}});
    }
    test::ArchiveBuilder archive(base_, Version::k3);
    archive.Metric({.name = "gone",
                    .id = kGone,
                    .type = Type::k32,
                    .indom = kMany,
                    .semantics = Semantics::kDiscrete});
    archive.InDom(Sec(1000), kMany, members).Record(Sec(1000), {{kGone, values}});
    archive.Record(Sec(1010), {{kGone, values}});
    members.erase(members.begin());
    values.erase(values.begin());
    archive.InDom(Sec(1020), kMany, members).Record(Sec(1020), {{kGone, values}});
    archive.Record(Sec(1050), {{kGone, values}});
    archive.Close();
    Open(ValueRule::kNearest);
    ASSERT_TRUE(interpolator_->Fetch(Sec(1045), kAll, profile_, result_));
    EXPECT_EQ(result_.sets().back().count, 15u);
    EXPECT_EQ(result_.Values(result_.sets().back())[0].instance, size == 15 ? 0 : 1);
  }
}

TEST_F(InterpolatorTest, GrowthByMoreThanHalfOfTheRangeIsAFallToPcpAlone) {
  {
    test::ArchiveBuilder archive(base_, Version::k3);
    archive.Metric({.name = "c", .id = kC, .type = Type::k32, .semantics = Semantics::kCounter});
    archive.Record(Sec(1000), {test::Single(kC, std::int64_t{-2'000'000'000})});
    archive.Record(Sec(1010), {test::Single(kC, std::int64_t{1'000'000'000})});
  }
  Open(ValueRule::kNearest, {}, CounterRule::kPlausibleWrap);
  EXPECT_EQ(At(kC, 1001), "-1699999999");
  EXPECT_EQ(At(kC, 1005), "-499999999");
  for (const CounterRule peers : {CounterRule::kReset, CounterRule::kPcpWrap}) {
    Open(ValueRule::kNearest, {}, peers);
    EXPECT_EQ(At(kC, 1001), "-2129496729");
    EXPECT_EQ(At(kC, 1005), "-2147483648") << "below the smallest number";
  }
}

TEST_F(InterpolatorTest, UnknownMetricsAndCountersWithoutNumbersAreSaidToBe) {
  {
    test::ArchiveBuilder archive(base_, Version::k3);
    archive.Metric(
        {.name = "text", .id = kC, .type = Type::kString, .semantics = Semantics::kCounter});
    archive.Metric(
        {.name = "words", .id = kI, .type = Type::kString, .semantics = Semantics::kInstant});
    archive.Record(Sec(1000), {test::Single(kC, "a"), test::Single(kI, "first")});
    archive.Record(Sec(1010), {test::Single(kC, "b"), test::Single(kI, "second")});
  }
  Open(ValueRule::kNearest);
  for (const double t : {1000.0, 1009.0, 1010.0, 1009.0}) {
    ASSERT_TRUE(interpolator_->Fetch(Sec(t), kAll, profile_, result_));
    EXPECT_EQ(result_.sets()[0].status, SetStatus::kNotInterpolable);
    EXPECT_EQ(result_.sets()[2].status, SetStatus::kUnknownMetric);
    const auto words = result_.Values(result_.sets()[1]);
    ASSERT_EQ(words.size(), 1u);
    EXPECT_EQ(UpToNul(AsText(words[0].Payload())), t < 1010 ? "first" : "second")
        << "never the nearer";
  }
}

}  // namespace
}  // namespace fdr
