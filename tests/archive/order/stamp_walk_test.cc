// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/stamp_walk.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/counted_source.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::CountedSource;
using test::RecordBuilder;
using Step = StampWalk::Step;

class StampWalkTest : public testing::TestWithParam<Version> {
 protected:
  StampWalkTest() { file_.resize(LabelSize(GetParam())); }

  void Add(std::int32_t second, std::size_t size) {
    RecordBuilder body;
    GetParam() == Version::k2 ? body.Stamp2(second, 0) : body.Stamp3(second, 0);
    const ByteBuffer frame = RecordBuilder().Frame(body.U32(0).Fill(size, 7)).bytes();
    file_.insert(file_.end(), frame.begin(), frame.end());
  }

  // Returns the seconds of the records.  Expects that the walk ends with `end`.
  std::vector<std::int64_t> Walk(const ByteSource& source, Step end) {
    StampWalk walk(source, GetParam());
    std::vector<std::int64_t> seconds;
    StampedRecord record;
    Step step = walk.Next(record);
    for (; step == Step::kRecord; step = walk.Next(record)) {
      EXPECT_EQ(record.offset + record.size, walk.position());
      seconds.push_back(record.stamp.sec);
    }
    EXPECT_EQ(step, end);
    return seconds;
  }

  ByteBuffer file_;
};

TEST_P(StampWalkTest, SeesEveryRecordWhateverTheSizes) {
  std::vector<std::int64_t> seconds;
  for (std::int32_t i = 0; i < 300; ++i) {
    Add(i, i % 7 == 0 ? 300'000 : i % 5 == 0 ? 5'000 : static_cast<std::size_t>(i));
    seconds.push_back(i);
  }
  const CountedSource source(file_);
  EXPECT_EQ(Walk(source, Step::kEnd), seconds);
}

TEST_P(StampWalkTest, ReadsLittleOfLargeRecords) {
  for (std::int32_t i = 0; i < 50; ++i) Add(i, 200'000);
  CountedSource source(file_);
  EXPECT_EQ(Walk(source, Step::kEnd).size(), 50u);
  EXPECT_LT(source.TakeRead(), 200'000u);
}

TEST_P(StampWalkTest, WhatIsNoRecordIsDamage) {
  for (const std::size_t size : {std::size_t{10}, std::size_t{9'000}}) {
    file_.resize(LabelSize(GetParam()));
    Add(1, size);
    const std::size_t second = file_.size();
    Add(2, size);
    for (const std::size_t at : {second, file_.size() - 1}) {
      ByteBuffer damaged = file_;
      damaged[at] ^= std::byte{0x40};
      const CountedSource source(damaged);
      EXPECT_EQ(Walk(source, Step::kDamage), std::vector<std::int64_t>{1}) << size << ' ' << at;
    }
  }
}

TEST_P(StampWalkTest, AFileMayEndAnywhere) {
  Add(1, 10);
  const std::size_t second = file_.size();
  Add(2, 10);
  for (std::size_t end = second + 1; end < file_.size(); ++end) {
    const CountedSource source(Bytes(file_).first(end));
    EXPECT_EQ(Walk(source, Step::kDamage), std::vector<std::int64_t>{1}) << end;
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, StampWalkTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
