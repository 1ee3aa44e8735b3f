// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/record_kinds.h"

#include <gtest/gtest.h>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

// The body of a record with this number of metrics, each with one value.
ByteBuffer Body(std::uint32_t metrics) {
  ResultEncoder encoder;
  encoder.Begin({1, 0});
  for (std::uint32_t i = 0; i < metrics; ++i) {
    encoder.BeginSet(MetricId::Build(60, 1, i), ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, 7);
  }
  ByteBuffer frame;
  encoder.Encode(Version::k3, frame);
  return {frame.begin() + kFrameLengthSize, frame.end() - kFrameLengthSize};
}

class RecordKindsTest : public testing::Test {
 protected:
  // The note on the kind of a record, which must be valid.
  int& NoteOf(const ByteBuffer& body) {
    const auto kind = kinds_.DecodeSets(Version::k3, body);
    EXPECT_TRUE(kind);
    has_same_sets_ = (*kind)->record.has_same_sets();
    return (*kind)->note;
  }

  RecordKinds<int> kinds_;
  bool has_same_sets_ = false;
};

TEST_F(RecordKindsTest, WhatIsKnownOfAKindStaysWithIt) {
  for (const std::uint32_t metrics : {1u, 2u, 3u}) {
    NoteOf(Body(metrics)) = static_cast<int>(metrics);
    EXPECT_FALSE(has_same_sets_);
  }
  for (const std::uint32_t metrics : {2u, 1u, 1u, 3u, 2u}) {
    EXPECT_EQ(NoteOf(Body(metrics)), static_cast<int>(metrics));
    EXPECT_TRUE(has_same_sets_);
  }
  kinds_.ForgetNotes();
  EXPECT_EQ(NoteOf(Body(2)), 0);
}

TEST_F(RecordKindsTest, ManyKindsTakeTurns) {
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t metrics = 1; metrics < 20; ++metrics) {
      const auto kind = kinds_.DecodeSets(Version::k3, Body(metrics));
      ASSERT_TRUE(kind);
      EXPECT_EQ((*kind)->record.sets().size(), metrics);
      EXPECT_FALSE((*kind)->record.has_same_sets());
    }
}

TEST_F(RecordKindsTest, ARecordThatMakesNoSenseLeavesNothingOfItsKind) {
  NoteOf(Body(3)) = 1;
  ByteBuffer broken = Body(3);
  StoreU32(broken.data() + 12 + 4 + 8, 77);  // the format of the first set
  EXPECT_EQ(kinds_.DecodeSets(Version::k3, broken).error().code, Errc::kCorruptRecord);
  EXPECT_EQ(NoteOf(Body(3)), 0);
  EXPECT_FALSE(has_same_sets_);
  for (const std::size_t size : {0u, 8u, 15u})
    EXPECT_EQ(kinds_.DecodeSets(Version::k3, Bytes(broken).first(size)).error().code,
              Errc::kCorruptRecord);
}

}  // namespace
}  // namespace fdr
