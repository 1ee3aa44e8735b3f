// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/mark_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr MetricId kMarkedMetric = MetricId::Build(60, 0, 1);
constexpr std::int64_t kSecond = kNanosPerSecond;

class MarkFilterTest : public testing::Test {
 protected:
  // Records at whole tens, marks at other times.
  void Write(const std::vector<double>& stamps) {
    test::ArchiveBuilder archive(directory_ / "m");
    archive.Metric({.name = "toy.c", .id = kMarkedMetric});
    for (const double t : stamps) {
      if (std::fmod(t, 10) == 0)
        archive.Record(At(t), {test::Single(kMarkedMetric, std::int64_t{1})});
      else
        archive.Mark(At(t));
    }
    archive.Close();
  }

  // Whether each mark is ignored ('y' or 'n'), in a walk forward and then backward.
  std::string Ignored(std::int64_t up_to) {
    const auto timeline = Timeline::Open(directory_ / "m");
    EXPECT_TRUE(timeline) << timeline.error().Message();
    MarkFilter filter(**timeline, {up_to});
    TimelineCursor cursor(**timeline);
    std::string all;
    const auto step = [&](bool forward) {
      const auto event = forward ? cursor.NextHead() : cursor.PreviousHead();
      if (!event || !*event) return false;
      if ((*event)->is_mark) all += *filter.Ignores(cursor.position()) ? 'y' : 'n';
      return true;
    };
    while (step(true)) continue;
    all += ' ';
    while (step(false)) continue;
    return all;
  }

  test::TempDirectory directory_;
};

TEST_F(MarkFilterTest, ARunOfMarksCountsOrNotAsOne) {
  Write({1000, 1005, 1010, 1011, 1012, 1013, 1040, 1041, 1050});
  EXPECT_EQ(Ignored(-1), "nnnnn nnnnn");
  EXPECT_EQ(Ignored(10 * kSecond - 1), "nnnnn nnnnn");
  EXPECT_EQ(Ignored(10 * kSecond), "ynnny ynnny");
  EXPECT_EQ(Ignored(30 * kSecond), "yyyyy yyyyy");
}

TEST_F(MarkFilterTest, WithoutARecordOnOneSideAMarkCountsUnlessNoneDoes) {
  Write({995, 1000, 1005, 1010, 1015, 1016});
  EXPECT_EQ(Ignored(MarkRule::kIgnoreAll - 1), "nynn nnyn");
  EXPECT_EQ(Ignored(MarkRule::kIgnoreAll), "yyyy yyyy");
}

TEST_F(MarkFilterTest, BeforeARecordThatIsNotAllThereALastMarkCounts) {
  Write({1000, 1005, 1010, 1015, 1020});
  const std::string volume = directory_ / "m.0";
  std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 3);
  EXPECT_EQ(Ignored(60 * kSecond), "yn ny");
}

// The filter looks at each mark once.
TEST_F(MarkFilterTest, ManyMarksInARowCostNoMoreThanTheirNumber) {
  std::vector<double> stamps = {1000};
  for (int i = 0; i < 50'000; ++i) stamps.push_back(1001 + i * 1e-5);
  stamps.push_back(1010);
  Write(stamps);
  const std::string each(50'000, 'y');
  EXPECT_EQ(Ignored(10 * kSecond), each + " " + each);
}

}  // namespace
}  // namespace fdr
