// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/salvage/data_judge.h"

#include <gtest/gtest.h>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/compressed.h"

namespace fdr {
namespace {

using Trust = RecordJudge::Trust;

constexpr std::int64_t kLabelStart = 1'000'000'000;
const MetricId kKnown = MetricId::Build(60, 0, 1), kUnknown = MetricId::Build(60, 0, 2);

ByteBuffer RecordAt(std::int64_t second, MetricId metric = kKnown) {
  ResultEncoder encoder;
  encoder.Begin({kLabelStart + second, 0});
  encoder.BeginSet(metric, ValueFormat::kInPlace);
  encoder.AddInPlace(kSingular, 7);
  ByteBuffer bytes;
  encoder.Encode(Version::k3, bytes);
  return bytes;
}

ByteBuffer MarkAt(std::int64_t second) {
  ByteBuffer bytes;
  ResultEncoder::EncodeMark(Version::k3, {kLabelStart + second, 0}, bytes);
  return bytes;
}

Bytes BodyOf(Bytes record) {
  return record.subspan(kFrameLengthSize, record.size() - kFrameOverhead);
}

class DataJudgeTest : public testing::Test {
 protected:
  Trust Weigh(const ByteBuffer& record) { return judge_.Weigh(BodyOf(record)); }
  void Took(std::int64_t second) { judge_.Took({kLabelStart + second, 0}); }
  // Judges a record of whose body only the first `left` bytes are in the file.
  bool CanBegin(const ByteBuffer& record, std::size_t left = FrameHead::kSize) {
    const Bytes body = BodyOf(record);
    return judge_.CanBegin(body.size(), body.first(std::min(left, body.size())));
  }

  DataJudge judge_{{.version = Version::k3,
                    .start = {kLabelStart, 0},
                    .is_described = [](MetricId id) { return id == kKnown; }}};
};

TEST_F(DataJudgeTest, ARecordOfADescribedMetricIsTrusted) {
  EXPECT_EQ(Weigh(RecordAt(10)), Trust::kFull);
  EXPECT_EQ(Weigh(RecordAt(10, kUnknown)), Trust::kNone);
}

TEST_F(DataJudgeTest, AMarkNeedsARecordBehindIt) { EXPECT_EQ(Weigh(MarkAt(10)), Trust::kFollowed); }

TEST_F(DataJudgeTest, ARecordWithBytesLeftOverIsNone) {
  ByteBuffer record = RecordAt(10);
  record.insert(record.end() - kFrameLengthSize, 4, std::byte{0});
  EXPECT_EQ(Weigh(record), Trust::kNone);
}

TEST_F(DataJudgeTest, TheLabelAndTheRecordsBeforeSayWhatIsTooEarly) {
  EXPECT_EQ(Weigh(RecordAt(-1)), Trust::kNone);
  Took(10);
  EXPECT_EQ(Weigh(RecordAt(9)), Trust::kNone);
  Took(20);
  EXPECT_EQ(Weigh(RecordAt(9)), Trust::kNone);
  EXPECT_EQ(Weigh(RecordAt(21)), Trust::kFull);
}

TEST_F(DataJudgeTest, TheLastStampMayBeAWildOne) {
  Took(10);
  Took(1000);
  EXPECT_EQ(Weigh(RecordAt(20)), Trust::kFull);
  EXPECT_TRUE(CanBegin(RecordAt(20)));
}

TEST_F(DataJudgeTest, ACopyOfTheLastRecordsIsNotTrusted) {
  Took(10);
  Took(20);
  EXPECT_EQ(Weigh(RecordAt(10)), Trust::kFollowed);
  EXPECT_EQ(Weigh(RecordAt(20)), Trust::kFollowed);
}

TEST_F(DataJudgeTest, AFarFutureIsNoTime) {
  EXPECT_EQ(Weigh(RecordAt(std::int64_t{30} * 366 * 86400)), Trust::kNone);
}

TEST_F(DataJudgeTest, ATornRecordBeginsAsARecordDoes) {
  for (std::size_t left = 0; left <= FrameHead::kSize; ++left)
    EXPECT_TRUE(CanBegin(RecordAt(10), left)) << left;
  EXPECT_FALSE(CanBegin(RecordAt(-1)));
  EXPECT_TRUE(CanBegin(RecordAt(-1), 11)) << "too little is left to tell its stamp";
  EXPECT_FALSE(judge_.CanBegin(18, {})) << "no multiple of four";
  EXPECT_FALSE(judge_.CanBegin(12, {})) << "no room for a stamp and a count";
  ByteBuffer crowded = RecordAt(10);
  StoreU32(crowded.data() + kFrameLengthSize + 12, 1000);  // metrics
  EXPECT_FALSE(CanBegin(crowded));
  ByteBuffer empty = RecordAt(10);
  StoreU32(empty.data() + kFrameLengthSize + 12, 0);
  EXPECT_FALSE(CanBegin(empty)) << "too large for a mark";
  EXPECT_TRUE(CanBegin(MarkAt(10)));
}

TEST_F(DataJudgeTest, OfAPlaceInTheIndexTheVolumeHasToSayTheSame) {
  ByteBuffer volume(LabelSize(Version::k3));
  std::vector<std::int64_t> offsets;
  for (const std::int64_t second : {10, 20, 30}) {
    offsets.push_back(static_cast<std::int64_t>(volume.size()));
    const ByteBuffer record = RecordAt(second);
    volume.insert(volume.end(), record.begin(), record.end());
  }
  const auto source = test::InMemory(volume);
  const auto entry = [](std::int64_t second, std::int64_t offset, std::int32_t number = 0) {
    return IndexEntry{.stamp = {kLabelStart + second, 0},
                      .volume = number,
                      .meta_offset = 0,
                      .data_offset = offset};
  };
  const std::vector<IndexEntry> index = {
      entry(30, offsets[2]),         entry(11, offsets[0]),     // the second has a wrong stamp
      entry(20, offsets[1] + 4),     entry(20, offsets[1], 1),  // no record; another volume
      entry(30, offsets[2] + 10000), entry(20, offsets[1])};
  const KnownPlaces places(*source, Version::k3, index, 0);
  const auto first = static_cast<std::uint64_t>(offsets[0]);
  const auto second = static_cast<std::uint64_t>(offsets[1]);
  const auto third = static_cast<std::uint64_t>(offsets[2]);
  EXPECT_EQ(places.Behind(0)->offset, second);
  EXPECT_EQ(places.Behind(second)->offset, third);
  EXPECT_FALSE(places.Behind(third));
  EXPECT_EQ(places.Last()->offset, third);
  EXPECT_EQ(places.ClaimAt(first)->sec, kLabelStart + 11);
  EXPECT_FALSE(places.ClaimAt(first + 1));
}

}  // namespace
}  // namespace fdr
