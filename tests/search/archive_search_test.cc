// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/archive_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/search/condition.h"
#include "fdr/replay/search/instance_names.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kSecond = kNanosPerSecond;

class ArchiveSearchTest : public ::testing::Test {
 protected:
  struct Options {
    std::int64_t start = 0, end = 9999, step = 0, shortest = 0;
  };

  // The stretches: "1010-1020 x3 max 5@1015 [inst0] gap; ..."
  std::string Found(const char* picture, const std::string& where, Options options) {
    const TempDirectory directory;
    WriteToy(directory / "toy", picture);
    ReplayOptions replay;
    replay.watch_gaps = true;
    const auto context = *ArchiveContext::Open(directory / "toy", replay);
    const DerivedTable table(DeriveRules::kQuantities);
    const auto condition = BindCondition(*ParseCondition(where, table.rules()), *context, table);
    if (!condition) return condition.error().what;
    InstanceNames names(*context, condition->desc().indom);
    std::string found;
    const auto add = [&](const Stretch& stretch) {
      found += fmt::format("{}-{} x{}", stretch.start.sec - kEpoch, stretch.end.sec - kEpoch,
                           stretch.samples);
      if (const auto& extreme = stretch.extremes[0])
        found += fmt::format(" {}@{}", extreme->value, extreme->stamp.sec - kEpoch);
      if (!condition->desc().indom.IsNull())
        found += " " + names.NameOf(stretch.instance, stretch.start);
      if (stretch.why != StretchEnd::kCondition)
        found += stretch.why == StretchEnd::kGap ? " gap" : " end";
      found += "; ";
    };
    const SearchWindow window{{std::max(kEpoch + options.start, context->label().start.sec), 0},
                              {kEpoch + options.end, 0},
                              options.step * kSecond,
                              options.shortest * kSecond};
    ArchiveSearch search(*context, *condition, window, add);
    while (*search.Step()) {
    }
    search.Finish();
    return found;
  }
  std::string Found(const char* picture, const std::string& where) {
    return Found(picture, where, Options());
  }
};

TEST_F(ArchiveSearchTest, AStretchReachesFromTheFirstTrueSampleToTheLast) {
  constexpr const char* kPicture = R"(
time  1000 1010 1020 1030 1040 1050 1060
x        1    7    9    8    2    6    6 instant u32
)";
  EXPECT_EQ(Found(kPicture, "x > 5"), "1010-1030 x3 9@1020; 1050-1060 x2 6@1050 end; ");
  EXPECT_EQ(Found(kPicture, "x < 5"), "1000-1000 x1 1@1000; 1040-1040 x1 2@1040; ");
  EXPECT_EQ(Found(kPicture, "!(x > 5)"), "1000-1000 x1 1@1000; 1040-1040 x1 2@1040; ");
  EXPECT_EQ(Found(kPicture, "x > 50"), "");
  EXPECT_EQ(Found(kPicture, "x > 5", {.shortest = 20}), "1010-1030 x3 9@1020; ");
  EXPECT_EQ(Found(kPicture, "x > 5", {.shortest = 21}), "");
  EXPECT_EQ(Found(kPicture, "x > 5", {.start = 1015, .end = 1055}),
            "1020-1030 x2 9@1020; 1050-1050 x1 6@1050 end; ");
}

TEST_F(ArchiveSearchTest, EachInstanceHasItsStretches) {
  EXPECT_EQ(Found(R"(
time  1000 1010 1020 1030 1040
y[0]     7    7    7    1    1 instant u32
y[1]     1    8    1    8    . instant u32
y[2]     9    -    -    9    9 instant u32
)",
                  "y > 5"),
            "1000-1020 x3 7@1000 inst0; 1000-1000 x1 9@1000 inst2; 1010-1010 x1 8@1010 inst1; "
            "1030-1030 x1 8@1030 inst1; 1030-1040 x2 9@1030 inst2 end; ");
}

TEST_F(ArchiveSearchTest, AMarkEndsAStretchAndStartsRatesAgain) {
  constexpr const char* kPicture = R"(
time  1000 1010 1015 1020 1030 1040
c      100  200    |  900 1000 1100 counter u64
x        7    7    |    7    7    7 instant u32
)";
  EXPECT_EQ(Found(kPicture, "x > 5"), "1000-1010 x2 7@1000 gap; 1020-1040 x3 7@1020 end; ");
  EXPECT_EQ(Found(kPicture, "rate(c) > 1"), "1010-1010 x1 10@1010 gap; 1030-1040 x2 10@1030 end; ");
  EXPECT_EQ(Found(kPicture, "x > 5", {.step = 10}),
            "1000-1010 x2 7@1000 gap; 1020-1040 x3 7@1020 end; ");
}

TEST_F(ArchiveSearchTest, AMetricThatARecordDoesNotHaveKeepsItsValues) {
  constexpr const char* kPicture = R"(
time  1000 1010 1020 1030 1040 1045 1050
a        1    .    3    .    .    |    . instant u32
b        .    7    .    8    .    |    8 instant u32
c      100    .  300    .  500    |    . counter u64
)";
  EXPECT_EQ(Found(kPicture, "a > 2 && b > 5"), "1020-1030 x2 3@1020 gap; ");
  // A rate stays as it is until its counter has a new value.
  EXPECT_EQ(Found(kPicture, "rate(c) > 5 && b > 5"), "1020-1040 x3 10@1020 gap; ");
  EXPECT_EQ(Found(kPicture, "rate(c) == 0 && b > 5"), "");
}

// No record behind the mark has the metric, so the walk meets the mark at its end.
TEST_F(ArchiveSearchTest, AMarkWithoutALaterValueEndsAStretch) {
  constexpr const char* kPicture = R"(
time  1000 1010 1015 1020 1030
x        7    7    |    .    . instant u32
b        1    1    |    1    1 instant u32
)";
  EXPECT_EQ(Found(kPicture, "x > 5"), "1000-1010 x2 7@1000 gap; ");
  EXPECT_EQ(Found(kPicture, "x > 5", {.end = 1010}), "1000-1010 x2 7@1000 end; ");
}

TEST_F(ArchiveSearchTest, ASearchSaysHowFarItIsFromAnyStretch) {
  const TempDirectory directory;
  WriteToy(directory / "toy", R"(
time  1000 1010 1020 1030
x        7    9    -    1 instant u32
)");
  const auto context = *ArchiveContext::Open(directory / "toy");
  const DerivedTable table(DeriveRules::kQuantities);
  const auto condition = BindCondition(*ParseCondition("x > 5", table.rules()), *context, table);
  ASSERT_TRUE(condition) << condition.error().what;
  ArchiveSearch search(*context, *condition, {At(1000), At(1030), 0, 60 * kSecond},
                       [](const Stretch&) { ADD_FAILURE() << "all are shorter"; });
  EXPECT_EQ(search.samples(), 0u);
  EXPECT_FALSE(search.longest_left_out());
  while (*search.Step()) {
  }
  search.Finish();
  EXPECT_EQ(search.samples(), 3u);
  EXPECT_EQ(search.longest_left_out(), 10);
  ASSERT_EQ(search.extremes().size(), 1u);
  EXPECT_EQ(search.extremes()[0]->value, 9);
  EXPECT_EQ(search.extremes()[0]->stamp, At(1010));
}

TEST_F(ArchiveSearchTest, AnInstanceWithoutAValueIsUnknown) {
  EXPECT_EQ(Found(R"(
time  1000 1010 1020 1030
x        7    -    7    ! instant u32
z        1    1    1    1 instant u32
)",
                  "x > 5"),
            "1000-1000 x1 7@1000; 1020-1020 x1 7@1020; ");
}

TEST_F(ArchiveSearchTest, TheWindowBeginsWithWhatIsKnownBefore) {
  constexpr const char* kPicture = R"(
time  1000 1010 1020 1030
n        4    .    .    . discrete u32
c      100  200  300  400 counter u64
x        1    9    9    9 instant u32
)";
  EXPECT_EQ(Found(kPicture, "x > 2 * n", {.start = 1015}), "1020-1030 x2 9@1020 end; ");
  EXPECT_EQ(Found(kPicture, "rate(c) > 5", {.start = 1015}), "1020-1030 x2 10@1020 end; ");
  EXPECT_EQ(Found(kPicture, "rate(c) > 5", {.start = 1010, .step = 10}),
            "1010-1030 x3 10@1010 end; ");
  constexpr const char* kWithGap = R"(
time  1000 1010 1020 1030
n        4    |    .    . discrete u32
x        1    |    9    9 instant u32
)";
  EXPECT_EQ(Found(kWithGap, "x > 2 * n", {.start = 1015}), "");
}

TEST_F(ArchiveSearchTest, InstancesAreChosenByName) {
  constexpr const char* kPicture = R"(
time  1000 1010 1020
y[0]     7    1    7 instant u32
y[1]     7    7    7 instant u32
)";
  EXPECT_EQ(Found(kPicture, "y[inst1] > 5"), "1000-1020 x3 7@1000 inst1 end; ");
  EXPECT_EQ(Found(kPicture, "matchinst(/0/, y) > 5"),
            "1000-1000 x1 7@1000 inst0; 1020-1020 x1 7@1020 inst0 end; ");
  EXPECT_EQ(Found(kPicture, "sum(y) > 10"), "1000-1000 x1 14@1000; 1020-1020 x1 14@1020 end; ");
}

}  // namespace
}  // namespace fdr::test
