// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thin_stage.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <random>
#include <sstream>

#include "fdr/tests/replay/copy/thin/thin_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/soak.h"

namespace fdr {
namespace {

using test::ToyMetric;

constexpr std::int64_t kSecond = kNanosPerSecond;

class ThinStageTest : public testing::Test {
 protected:
  // c, C, n: counters of 32 bits; p: one of an agent that has events; d: of 64; f, g: real ones. i,
  // I: instantaneous; x, X: discrete. s, S: strings.  e: events.  Capitals have instances.
  std::string Thin(const std::string& records, std::int64_t interval = 10 * kSecond) {
    options_.interval = interval;
    test::ToySink sink;
    ThinStage stage(options_, sink);
    test::ToyFeed feed(stage);
    feed.Metric('c', Type::kU32, Semantics::kCounter);
    feed.Metric('C', Type::kU32, Semantics::kCounter);
    feed.Metric('n', Type::k32, Semantics::kCounter);
    feed.Metric('d', Type::kU64, Semantics::kCounter);
    feed.Metric('l', Type::k64, Semantics::kCounter);
    feed.Metric('f', Type::kFloat, Semantics::kCounter);
    feed.Metric('g', Type::kDouble, Semantics::kCounter);
    feed.Metric('i', Type::k32, Semantics::kInstant);
    feed.Metric('I', Type::kDouble, Semantics::kInstant);
    feed.Metric('x', Type::kU64, Semantics::kDiscrete);
    feed.Metric('X', Type::kU32, Semantics::kDiscrete);
    feed.Metric('s', Type::kString, Semantics::kDiscrete);
    feed.Metric('S', Type::kString, Semantics::kInstant);
    feed.Metric('p', Type::kU32, Semantics::kCounter);
    feed.Metric('e', Type::kEvent, Semantics::kInstant);
    feed.Feed(records);
    feed.End();
    EXPECT_TRUE(sink.ended());
    EXPECT_EQ(sink.DescOf(ToyMetric('c')).type, Type::kU64);
    EXPECT_EQ(sink.DescOf(ToyMetric('n')).type, Type::k64);
    EXPECT_EQ(sink.DescOf(ToyMetric('p')).type, Type::kU32);
    EXPECT_EQ(sink.DescOf(ToyMetric('i')).type, Type::k32);
    EXPECT_EQ(sink.DescOf(ToyMetric('X')).type, Type::kU32);
    return sink.text();
  }

  ThinStage::Options options_;
};

TEST_F(ThinStageTest, CountersAreOnTheLineAndOthersAreTheirLastValues) {
  EXPECT_EQ(Thin("0 c=0 i=1; 4 c=8 i=2; 8 c=16 i=3; 12 c=32 i=4; 16 c=48 i=5; 20 c=50 i=6"),
            "0 c=0 i=1; 10 c=24 i=3; 20 c=50 i=6");
}

TEST_F(ThinStageTest, TheEndOfTheInputIsKept) {
  EXPECT_EQ(Thin("0 c=0 i=1; 4 c=8 i=2; 12 c=32 i=4; 13 c=33 i=9"),
            "0 c=0 i=1; 10 c=26 i=2; 13 c=33 i=9");
}

TEST_F(ThinStageTest, WhatIsRecordedMoreSeldomThanTheGridIsCopied) {
  const std::string records = "0 c=0 i=1; 10 c=10 i=2; 20.5 c=24 i=4; 30 c=25 i=9";
  EXPECT_EQ(Thin(records, kSecond), records);
  EXPECT_EQ(Thin(records, 1), records);
  EXPECT_EQ(Thin(records, 9 * kSecond), records);
}

TEST_F(ThinStageTest, ARecorderMayBeALittleLate) {
  EXPECT_EQ(Thin("0 c=0; 10.2 c=10; 20.1 c=20; 30.3 c=30; 40.1 c=40"),
            "0 c=0; 20 c=20; 30 c=30; 40 c=40; 40.1 c=40");
}

TEST_F(ThinStageTest, NothingIsOnALineAcrossAMark) {
  EXPECT_EQ(
      Thin("0 c=0 i=0; 4 c=4 i=4; 6 c=6 i=6; 8 mark; 12 c=100 i=1; 14 c=102 i=2; 24 c=112 i=3"),
      "0 c=0 i=0; 6 c=6 i=6; 8 mark; 12 c=100 i=1; 20 c=108 i=2; 24 c=112 i=3");
}

TEST_F(ThinStageTest, NothingIsOnALineAcrossAHole) {
  EXPECT_EQ(Thin("0 c=0; 5 c=5; 8 c=8; 95 c=9; 99 c=13; 102 c=16"),
            "0 c=0; 8 c=8; 95 c=9; 100 c=14; 102 c=16");
}

TEST_F(ThinStageTest, MetricsOfOtherIntervalsHaveTheirOwnTimes) {
  EXPECT_EQ(Thin("0 c=0 i=0; 5 c=5; 10 c=10; 15 c=15; 20 c=20; 25 c=25; 30 c=30 i=3; 35 c=35"),
            "0 c=0 i=0; 10 c=10; 20 c=20; 30 i=3 c=30; 35 c=35");
}

TEST_F(ThinStageTest, WrapsAreAddedUp) {
  EXPECT_EQ(Thin("0 c=4294967290; 5 c=4; 10 c=10; 15 c=4000000000; 20 c=30"),
            "0 c=4294967290; 10 c=4294967306; 20 c=8589934622");
  EXPECT_EQ(Thin("0 n=2147483646; 8 n=-2147483648; 12 n=-2147483644"),
            "0 n=2147483646; 10 n=2147483650; 12 n=2147483652");
}

// It may be a parameter of events, and has the type of the metric there.
TEST_F(ThinStageTest, ACounterOfAnAgentWithEventsKeepsItsType) {
  EXPECT_EQ(Thin("0 p=4294967290; 8 p=4294967294; 12 p=2; 18 p=10; 22 p=14; 24 p=1"),
            "0 p=4294967290; 10 p=0; 20 p=12; 22 p=14; 24 p=1");
}

TEST_F(ThinStageTest, AResetIsAPair) {
  EXPECT_EQ(Thin("0 c=100; 2 c=102; 4 c=104; 6 c=1; 8 c=3; 12 c=7; 22 c=17"),
            "0 c=100; 4 c=104; 6 c=1; 10 c=5; 20 c=15; 22 c=17");
}

TEST_F(ThinStageTest, AResetBetweenTwoIntervals) {
  EXPECT_EQ(Thin("0 c=100; 8 c=108; 12 c=1; 18 c=7; 22 c=11"),
            "0 c=100; 8 c=108; 12 c=1; 20 c=9; 22 c=11");
}

TEST_F(ThinStageTest, AResetAtATimeOfTheGrid) {
  EXPECT_EQ(Thin("0 c=100; 5 c=105; 10 c=1; 15 c=6; 20 c=11"), "0 c=100; 5 c=105; 10 c=1; 20 c=11");
  EXPECT_EQ(Thin("0 c=100; 5 c=105; 10 c=110; 15 c=6; 20 c=11"),
            "0 c=100; 10 c=110; 15 c=6; 20 c=11");
}

TEST_F(ThinStageTest, TheOtherInstancesOfAPairAreThereToo) {
  EXPECT_EQ(Thin("0 C:0=100 C:1=0; 4 C:0=104 C:1=4; 6 C:0=1 C:1=6; 20 C:0=15 C:1=20"),
            "0 C:0=100 C:1=0; 4 C:0=104 C:1=4; 6 C:0=1 C:1=6; 20 C:0=15 C:1=20");
}

TEST_F(ThinStageTest, IntegersAreExact) {
  EXPECT_EQ(Thin("0 d=9007199254740993; 8 d=9007199254740995; 12 d=9007199254740999"),
            "0 d=9007199254740993; 10 d=9007199254740997; 12 d=9007199254740999");
  EXPECT_EQ(Thin("0 d=0; 8 d=1; 12 d=18446744073709551615"),
            "0 d=0; 10 d=9223372036854775808; 12 d=18446744073709551615");
  EXPECT_EQ(Thin("0 l=-9223372036854775807; 5 l=-9223372036854775805; 15 l=9223372036854775807"),
            "0 l=-9223372036854775807; 10 l=1; 15 l=9223372036854775807");
}

TEST_F(ThinStageTest, RealNumbersMayBeCounters) {
  EXPECT_EQ(Thin("0 f=0.5 g=0.5; 8 f=2 g=2; 12 f=3 g=4; 14 f=1 g=nan"),
            "0 f=0.5 g=0.5; 10 f=2.5 g=3; 12 f=3 g=4; 14 f=1 g=nan");
}

TEST_F(ThinStageTest, AnInstanceThatGoesHasItsLastValue) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=0; 4 C:0=4 C:1=9; 8 C:0=8; 12 C:0=12; 20 C:0=20"),
            "0 C:0=0 C:1=0; 10 C:0=10 C:1=9; 20 C:0=20");
}

TEST_F(ThinStageTest, AnInstanceThatGoesIsNotOnALine) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=0; 8 C:0=8 C:1=9; 12 C:0=12; 20 C:0=20"),
            "0 C:0=0 C:1=0; 10 C:0=10 C:1=9; 20 C:0=20");
}

TEST_F(ThinStageTest, AnInstanceThatComesIsThereWhenItHasAValue) {
  EXPECT_EQ(Thin("0 C:1=0; 8 C:1=8; 12 C:0=2 C:1=12; 18 C:0=8 C:1=18; 22 C:0=12 C:1=22"),
            "0 C:1=0; 10 C:1=10; 20 C:0=10 C:1=20; 22 C:0=12 C:1=22");
}

TEST_F(ThinStageTest, AnInstanceThatGoesAndComesBackIsThereOnce) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=1; 3 C:0=3 C:1=4; 6 C:0=6; 9 C:0=9 C:1=7; 12 C:0=12 C:1=10"),
            "0 C:0=0 C:1=1; 10 C:0=10 C:1=8; 12 C:0=12 C:1=10");
}

TEST_F(ThinStageTest, AnInstanceThatBeginsAgainWhileItIsGoneIsAPair) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=1; 3 C:0=3 C:1=4; 6 C:0=6; 9 C:0=9 C:1=2; 12 C:0=12 C:1=5"),
            "0 C:0=0 C:1=1; 6 C:0=6 C:1=4; 9 C:0=9 C:1=2; 10 C:0=10 C:1=3; 12 C:0=12 C:1=5");
}

TEST_F(ThinStageTest, AnInstanceThatComesBackHasItsWrapsStill) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=4294967290; 10 C:0=10 C:1=4; 20 C:0=20; 30 C:0=30 C:1=9; 40 C:0=40"),
            "0 C:0=0 C:1=4294967290; 10 C:0=10 C:1=4294967300; 20 C:0=20; "
            "30 C:0=30 C:1=4294967305; 40 C:0=40");
  EXPECT_EQ(Thin("0 C:0=0 C:1=4294967290; 10 C:0=10; 20 C:0=20 C:1=4; 30 C:0=30 C:1=3"),
            "0 C:0=0 C:1=4294967290; 10 C:0=10; 20 C:0=20 C:1=4294967300; 30 C:0=30 C:1=3");
  EXPECT_EQ(
      Thin("0 C:0=0 C:1=4294967290; 10 C:0=10 C:1=4; 20 C:0=20; 25 mark; 30 C:0=30 C:1=9"),
      "0 C:0=0 C:1=4294967290; 10 C:0=10 C:1=4294967300; 20 C:0=20; 25 mark; 30 C:0=30 C:1=9");
}

TEST_F(ThinStageTest, InstancesInAnotherOrder) {
  EXPECT_EQ(Thin("0 C:0=0 C:1=10; 8 C:1=18 C:0=8; 12 C:0=12 C:1=22"),
            "0 C:0=0 C:1=10; 10 C:1=20 C:0=10; 12 C:0=12 C:1=22");
}

TEST_F(ThinStageTest, WhatIsDiscreteIsThereIfItChanges) {
  EXPECT_EQ(Thin("0 x=1 s=a; 5 x=1 s=a; 9 x=2 s=b; 11 x=1 s=b; 15 x=2 s=b; 21 x=3 s=c"),
            "0 x=1 s=a; 10 x=2 s=b; 21 x=3 s=c");
  EXPECT_EQ(Thin("0 x=1 s=a; 50 x=1 s=a; 90 x=1 s=b; 95 mark; 100 x=1 s=b"),
            "0 x=1 s=a; 90 s=b; 95 mark; 100 x=1 s=b");
}

TEST_F(ThinStageTest, ADiscreteSetIsWhole) {
  EXPECT_EQ(Thin("0 X:0=1 X:1=2; 5 X:0=1 X:1=3; 11 X:0=1 X:1=3; 15 X:1=3; 25 X:1=3; 30 X:1=3"),
            "0 X:0=1 X:1=2; 10 X:0=1 X:1=3; 30 X:1=3");
}

TEST_F(ThinStageTest, StringsOfInstances) {
  EXPECT_EQ(Thin("0 S:0=a S:1=b; 4 S:1=c S:2=d; 8 S:2=e; 12 S:0=f S:2=e; 19 S:0=f S:2=e"),
            "0 S:0=a S:1=b; 10 S:1=c S:2=e; 19 S:0=f S:2=e");
}

TEST_F(ThinStageTest, EventsAreAllKept) {
  EXPECT_EQ(Thin("0 e=a i=1; 3 e=b i=2; 4 e=c; 12 e=d i=3; 12 e=x; 13 e=y"),
            "0 e=a i=1; 3 e=b; 4 e=c; 10 i=2; 12 e=d i=3; 12 e=x; 13 e=y");
}

TEST_F(ThinStageTest, SetsWithoutValuesSayNothing) {
  EXPECT_EQ(Thin("0 c=0 i=3; 4 c! i!; 8 c=8 i!; 10 i!; 12 c=12; 14 c!"),
            "0 c=0 i=3; 10 c=10; 12 c=12");
}

TEST_F(ThinStageTest, RecordsOfOneStamp) {
  EXPECT_EQ(Thin("0 c=0; 0 i=1; 8 i=2; 8 c=8 i=3; 12 i=4; 12 c=12"),
            "0 c=0 i=1; 10 i=3 c=10; 12 c=12 i=4");
  EXPECT_EQ(Thin("0 i=1; 0 i=2; 50 i=3; 50 i=4"), "0 i=1; 0 i=2; 50 i=3; 50 i=4");
}

TEST_F(ThinStageTest, ASetThatIsNotWrittenIsNoMark) {
  EXPECT_EQ(Thin("0 x=1; 50 x=1; 50 x=2"), "0 x=1; 50 x=2");
  EXPECT_EQ(Thin("0 s=a; 50 s=a; 50 s=b; 90 s=b"), "0 s=a; 50 s=b");
}

// What comes late seems to have gone at first.  At a time of the grid, it has its last value.
TEST_F(ThinStageTest, RecordsThatAreOneSample) {
  EXPECT_EQ(Thin("0 C:0=0; 0.000001 C:1=5; 8 C:0=8 C:1=13; 12 C:0=12; 12.000001 C:1=17; 20 C:0=20 "
                 "C:1=25"),
            "0 C:0=0; 0 C:1=5 C:0=0; 10 C:0=10 C:1=13; 20 C:0=20 C:1=25");
}

TEST_F(ThinStageTest, MetadataStayInFrontOfTheirRecords) {
  EXPECT_EQ(Thin("0 domain; 0 i=1; 3 domain; 3 i=2; 11 domain; 11 i=3; 12 domain; 13 mark; 14 "
                 "domain; 15 i=4; 16 domain"),
            "0 domain; 0 i=1; 3 domain; 10 i=2; 11 domain; 11 i=3; 12 domain; 13 mark; 14 domain; "
            "15 i=4; 16 domain");
}

TEST_F(ThinStageTest, TheGridBeginsWhereItIsTold) {
  options_.origin = test::At(3);
  EXPECT_EQ(Thin("5 c=0; 9 c=4; 12 c=7; 16 c=11; 24 c=19"), "5 c=0; 13 c=8; 23 c=18; 24 c=19");
  options_.origin = test::At(1003);
  EXPECT_EQ(Thin("5 c=0; 9 c=4; 12 c=7; 16 c=11; 24 c=19"), "5 c=0; 13 c=8; 23 c=18; 24 c=19");
}

TEST_F(ThinStageTest, IntervalsOfNanosecondsCostNothing) {
  EXPECT_EQ(Thin("0 c=0; 1000000 c=5; 2000000 c=8", 1), "0 c=0; 1e+06 c=5; 2e+06 c=8");
}

TEST_F(ThinStageTest, ACenturyIsAnInterval) {
  EXPECT_EQ(Thin("0 c=0; 10 c=10; 1000000 c=20", kLongestThinInterval), "0 c=0; 1e+06 c=20");
}

// An unfinished stretch would make everything wait for it: then its last sample is kept, too.
TEST_F(ThinStageTest, WhatWaitsIsBounded) {
  std::string records = "0 c=0 e=a; 1 c=1";
  for (int second = 2; second < 100; ++second) records += fmt::format("; {} e=b", second);
  records += "; 110 c=9; 1200 c=10";
  options_.most_held = 200;
  const std::string thinned = Thin(records, 1000 * kSecond);
  EXPECT_TRUE(thinned.starts_with("0 c=0 e=a; 1 c=1; 2 e=b;")) << thinned;
  EXPECT_TRUE(thinned.ends_with("99 e=b; 110 c=9; 1200 c=10")) << thinned;
}

TEST_F(ThinStageTest, MetadataThatWaitAreBoundedToo) {
  std::string records = "0 c=0; 1 c=1", metadata;
  for (int second = 2; second < 100; ++second) metadata += fmt::format("; {} domain", second);
  options_.most_held = 200;
  EXPECT_EQ(Thin(records + metadata + "; 110 c=9", 1000 * kSecond),
            records + metadata + "; 110 c=9");
}

// Each second has 500 new instances.
TEST_F(ThinStageTest, InstancesThatHaveGoneAreBoundedToo) {
  std::string records;
  for (int second = 0; second < 12; ++second) {
    records += fmt::format("{}{} ", second == 0 ? "" : "; ", second);
    for (int i = 0; i < 500; ++i) records += fmt::format("C:{}=1 ", second * 1000 + i);
  }
  const std::string thinned = Thin(records, 1000 * kSecond);
  EXPECT_EQ(std::count(thinned.begin(), thinned.end(), ';'), 2) << "at 0, 10 and 11 seconds";
  EXPECT_EQ(std::count(thinned.begin(), thinned.end(), '='), 6000);
}

TEST_F(ThinStageTest, AnythingThinnedTwiceIsAsOnce) {
  std::string records;
  for (int second = 0; second <= 100; ++second)
    records += fmt::format("{} c={} i={} x={};", second, second * second, second, second / 7);
  const std::string once = Thin(records, 10 * kSecond);
  EXPECT_EQ(Thin(once, 10 * kSecond), once);
  EXPECT_EQ(Thin(once, 20 * kSecond), Thin(records, 20 * kSecond));
}

// Steps, wraps, resets, marks, holes, and instances that come and go.
std::string RandomRecords(std::mt19937& random) {
  const auto roll = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
  std::string records;
  std::uint32_t counter = random() % 2 == 0 ? 4'000'000'000U : 5;
  double second = 0;
  for (unsigned i = 0; i < 60; ++i) {
    second += roll(20) == 0 ? 15 + roll(40) : 0.5 + 0.5 * roll(8);
    records += fmt::format("{}{}", i == 0 ? "" : "; ", second);
    if (roll(25) == 0) {
      records += " mark";
      continue;
    }
    if (roll(25) == 0)
      counter = roll(50);
    else
      counter += roll(4) == 0 ? 200'000'000 + roll(1000) : roll(1000);
    records += fmt::format(" c={} i={} x={} s={}", counter, roll(9), roll(2), roll(3));
    for (unsigned instance = 0; instance < 4; ++instance)
      if (roll(3) != 0) records += fmt::format(" C:{}={}", instance, i * 10 + roll(9));
  }
  return records;
}

// Sets have no order.
std::string Sorted(const std::string& records) {
  std::string text;
  std::istringstream in(records);
  for (std::string record; std::getline(in, record, ';');) {
    std::istringstream parts(record);
    std::vector<std::string> words{std::istream_iterator<std::string>(parts), {}};
    std::sort(words.begin() + 1, words.end());
    for (const std::string& word : words) text += word + ' ';
    text += "\n";
  }
  return text;
}

// By how much "c" grows in all, between marks and resets.
double GrowthIn(const std::string& records) {
  constexpr double kRange = 4294967296, kHalf = 2147483648;
  double sum = 0;
  double last = std::nan("");  // which is neither more nor less than a value
  std::istringstream in(records);
  for (std::string record; std::getline(in, record, ';');) {
    if (record.ends_with("mark")) last = std::nan("");
    const std::size_t at = record.find(" c=");
    if (at == std::string::npos) continue;
    const double value = std::strtod(record.c_str() + at + 3, nullptr);
    if (value >= last) sum += value - last;
    if (last - value > kHalf && last < kRange) sum += value - last + kRange;
    last = value;
  }
  return sum;
}

TEST_F(ThinStageTest, NoGrowthIsLostAndTwiceIsAsOnce) {
  std::mt19937 random(1);
  const int rounds = test::IsSoak() ? 2000 : 20;
  options_.origin = test::At(0);
  for (int round = 0; round < rounds; ++round) {
    const std::string records = RandomRecords(random);
    for (const std::int64_t seconds : {1, 10, 37}) {
      const std::string once = Thin(records, seconds * kSecond);
      ASSERT_EQ(GrowthIn(once), GrowthIn(records)) << records << "\n" << once;
      // It has 64 bits now.
      const std::string wide = test::Renamed(once, {{" c=", " d="}});
      ASSERT_EQ(Sorted(Thin(wide, seconds * kSecond)), Sorted(wide)) << records;
    }
  }
}

}  // namespace
}  // namespace fdr
