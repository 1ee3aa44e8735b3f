// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/summary_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {
namespace {

constexpr std::size_t kStrings = 100;
constexpr std::uint64_t kEnoughForFour = 17 << 20;

constexpr MetricId StringMetric(std::size_t metric) {
  return MetricId::Build(60, 0, static_cast<std::uint32_t>(metric));
}

Metadata DescribeStrings() {
  LabelRecord label;
  ByteBuffer file(label.size());
  for (std::size_t i = 0; i < kStrings; ++i) {
    const std::string name = "m." + std::to_string(i);
    Desc desc;
    desc.id = StringMetric(i);
    desc.type = Type::kString;
    EncodeMetadata(Version::k3, DescRecord{.desc = desc, .names = {name}}, file);
  }
  auto metadata = Metadata::Load(MemorySource("m.meta", file), label, MetadataDamage::kRefuse, {});
  EXPECT_TRUE(metadata);
  return std::move(*metadata);
}

class SummaryMakerTest : public testing::Test {
 protected:
  // Appends a record with this value of a metric.
  void Record(std::size_t metric, Bytes value) {
    encoder_.Begin({seconds_++, 0});
    encoder_.BeginSet(StringMetric(metric), ValueFormat::kPointer);
    encoder_.AddBlock(kSingular, Type::kString, value);
    encoder_.Encode(Version::k3, bytes_);
  }

  void Records(std::uint64_t until) {
    while (bytes_.size() < until) {
      if (random_() % 500 == 0) ResultEncoder::EncodeMark(Version::k3, {seconds_++, 0}, bytes_);
      Record(random_() % kStrings, ByteBuffer(random_() % 4000));
    }
  }

  VolumeSummary Summarise(unsigned threads) {
    VolumeSummary summary(0);
    const MemorySource source("m.0", bytes_);
    problems_.clear();
    read_ = 0;
    SummaryWork work{source, bytes_.size(), metadata_, {.version = Version::k3}, threads, {}};
    work.on_progress = [this](std::uint64_t read) { read_ = read; };
    EXPECT_TRUE(
        ExtendSummary(summary, work, [this](const Problem& p) { problems_.push_back(p.offset); }));
    EXPECT_LE(read_, bytes_.size());
    return summary;
  }

  // Expects that each chunk says the same as its records.
  void ExpectTold(const VolumeSummary& summary) {
    const MemorySource source("m.0", bytes_);
    FrameReader frames(source, 0);
    ResultRecord record;
    for (std::size_t i = 0; i < summary.chunks().size(); ++i) {
      const Chunk& chunk = summary.chunks()[i];
      ASSERT_EQ(frames.position(), chunk.offset);
      MetricBits bits = summary.metric_sets().NoMetrics();
      Timestamp first, last;
      bool has_mark = false;
      while (frames.position() < summary.EndOf(i)) {
        const auto frame = frames.Next();
        ASSERT_TRUE(frame && *frame && record.Decode(Version::k3, (*frame)->body));
        if ((*frame)->offset == chunk.offset) first = record.stamp();
        last = record.stamp();
        has_mark |= record.is_mark();
        for (const ValueSet& set : record.sets()) SetBit(bits, *metadata_.IndexOf(set.id()));
      }
      EXPECT_EQ(first, chunk.first);
      EXPECT_EQ(last, chunk.last);
      EXPECT_EQ(has_mark, chunk.has_mark);
      EXPECT_TRUE(std::ranges::equal(bits, summary.metric_sets().Bits(chunk.metrics)));
    }
    EXPECT_EQ(frames.position(), bytes_.size());
  }

  void ExpectAsByOneThread() {
    const VolumeSummary one = Summarise(1);
    const std::vector<std::uint64_t> problems = problems_;
    const VolumeSummary many = Summarise(4);
    EXPECT_EQ(problems_, problems);
    EXPECT_EQ(many.end(), one.end());
    EXPECT_TRUE(std::ranges::equal(many.damage(), one.damage()));
    ASSERT_EQ(many.chunks().size(), one.chunks().size());
    for (std::size_t i = 0; i < one.chunks().size(); ++i)
      EXPECT_EQ(many.chunks()[i].offset, one.chunks()[i].offset);
  }

  const Metadata metadata_ = DescribeStrings();
  std::mt19937 random_{5};
  std::int64_t seconds_ = 0;
  ByteBuffer bytes_;
  ResultEncoder encoder_;
  std::vector<std::uint64_t> problems_;
  std::uint64_t read_ = 0;
};

TEST_F(SummaryMakerTest, ManyThreadsTellWhatTheRecordsSay) {
  Records(kEnoughForFour);
  const std::size_t by_one = Summarise(1).chunks().size();
  std::set<std::size_t> chunks;
  for (const unsigned threads : {1u, 2u, 3u, 4u, 100u}) {
    const VolumeSummary summary = Summarise(threads);
    ExpectTold(summary);
    EXPECT_GT(read_, 0u);
    EXPECT_TRUE(problems_.empty() && summary.damage().empty());
    // Each stretch ends with a shorter chunk.  The fixed part of its allowance also lets it begin
    // with some smaller chunks.
    EXPECT_LE(summary.chunks().size() - by_one, 3u * 40);
    chunks.insert(summary.chunks().size());
  }
  EXPECT_GT(chunks.size(), 1u) << "no volume was cut";
}

TEST_F(SummaryMakerTest, SearchesFindWhatIsThere) {
  Records(kEnoughForFour);
  const VolumeSummary summary = Summarise(4);
  const std::span<const Chunk> chunks = summary.chunks();
  for (std::size_t metric = 0; metric < kStrings; ++metric) {
    MetricBits bits = summary.metric_sets().NoMetrics();
    SetBit(bits, metric);
    WantedMetrics wanted(bits);
    std::optional<std::size_t> next;
    for (std::size_t i = chunks.size(); i-- > 0;) {
      if (chunks[i].has_mark || wanted.In(summary.metric_sets(), chunks[i].metrics)) next = i;
      ASSERT_EQ(summary.NextWith(i, wanted), next);
    }
  }
}

TEST_F(SummaryMakerTest, WhatIsAppendedLaterIsAddedToIt) {
  Records(kEnoughForFour);
  VolumeSummary summary = Summarise(4);
  Records(kEnoughForFour + 100'000);
  seconds_ -= 1000;  // the next record is damage, or the last one
  Record(1, {});
  const MemorySource source("m.0", bytes_);
  const SummaryWork work{source, bytes_.size(), metadata_, {.version = Version::k3}, 4, {}};
  ASSERT_TRUE(ExtendSummary(summary, work, {}));
  EXPECT_EQ(summary.end(), bytes_.size());
  EXPECT_TRUE(std::ranges::equal(summary.damage(), Summarise(1).damage()));
  EXPECT_FALSE(summary.damage().empty());
}

TEST_F(SummaryMakerTest, DamageIsFoundByOneThread) {
  Records(kEnoughForFour);
  const ByteBuffer sound = bytes_;
  for (int i = 0; i < 4; ++i) {
    bytes_ = sound;
    const auto at = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * bytes_.size() / 4 +
                                                random_() % 10'000);
    if (i % 2 == 0)
      std::fill_n(bytes_.begin() + at, 5000, std::byte{0xff});
    else
      bytes_.erase(bytes_.begin() + at, bytes_.begin() + at + 3);
    ExpectAsByOneThread();
    EXPECT_FALSE(problems_.empty());
  }
}

TEST_F(SummaryMakerTest, StampsThatGoBackBetweenTwoStretchesAreSeen) {
  // All records have the same size, so a stretch begins in the middle of the bytes.
  while (bytes_.size() < kEnoughForFour) {
    if (bytes_.size() >= kEnoughForFour / 2 && seconds_ > 0) seconds_ = -1'000'000;
    Record(1, ByteBuffer(1000));
  }
  ExpectAsByOneThread();
  EXPECT_TRUE(Summarise(4).StampsGoBack());
}

// The second stretch would begin within a large value, whose bytes look like records.
TEST_F(SummaryMakerTest, WhatOnlyLooksLikeARecordIsNone) {
  Records(kEnoughForFour / 2 - (1 << 20));
  const ByteBuffer before = bytes_;
  bytes_.clear();
  Records(2 << 20);
  const ByteBuffer fake = std::exchange(bytes_, before);
  Record(1, fake);
  Records(kEnoughForFour);
  ExpectAsByOneThread();
  ExpectTold(Summarise(4));
  EXPECT_TRUE(problems_.empty());
}

}  // namespace
}  // namespace fdr
