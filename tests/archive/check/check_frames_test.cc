// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_frames.h"
#include "fdr/archive/base/byte_writer.h"

#include <gtest/gtest.h>

#include "fdr/tests/archive/check/check_toy.h"

namespace fdr {
namespace {

using enum CheckCode;
using test::Check;
using test::CheckOutcome;
using test::CheckToy;

TEST(CheckFramesTest, EveryFaultOfFramesIsFound) {
  test::ExpectFound(
      {
          {kFrameLength, [](CheckToy& toy) { toy.data()[1][3] = std::byte{4}; }},
          {kFrameLength, [](CheckToy& toy) { toy.data()[1][0] = std::byte{0x40}; }},
          {kFrameMismatch, [](CheckToy& toy) { toy.data()[1].back() ^= std::byte{4}; }},
          {kFrameMismatch, [](CheckToy& toy) { toy.metadata[1].back() ^= std::byte{4}; }},
          {kFrameTruncated, [](CheckToy& toy) { toy.data().back().pop_back(); }},
          {kFrameTruncated, [](CheckToy& toy) { toy.metadata.back().resize(3); }},
          {kFrameZeros, [](CheckToy& toy) { toy.data().emplace_back(100); }},
      },
      {"frame."});
}

TEST(CheckFramesTest, BehindDamageTheNextWholeRecordIsFound) {
  for (const int lost : {1, 8, 30}) {
    CheckToy toy;
    ByteBuffer& damaged = toy.data()[1];
    damaged.erase(damaged.end() - lost, damaged.end());
    const CheckOutcome outcome = Check(toy);
    EXPECT_EQ(outcome.summary.records, 2u);
    EXPECT_EQ(outcome.Only(kFrameMismatch).offset, toy.DataOffset(1));
    EXPECT_NE(outcome.Only(kFrameMismatch)
                  .sentence.find(std::to_string(damaged.size()) + " bytes skipped"),
              std::string::npos)
        << outcome.Only(kFrameMismatch).sentence;
  }
}

TEST(CheckFramesTest, EveryDamagedPlaceIsReportedAndTheMetadataBehindItAreUsed) {
  CheckToy toy;
  toy.metadata[1].back() ^= std::byte{1};  // toy.forks is lost
  toy.metadata[3].front() = std::byte{1};  // toy.host is lost
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.Only(kFrameMismatch).offset, toy.MetadataOffset(1));
  EXPECT_EQ(outcome.Only(kFrameLength).offset, toy.MetadataOffset(3));
  EXPECT_EQ(outcome.summary.metrics, 3u);
}

TEST(CheckFramesTest, BytesThatOnlyLookLikeARecordAreNotTaken) {
  CheckToy toy;
  ByteBuffer garbage = toy.data()[0];
  garbage[16] = std::byte{0xff};  // frame and stamp are right, the contents are not
  garbage.insert(garbage.begin(), std::byte{1});
  toy.data().insert(toy.data().begin() + 1, garbage);
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.summary.records, 3u);
  EXPECT_NE(outcome.Only(kFrameLength).sentence.find(std::to_string(garbage.size()) + " bytes"),
            std::string::npos);
}

TEST(CheckFramesTest, ACounterThatWentDownAcrossALostPartIsNoFinding) {
  CheckToy toy;
  const auto with_forks = [](std::uint32_t forks) {
    return [=](ResultEncoder& record) {
      record.BeginSet(test::kForks, ValueFormat::kInPlace);
      record.AddInPlace(kSingular, forks);
    };
  };
  toy.AddRecord(30, with_forks(200));
  toy.AddRecord(40, with_forks(50));
  EXPECT_TRUE(Check(toy).Has(kDataCounter));
  toy.data()[3].back() ^= std::byte{1};
  EXPECT_FALSE(Check(toy).Has(kDataCounter));
}

TEST(CheckFramesTest, ManyDamagedPlacesTakeLinearTime) {
  CheckToy toy;
  toy.data().clear();
  for (int i = 0; i < 20000; ++i)
    toy.AddRecord(i, [](ResultEncoder& record) {
      record.BeginSet(test::kForks, ValueFormat::kInPlace);
      record.AddInPlace(kSingular, 1);
    });
  ByteBuffer all;
  for (const ByteBuffer& record : toy.data()) {
    ByteWriter(all).Raw(record);
    ByteWriter(all).Fill(5, 1);
  }
  toy.data() = {all};
  toy.entries.clear();
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.summary.records, 20000u);
}

}  // namespace
}  // namespace fdr
