// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/hopping_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;

constexpr MetricId kOften = MetricId::Build(60, 0, 1), kRare = MetricId::Build(60, 0, 2);

class HoppingCursorTest : public testing::Test {
 protected:
  void Open(std::string_view picture) {
    test::WriteToy(base_, picture);
    Open();
  }
  void Open() {
    auto timeline = Timeline::Open(base_);
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
  }

  // A record at each of the seconds 0 to `records` - 1, each in a chunk of its own.  kRare is in
  // the records at 3 and 17, and a mark follows the record at 9.
  void WriteLargeRecords(int records) {
    test::ArchiveBuilder archive(base_);
    archive.Metric({.name = "toy.often", .id = kOften, .type = Type::kString});
    archive.Metric({.name = "toy.rare", .id = kRare});
    for (int i = 0; i < records; ++i) {
      std::vector<test::Values> sets = {test::Single(kOften, std::string(20'000, 'x'))};
      if (i == 3 || i == 17) sets.push_back(test::Single(kRare, std::int64_t{1}));
      archive.Record(At(i), sets);
      if (i == 9) archive.Mark(At(9.5));
    }
  }

  static HoppingCursor::Interest In(std::vector<MetricId> metrics) {
    return [metrics = std::move(metrics)](const Metadata& metadata, MetricBits& bits) {
      for (const MetricId id : metrics) SetBit(bits, *metadata.IndexOf(id));
    };
  }

  // The seconds of the events that the cursor steps over up to the end; a mark is "|9.5".
  static std::string Walk(HoppingCursor& cursor, Direction direction,
                          const std::vector<MetricId>& metrics) {
    std::string walked;
    while (true) {
      const auto event = cursor.Step(direction, In(metrics));
      if (!event || !*event) return walked + (event ? "" : event.error().Message());
      if (!walked.empty()) walked += ' ';
      const double seconds = SecondsBetween(At(0), (*event)->stamp);
      walked += (*event)->is_mark ? "|" : "";
      walked += std::to_string(seconds).substr(0, std::to_string(seconds).find('.') + 2);
    }
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  std::unique_ptr<Timeline> timeline_;
};

TEST_F(HoppingCursorTest, FromAnywhereItMovesBehindTheLastEventUpToATime) {
  Open(R"(
    time  0  10  15  20  20  /  30  40
    x     1   2   |   3   4  /   5   6   instant
  )");
  for (int from = -5; from <= 45; from += 5)
    for (int to = -5; to <= 45; to += 5) {
      SCOPED_TRACE(std::to_string(from) + " " + std::to_string(to));
      HoppingCursor cursor(*timeline_);
      ASSERT_TRUE(cursor.MoveBehind(At(from)));
      ASSERT_TRUE(cursor.MoveBehind(At(to)));
      const TimelinePosition here = cursor.position();
      const auto behind = cursor.Step(Direction::kForward, In({}));
      EXPECT_TRUE(!*behind || (*behind)->stamp > At(to));
      ASSERT_TRUE(cursor.MoveTo(here));
      const auto before = cursor.Step(Direction::kBackward, In({}));
      EXPECT_TRUE(!*before || (*before)->stamp <= At(to));
      EXPECT_EQ(before->has_value(), to >= 0);
      EXPECT_EQ(behind->has_value(), to < 40);
    }
}

TEST_F(HoppingCursorTest, WithoutASummaryNoRecordIsLeftOut) {
  WriteLargeRecords(5);
  Open();
  HoppingCursor cursor(*timeline_);
  EXPECT_EQ(Walk(cursor, Direction::kForward, {kRare}), "0.0 1.0 2.0 3.0 4.0");
  EXPECT_EQ(Walk(cursor, Direction::kBackward, {kRare}), "4.0 3.0 2.0 1.0 0.0");
}

TEST_F(HoppingCursorTest, WithASummaryOnlyRecordsOfInterestAndMarksRemain) {
  WriteLargeRecords(20);
  Open();
  ASSERT_TRUE(timeline_->archive(0).Summary(0));
  HoppingCursor cursor(*timeline_);
  EXPECT_EQ(Walk(cursor, Direction::kForward, {kRare}), "3.0 |9.5 17.0");
  EXPECT_EQ(Walk(cursor, Direction::kBackward, {kRare}), "17.0 |9.5 3.0");
  EXPECT_EQ(Walk(cursor, Direction::kForward, {}), "|9.5");
}

TEST_F(HoppingCursorTest, InterestMayChangeFromHopToHop) {
  WriteLargeRecords(20);
  Open();
  ASSERT_TRUE(timeline_->archive(0).Summary(0));
  HoppingCursor cursor(*timeline_);
  const auto rare = cursor.Step(Direction::kForward, In({kRare}));
  EXPECT_EQ((*rare)->stamp, At(3));
  const auto next = cursor.Step(Direction::kForward, In({kOften}));
  EXPECT_EQ((*next)->stamp, At(4));
}

TEST_F(HoppingCursorTest, AHeadOfTheSummaryIsThatOfTheRecord) {
  WriteLargeRecords(3);
  Open();
  HoppingCursor cursor(*timeline_);
  const TimelinePosition start = cursor.position();
  const auto read = cursor.Step(Direction::kForward, In({kOften}));
  const std::uint64_t size = (*read)->body_size;
  ASSERT_TRUE(timeline_->archive(0).Summary(0));
  ASSERT_TRUE(cursor.MoveTo(start));
  const auto known = cursor.Step(Direction::kForward, In({kOften}));
  EXPECT_EQ((*known)->body_size, size);
  EXPECT_EQ((*known)->stamp, At(0));
}

// Making a summary costs more than reading the volume.  So it is made only once an eighth of the
// volume was read and decoded for lack of it, or half of it was read.
TEST_F(HoppingCursorTest, ASummaryIsMadeOnceMuchWasReadInVain) {
  WriteLargeRecords(500);
  Open();
  const Archive& archive = timeline_->archive(0);
  HoppingCursor cursor(*timeline_);
  const auto note = [&](std::uint64_t size) {
    TimelineHead record;
    record.body_size = size;
    cursor.NoteRead(record, true);
  };
  note(*archive.DataEnd(0) / 2 - 1);
  ASSERT_TRUE(cursor.Step(Direction::kForward, In({kRare})));
  EXPECT_FALSE(archive.HasSummary(0));
  note(5);
  ASSERT_TRUE(cursor.Step(Direction::kForward, In({kRare})));
  EXPECT_TRUE(archive.HasSummary(0));
}

TEST_F(HoppingCursorTest, StepsBehindTheFirstOneAreReadInVain) {
  WriteLargeRecords(500);
  Open();
  HoppingCursor cursor(*timeline_);
  const auto step_and_read = [&](MetricId metric) {
    const auto head = cursor.Step(Direction::kForward, In({metric}));
    ASSERT_TRUE(head && *head);
    cursor.NoteRead(**head, false);
  };
  for (int second = 0; second < 150; ++second) {  // fetches that find all in the nearest record
    ASSERT_TRUE(cursor.MoveBehind(At(second)));
    step_and_read(kOften);
  }
  EXPECT_FALSE(timeline_->archive(0).HasSummary(0));
  ASSERT_TRUE(cursor.MoveBehind(At(0)));
  for (int i = 0; i < 150 && !timeline_->archive(0).HasSummary(0); ++i) step_and_read(kOften);
  EXPECT_TRUE(timeline_->archive(0).HasSummary(0));
}

TEST_F(HoppingCursorTest, BetweenTimesThatItWalkedItKnowsThatThereIsNoMark) {
  Open(R"(
    time  0  10  20  25  30  40  50
    x     1   2   3   |   4   5   6   instant
  )");
  HoppingCursor cursor(*timeline_);
  const TimelinePosition start = cursor.position();
  ASSERT_TRUE(cursor.MoveBehind(At(0)));
  ASSERT_TRUE(cursor.MoveBehind(At(5)));
  ASSERT_TRUE(cursor.MoveBehind(At(12)));
  EXPECT_TRUE(cursor.KnowsNoMarkBetween(At(0), At(12)));
  EXPECT_TRUE(cursor.KnowsNoMarkBetween(At(12), At(5))) << "in either order";
  EXPECT_TRUE(cursor.KnowsNoMarkBetween(At(0), At(19))) << "it saw the next record";
  EXPECT_FALSE(cursor.KnowsNoMarkBetween(At(0), At(20))) << "further than it walked";
  ASSERT_TRUE(cursor.MoveBehind(At(32)));
  EXPECT_FALSE(cursor.KnowsNoMarkBetween(At(12), At(32))) << "there is one";
  ASSERT_TRUE(cursor.MoveBehind(At(40)));
  EXPECT_TRUE(cursor.KnowsNoMarkBetween(At(32), At(40)));
  ASSERT_TRUE(cursor.MoveTo(start));
  ASSERT_TRUE(cursor.MoveBehind(At(0)));
  EXPECT_FALSE(cursor.KnowsNoMarkBetween(At(0), At(40))) << "it jumped in between";
}

// The next archive begins with a mark that a walk to an earlier time does not meet.
TEST_F(HoppingCursorTest, ItKnowsOfNoMarkOnlyUpToTheStartOfTheNextArchive) {
  test::WriteToy(directory_ / "a", R"(
    time  0  10  30
    x     1   2   3   instant
  )");
  test::WriteToy(directory_ / "b", R"(
    time  20  40
    x      4   5   instant
  )");
  auto timeline = Timeline::Open(directory_.path());
  ASSERT_TRUE(timeline) << timeline.error().Message();
  HoppingCursor cursor(**timeline);
  ASSERT_TRUE(cursor.MoveBehind(At(5)));
  ASSERT_TRUE(cursor.MoveBehind(At(12)));
  EXPECT_TRUE(cursor.KnowsNoMarkBetween(At(5), At(19)));
  EXPECT_FALSE(cursor.KnowsNoMarkBetween(At(5), At(20)));
}

TEST_F(HoppingCursorTest, AStampThatGoesBackIsSeenAheadInEitherDirection) {
  test::WriteToy(base_, R"(
    time  0  10  20  30
    x     1   2   3   4   instant
  )");
  // The records at 10 and 20 exchange their stamps.
  ByteBuffer data = test::ReadFile(base_ + ".0");
  const std::size_t first = LabelSize(Version::k3), size = (data.size() - first) / 4;
  const auto stamp = data.begin() + static_cast<std::ptrdiff_t>(first + size + kFrameLengthSize);
  std::swap_ranges(stamp, stamp + 12, stamp + static_cast<std::ptrdiff_t>(size));
  test::WriteFile(base_ + ".0", data);
  Open();
  HoppingCursor cursor(*timeline_);
  const auto step = [&](Direction direction) { return (*cursor.Step(direction, In({})))->stamp; };
  EXPECT_EQ(step(Direction::kForward), At(0));
  EXPECT_TRUE(*cursor.GoesOnInOrder(Direction::kForward, At(0)));
  EXPECT_EQ(step(Direction::kForward), At(20));
  const TimelinePosition here = cursor.position();
  EXPECT_FALSE(*cursor.GoesOnInOrder(Direction::kForward, At(20)));
  EXPECT_EQ(cursor.position(), here) << "a look moves nothing";
  EXPECT_EQ(step(Direction::kForward), At(10));
  EXPECT_EQ(step(Direction::kBackward), At(10));
  EXPECT_FALSE(*cursor.GoesOnInOrder(Direction::kBackward, At(10)));
  EXPECT_EQ(step(Direction::kBackward), At(20));
  EXPECT_TRUE(*cursor.GoesOnInOrder(Direction::kBackward, At(20)));
}

}  // namespace
}  // namespace fdr
