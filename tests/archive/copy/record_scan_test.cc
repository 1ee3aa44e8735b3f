// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/record_scan.h"

#include <gtest/gtest.h>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr {
namespace {

using test::At;
using Stop = RecordScan::Stop;

class RecordScanTest : public testing::TestWithParam<Version> {
 protected:
  RecordScanTest() {
    AddRecord(1);
    AddMark(1.5);
    AddRecord(2);
  }

  void AddRecord(double seconds) {
    ResultEncoder encoder;
    encoder.Begin(At(seconds));
    encoder.BeginSet(MetricId::Build(60, 0, 1), ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, 7);
    ends_.push_back(bytes_.size());
    encoder.Encode(GetParam(), bytes_);
  }
  void AddMark(double seconds) {
    ends_.push_back(bytes_.size());
    ResultEncoder::EncodeMark(GetParam(), At(seconds), bytes_);
  }
  void Scan(Bytes bytes, Timestamp after = {}) { scan_.Scan(GetParam(), bytes, after); }

  ByteBuffer bytes_;
  std::vector<std::size_t> ends_;  // of the records before each
  RecordScan scan_;
};

TEST_P(RecordScanTest, WholeRecordsAreToldFromMarks) {
  Scan(bytes_);
  EXPECT_EQ(scan_.stop, Stop::kEnd);
  EXPECT_EQ(scan_.size, bytes_.size());
  EXPECT_EQ(scan_.next_size, 0u);
  EXPECT_EQ(scan_.marks, 1u);
  ASSERT_EQ(scan_.data.size(), 2u);
  EXPECT_EQ(scan_.data[0].offset, 0u);
  EXPECT_EQ(scan_.data[1].offset, ends_[2]);
  EXPECT_EQ(scan_.data[1].size, bytes_.size() - ends_[2]);
  EXPECT_EQ(scan_.first, At(1));
  EXPECT_EQ(scan_.last, At(2));
  EXPECT_FALSE(scan_.begins_with_mark);
  EXPECT_FALSE(scan_.ends_with_mark);
  Scan(Bytes(bytes_).subspan(ends_[1], ends_[2] - ends_[1]));
  EXPECT_TRUE(scan_.begins_with_mark);
  EXPECT_TRUE(scan_.ends_with_mark);
  EXPECT_TRUE(scan_.data.empty());
}

TEST_P(RecordScanTest, ATornRecordIsLeftForTheNextPiece) {
  for (std::size_t size = 0; size <= bytes_.size(); ++size) {
    Scan(Bytes(bytes_).first(size));
    EXPECT_EQ(scan_.stop, Stop::kEnd);
    std::size_t whole = size == bytes_.size() ? size : 0;
    std::size_t next = bytes_.size();
    for (const std::size_t end : ends_) {
      if (end <= size) whole = std::max(whole, end);
      if (end > whole) next = std::min(next, end);
    }
    EXPECT_EQ(scan_.size, whole) << size;
    EXPECT_EQ(scan_.next_size, size - whole < kFrameLengthSize ? 0 : next - whole) << size;
  }
}

TEST_P(RecordScanTest, LengthsThatDifferAreDamage) {
  for (const std::size_t at : {ends_[2], bytes_.size() - kFrameLengthSize})
    for (const std::uint32_t length : {0u, 7u, 0x7fffffffu + 1}) {
      ByteBuffer bytes = bytes_;
      StoreU32(bytes.data() + at, length);
      Scan(bytes);
      EXPECT_EQ(scan_.stop, Stop::kDamage) << at;
      EXPECT_EQ(scan_.size, ends_[2]);
    }
}

TEST_P(RecordScanTest, AStampThatIsNoneIsDamage) {
  const std::size_t nanoseconds = GetParam() == Version::k2 ? 8 : 12;
  StoreU32(bytes_.data() + ends_[2] + nanoseconds, 0xffffffff);
  Scan(bytes_);
  EXPECT_EQ(scan_.stop, Stop::kDamage);
  EXPECT_EQ(scan_.size, ends_[2]);
}

TEST_P(RecordScanTest, AnEarlierStampEndsTheScan) {
  AddRecord(1.75);
  Scan(bytes_);
  EXPECT_EQ(scan_.stop, Stop::kStepBack);
  EXPECT_EQ(scan_.size, ends_[3]);
  EXPECT_EQ(scan_.last, At(2));
  Scan(bytes_, At(1.1));
  EXPECT_EQ(scan_.stop, Stop::kStepBack);
  EXPECT_EQ(scan_.size, 0u);
  Scan(Bytes(bytes_).first(ends_[3]), At(1));
  EXPECT_EQ(scan_.stop, Stop::kEnd) << "the same stamp again is in order";
}

INSTANTIATE_TEST_SUITE_P(Versions, RecordScanTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
