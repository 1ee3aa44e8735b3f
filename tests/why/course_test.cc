// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/course.h"

#include <gtest/gtest.h>

#include <bit>

namespace fdr::why {
namespace {

const TimeGrid kGrid{{100, 0}, 1, 6};
const Desc kCounter{MetricId(),
                    Type::kU64,
                    InDomId(),
                    Semantics::kCounter,
                    {.dim_time = 1, .scale_time = kMillisecondScale}};

std::string Text(const Line& line) {
  std::string text;
  for (const float value : line)
    text += (std::isnan(value) ? "?" : std::to_string(std::lround(value * 100))) + ' ';
  return text;
}

TEST(Course, ACounterOfTimeIsAShareOfTime) {
  Course course(kCounter, kGrid);
  course.Take(0, 1000);
  course.Take(2, 2000);
  course.Take(3, 2000);
  EXPECT_EQ(Text(course.Finish()), "50 50 0 ? ? ? ");
}

TEST(Course, AResetIsUnknown) {
  Course course(kCounter, kGrid);
  course.Take(0, 1000);
  course.Take(1, 10);
  course.Take(2, 1010);
  EXPECT_EQ(Text(course.Finish()), "? 100 ? ? ? ? ");
}

TEST(Course, APauseIsUnknown) {
  Course course(kCounter, {{100, 0}, 10, 6});
  course.Take(0, 0);
  course.Take(5, 0);
  course.Take(45, 40'000);
  course.Take(55, 50'000);
  EXPECT_EQ(Text(course.Finish()), "0 ? ? ? 100 100 ");
}

// Two records each ten seconds, 0.2 s apart.
TEST(Course, NearRecordsAreNoSignOfAPause) {
  Course course(kCounter, {{100, 0}, 10, 6});
  for (int t = 0; t < 60; t += 10) {
    course.Take(t, static_cast<std::uint64_t>(t) * 500);
    course.Take(t + 0.2, static_cast<std::uint64_t>(t) * 500 + 100);
  }
  EXPECT_EQ(Text(course.Finish()), "50 50 50 50 50 50 ");
}

TEST(Course, AbsurdNumbersAreUnknown) {
  Course course({MetricId(), Type::kDouble, InDomId(), Semantics::kInstant, {}}, kGrid);
  double at = 0;
  for (const double number : {1.0, -3.0, HUGE_VAL, 1e300, std::nan(""), 2.0})
    course.Take(++at, std::bit_cast<std::uint64_t>(number));
  EXPECT_EQ(Text(course.Finish()), "100 ? ? ? ? 200 ");
}

TEST(Course, AnInterruptionIsUnknown) {
  Course course(kCounter, kGrid);
  course.Take(0, 0);
  course.Break();
  course.Take(1, 1000);
  course.Take(2, 2000);
  EXPECT_EQ(Text(course.Finish()), "? 100 ? ? ? ? ");
}

TEST(Course, OtherNumbersHoldUpToTheirSample) {
  const Units kilobytes{.dim_space = 1, .scale_space = 1};
  Course course({MetricId(), Type::kU32, InDomId(), Semantics::kInstant, kilobytes}, kGrid);
  course.Take(1, 2);
  course.Take(3, 4);
  EXPECT_EQ(Text(course.Finish()), "204800 409600 409600 ? ? ? ");
}

TEST(Course, ValuesOutsideOfTheGridAreLeftOut) {
  Course course(kCounter, kGrid);
  course.Take(-5, 0);
  course.Take(-4, 1000);
  course.Take(100, 2000);
  EXPECT_EQ(Text(course.Finish()), "? ? ? ? ? ? ");
}

TEST(Course, AnEmptyGridHasNoLine) {
  Course course(kCounter, {{100, 0}, 1, 0});
  course.Take(0, 0);
  course.Take(1, 1000);
  EXPECT_EQ(Text(course.Finish()), "");
}

}  // namespace
}  // namespace fdr::why
