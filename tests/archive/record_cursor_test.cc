// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_cursor.h"
#include "fdr/archive/base/memory_source.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <random>

#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
constexpr MetricId kMetric = MetricId::Build(60, 0, 1);

// Writes archives with records at the given seconds, with one list of seconds for each volume.
class RecordCursorTest : public testing::TestWithParam<Version> {
 protected:
  void Write(const std::vector<std::vector<double>>& volumes) {
    test::ArchiveBuilder archive(base_, GetParam());
    archive.Metric({.name = "toy.x", .id = kMetric});
    bool first = true;
    for (const std::vector<double>& volume : volumes) {
      if (!first) archive.Volume();
      first = false;
      for (const double t : volume) {
        archive.Record(At(t), {test::Single(kMetric, std::int64_t{1})});
        times_.push_back(At(t));
      }
    }
    archive.Close();
  }
  void Open() {
    OpenOptions options;
    options.on_problem = [this](const Problem& p) { problems_.push_back(p); };
    Result<std::unique_ptr<Archive>> archive = Archive::Open(base_, options);
    ASSERT_TRUE(archive) << archive.error().Message();
    archive_ = std::move(*archive);
  }

  std::optional<Timestamp> StampOf(const Result<std::optional<Frame>>& frame) {
    EXPECT_TRUE(frame) << frame.error().Message();
    if (!frame || !*frame) return std::nullopt;
    return *ResultRecord::DecodeStamp(archive_->version(), (*frame)->body);
  }
  std::vector<Timestamp> Forward(RecordCursor& cursor) {
    std::vector<Timestamp> stamps;
    while (const auto stamp = StampOf(cursor.Next())) stamps.push_back(*stamp);
    return stamps;
  }
  std::vector<Timestamp> Backward(RecordCursor& cursor) {
    std::vector<Timestamp> stamps;
    while (const auto stamp = StampOf(cursor.Previous())) stamps.push_back(*stamp);
    return stamps;
  }
  // Seeks to t from the start of a volume, and compares the result with the list of all stamps.
  void ExpectSeekFinds(Timestamp t, std::size_t volume = 0) {
    RecordCursor cursor(*archive_);
    ASSERT_TRUE(cursor.Restore({volume, archive_->label().size()}));
    ASSERT_TRUE(cursor.Seek(t));
    const auto next = std::lower_bound(times_.begin(), times_.end(), t);
    const Position here = cursor.position();
    EXPECT_EQ(StampOf(cursor.Next()), next == times_.end() ? std::nullopt : std::optional(*next));
    ASSERT_TRUE(cursor.Restore(here));
    EXPECT_EQ(StampOf(cursor.Previous()),
              next == times_.begin() ? std::nullopt : std::optional(*std::prev(next)));
    ASSERT_TRUE(cursor.SeekAfter(t));
    const auto after = std::upper_bound(times_.begin(), times_.end(), t);
    EXPECT_EQ(StampOf(cursor.Next()), after == times_.end() ? std::nullopt : std::optional(*after));
  }
  void RewriteIndex(const std::function<void(std::vector<IndexEntry>&)>& change) {
    const std::string path = base_ + ".index";
    TemporalIndex index = *ReadTemporalIndex(MemorySource(path, test::ReadFile(path)));
    change(index.entries);
    ByteBuffer bytes;
    index.label.Encode(bytes);
    for (const IndexEntry& e : index.entries) e.Encode(GetParam(), bytes);
    test::WriteFile(path, bytes);
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "a";
  std::vector<Timestamp> times_;
  std::vector<Problem> problems_;
  std::unique_ptr<Archive> archive_;
};

TEST_P(RecordCursorTest, WalksBothWaysAcrossVolumes) {
  Write({{0, 1, 2}, {3}, {4, 4, 5}});
  Open();
  RecordCursor cursor(*archive_);
  EXPECT_EQ(Forward(cursor), times_);
  EXPECT_EQ(Backward(cursor), std::vector<Timestamp>(times_.rbegin(), times_.rend()));
  ASSERT_TRUE(cursor.SeekEnd());
  EXPECT_EQ(Backward(cursor).size(), times_.size());
  EXPECT_EQ(*archive_->End(), At(5));
}

TEST_P(RecordCursorTest, FindsEveryTime) {
  Write({{0, 10, 20, 20}, {20, 30}, {40}});
  Open();
  for (double t = -5; t <= 45; t += 2.5) ExpectSeekFinds(At(t));
}

TEST_P(RecordCursorTest, FindsEveryTimeBySummariesOfSomeVolumes) {
  Write({{0, 10, 20, 20}, {20, 30, 30}, {}, {40, 40}, {40, 50}});
  for (const bool has_index : {true, false}) {
    if (!has_index) std::filesystem::remove(base_ + ".index");
    for (unsigned summaries = 0; summaries < 1u << 5; ++summaries) {
      Open();
      for (std::size_t v = 0; v < archive_->volume_count(); ++v)
        EXPECT_TRUE((summaries >> v & 1) == 0 || archive_->Summary(v).has_value());
      SCOPED_TRACE(summaries);
      for (std::size_t from = 0; from < archive_->volume_count(); ++from)
        for (double t = -5; t <= 55; t += 2.5) ExpectSeekFinds(At(t), from);
    }
  }
}

// A head must be the same if it comes from the volume or from its summary.
TEST_P(RecordCursorTest, AHeadIsThatOfTheRecord) {
  {
    test::ArchiveBuilder archive(base_, GetParam());
    archive.Metric({.name = "toy.x", .id = kMetric, .type = Type::kString});
    archive.Mark(At(0));
    for (int i = 0; i < 40; ++i) {
      if (i == 15 || i == 30) archive.Volume();
      const std::size_t size = i % 5 < 2 ? 20'000 : 10;
      archive.Record(At(i), {test::Single(kMetric, std::string(size, 'x'))});
      if (i % 8 == 2) archive.Mark(At(i)).Mark(At(i + 0.123456));
    }
  }
  for (const bool has_summaries : {false, true}) {
    Open();
    for (std::size_t v = 0; has_summaries && v < archive_->volume_count(); ++v)
      ASSERT_TRUE(archive_->Summary(v).has_value());
    RecordCursor whole(*archive_), heads(*archive_);
    for (const bool forward : {true, false}) {
      while (true) {
        const auto frame = forward ? whole.Next() : whole.Previous();
        const auto head = forward ? heads.NextHead() : heads.PreviousHead();
        ASSERT_TRUE(frame && head);
        ASSERT_EQ(frame->has_value(), head->has_value());
        if (!*frame) break;
        EXPECT_EQ(heads.position(), whole.position());
        EXPECT_EQ((*head)->record, (Position{heads.volume(), (*frame)->offset}));
        EXPECT_EQ((*head)->body_size, (*frame)->body.size());
        EXPECT_EQ((*head)->stamp, *ResultRecord::DecodeStamp(GetParam(), (*frame)->body));
        EXPECT_EQ((*head)->is_mark, ResultRecord::IsMark(GetParam(), (*frame)->body));
      }
    }
  }
}

TEST_P(RecordCursorTest, FindsEveryTimeWithoutAnIndexOrWithAWrongOne) {
  Write({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {10, 11, 12, 13}, {14, 15, 16}});
  const ByteBuffer good = test::ReadFile(base_ + ".index");
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    test::WriteFile(base_ + ".index", good);
    RewriteIndex([&](std::vector<IndexEntry>& entries) {
      for (IndexEntry& e : entries) {
        switch (random() % 6) {
          case 0:
            e.data_offset += 4 * (random() % 20);
            break;
          case 1:
            e.stamp.sec += static_cast<std::int64_t>(random() % 20) - 10;
            break;
          case 2:
            e.volume = static_cast<std::int32_t>(random() % 4);
            break;
          case 3:
            e.data_offset = static_cast<std::int32_t>(random());
            break;
          case 4:
            e.stamp = {};
            break;
          default:
            break;
        }
      }
      if (round % 5 == 0) entries.resize(entries.size() / 2);
    });
    Open();
    ExpectSeekFinds(At(static_cast<double>(random() % 36) / 2 - 0.5));
  }
  std::filesystem::remove(base_ + ".index");
  Open();
  for (double t = -0.5; t < 18; t += 0.5) ExpectSeekFinds(At(t));
}

TEST_P(RecordCursorTest, ATornTailIsNoticedAndTheEndIsBeforeIt) {
  Write({{0, 1, 2}});
  const ByteBuffer whole = test::ReadFile(base_ + ".0");
  const std::size_t record = (whole.size() - LabelSize(GetParam())) / 3;
  for (std::size_t cut = 1; cut < record; ++cut) {
    test::WriteFile(base_ + ".0", Bytes(whole).first(whole.size() - cut));
    Open();
    problems_.clear();
    EXPECT_EQ(*archive_->End(), At(1));
    ASSERT_EQ(problems_.size(), 1u);
    EXPECT_EQ(problems_[0].bytes_lost, record - cut);
    RecordCursor cursor(*archive_);
    EXPECT_EQ(StampOf(cursor.Next()), At(0));
    EXPECT_EQ(StampOf(cursor.Next()), At(1));
    EXPECT_EQ(cursor.Next().error().code, Errc::kTruncatedRecord);
    ASSERT_TRUE(cursor.SeekEnd());
    EXPECT_EQ(StampOf(cursor.Previous()), At(1));
    ASSERT_TRUE(cursor.Seek(At(9)));
    EXPECT_FALSE(cursor.Next()) << "the damage is where the search ends";
  }
}

TEST_P(RecordCursorTest, BehindTheEndOfTimeIsTheEnd) {
  Write({{0}, {1}});
  Open();
  RecordCursor cursor(*archive_);
  ASSERT_TRUE(cursor.SeekAfter({std::numeric_limits<std::int64_t>::max(), kNanosPerSecond - 1}));
  EXPECT_EQ(StampOf(cursor.Previous()), At(1));
}

TEST_P(RecordCursorTest, SkipsADamagedVolume) {
  Write({{0, 1}, {2, 3}});
  ByteBuffer volume = test::ReadFile(base_ + ".0");
  volume[LabelSize(GetParam()) + 3] ^= std::byte{0x40};
  test::WriteFile(base_ + ".0", volume);
  Open();
  RecordCursor cursor(*archive_);
  EXPECT_FALSE(cursor.Next());
  EXPECT_EQ(cursor.SkipVolume(), true);
  EXPECT_EQ(StampOf(cursor.Next()), At(2));
  EXPECT_EQ(cursor.SkipVolume(), false);
}

TEST_P(RecordCursorTest, AMissingVolumeInTheMiddleIsPassedOver) {
  Write({{0}, {1}, {2}});
  std::filesystem::remove(base_ + ".1");
  Open();
  RecordCursor cursor(*archive_);
  EXPECT_EQ(Forward(cursor), (std::vector<Timestamp>{At(0), At(2)}));
  EXPECT_EQ(Backward(cursor), (std::vector<Timestamp>{At(2), At(0)}));
}

TEST_P(RecordCursorTest, APositionComesBackToItsPlace) {
  Write({{0, 1}, {2}});
  Open();
  RecordCursor cursor(*archive_);
  ASSERT_TRUE(cursor.SeekEnd());
  const Position end = cursor.position();
  ASSERT_TRUE(cursor.SeekStart());
  EXPECT_EQ(StampOf(cursor.Next()), At(0));
  ASSERT_TRUE(cursor.Restore(end));
  EXPECT_EQ(StampOf(cursor.Next()), std::nullopt);
  EXPECT_EQ(StampOf(cursor.Previous()), At(2));
  EXPECT_FALSE(cursor.Restore({7, 0}));
}

INSTANTIATE_TEST_SUITE_P(Versions, RecordCursorTest, testing::Values(Version::k2, Version::k3),
                         [](const auto& version) {
                           return version.param == Version::k2 ? "v2" : "v3";
                         });

}  // namespace
}  // namespace fdr
