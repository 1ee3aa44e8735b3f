// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/timeline_cursor.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;

class TimelineCursorTest : public testing::Test {
 protected:
  void Open() {
    auto timeline = Timeline::Open(directory_.path());
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
  }

  // "10" for a record at 10 seconds, "|10" for a mark in that second, "damage" for an error.
  template <class Event>
  static std::string Text(const Result<std::optional<Event>>& event) {
    if (!event) return "damage";
    if (!*event) return "end";
    const std::string second = std::to_string(((*event)->stamp.sec - At(0).sec));
    return ((*event)->is_mark ? "|" : "") + second;
  }
  template <class Step>
  static std::string Walk(Step step) {
    std::string all;
    while (true) {
      const std::string one = Text(step());
      if (one == "end") return all;
      all += (all.empty() ? "" : " ") + one;
      if (one == "damage") return all;
    }
  }
  static std::string Forward(TimelineCursor& cursor) {
    return Walk([&] { return cursor.Next(); });
  }
  static std::string Backward(TimelineCursor& cursor) {
    return Walk([&] { return cursor.Previous(); });
  }
  // Changes a length word of the record in that place.
  void DamageRecord(const std::string& volume, std::size_t record, std::size_t records) {
    ByteBuffer data = test::ReadFile(directory_ / volume);
    const std::size_t size = (data.size() - LabelSize(Version::k3)) / records;
    data.at(LabelSize(Version::k3) + record * size + 3) ^= std::byte{0x40};
    test::WriteFile(directory_ / volume, data);
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
};

TEST_F(TimelineCursorTest, WalksAcrossVolumesAndArchivesWithAMarkBetweenArchives) {
  test::WriteToy(directory_ / "a", "time 0 10 / 20\nx 1 2 / 3 instant\n");
  test::WriteToy(directory_ / "b", "time 30 35 40\nx 1 | 2 instant\n");
  Open();
  TimelineCursor cursor(*timeline_);
  EXPECT_EQ(Forward(cursor), "0 10 20 |20 30 |35 40");
  EXPECT_EQ(Backward(cursor), "40 |35 30 |20 20 10 0");
}

TEST_F(TimelineCursorTest, ASeekStandsBeforeTheTimeOrBehindIt) {
  test::WriteToy(directory_ / "a", "time 0 10 10 20\nx 1 2 3 4 instant\n");
  test::WriteToy(directory_ / "b", "time 30\nx 5 instant\n");
  Open();
  TimelineCursor cursor(*timeline_);
  ASSERT_TRUE(cursor.Seek(At(10)));
  EXPECT_EQ(Forward(cursor), "10 10 20 |20 30");
  ASSERT_TRUE(cursor.SeekAfter(At(10)));
  EXPECT_EQ(Backward(cursor), "10 10 0");
  ASSERT_TRUE(cursor.SeekAfter(At(25)));
  EXPECT_EQ(Text(cursor.Next()), "30") << "the mark is before that time";
  ASSERT_TRUE(cursor.Seek(At(-1)));
  EXPECT_EQ(Text(cursor.Previous()), "end");
}

TEST_F(TimelineCursorTest, DamageIsAnErrorOrForSoundStepsAMark) {
  test::WriteToy(directory_ / "a", "time 0 10 20 30\nx 1 2 3 4 instant\n");
  DamageRecord("a.0", 1, 4);
  Open();
  TimelineCursor exact(*timeline_);
  EXPECT_EQ(Forward(exact), "0 damage");
  ASSERT_TRUE(*exact.SkipDamage(Direction::kForward));
  EXPECT_EQ(Forward(exact), "20 30");
  TimelineCursor sound(*timeline_);
  EXPECT_EQ(Walk([&] { return sound.NextHead(); }), "0 |0 20 30");
  EXPECT_EQ(Walk([&] { return sound.PreviousHead(); }), "30 20 |0 0");
}

TEST_F(TimelineCursorTest, ATornTailIsAnErrorOnlyAtTheEndOfTheTimeline) {
  test::WriteToy(directory_ / "a", "time 0 10\nx 1 2 instant\n");
  const std::string volume = directory_ / "a.0";
  std::filesystem::resize_file(volume, std::filesystem::file_size(volume) - 3);
  Open();
  TimelineCursor alone(*timeline_);
  EXPECT_EQ(Forward(alone), "0 damage");
  test::WriteToy(directory_ / "b", "time 30\nx 3 instant\n");
  Open();
  TimelineCursor first(*timeline_);
  EXPECT_EQ(Forward(first), "0 |0 30");
}

TEST_F(TimelineCursorTest, ABookmarkIsValidInAnotherTimelineWithThatArchive) {
  test::WriteToy(directory_ / "b", "time 30 40\nx 1 2 instant\n");
  Open();
  TimelineCursor cursor(*timeline_);
  ASSERT_TRUE(cursor.Seek(At(40)));
  const TimelineBookmark bookmark = cursor.Bookmark();
  test::WriteToy(directory_ / "a", "time 0 10\nx 1 2 instant\n");
  Open();
  TimelineCursor longer(*timeline_);
  EXPECT_TRUE(*longer.Return(bookmark));
  EXPECT_EQ(Text(longer.Next()), "40");
  EXPECT_FALSE(*longer.Return({directory_ / "c", 0, 0}));
}

}  // namespace
}  // namespace fdr
