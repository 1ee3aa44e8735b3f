// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/record_bodies.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/support/counted_source.h"

namespace fdr {
namespace {

using test::CountedSource;

// Records with bodies of this size.  Each byte of a body is the record's number.
ByteBuffer Records(int count, std::size_t body_size) {
  ByteBuffer bytes;
  for (int i = 0; i < count; ++i) {
    const FrameScope frame(bytes);
    bytes.insert(bytes.end(), body_size, static_cast<std::byte>(i));
  }
  return bytes;
}

std::vector<std::byte> BodyOf(int record, std::size_t body_size) {
  return std::vector<std::byte>(body_size, static_cast<std::byte>(record));
}

class RecordBodiesTest : public testing::Test {
 protected:
  RecordPlace At(const ByteSource& source, int record, std::size_t body_size) const {
    return {&source, static_cast<std::uint64_t>(record) * (body_size + kFrameOverhead), body_size};
  }
  // The body of a record that exists.
  std::vector<std::byte> Read(const ByteSource& source, int record, std::size_t body_size) {
    const auto body = bodies_.Get(At(source, record, body_size));
    EXPECT_TRUE(body) << body.error().Message();
    return body ? std::vector<std::byte>(body->begin(), body->end()) : std::vector<std::byte>();
  }

  RecordBodies bodies_;
};

TEST_F(RecordBodiesTest, TheLastRecordsAreReadOnce) {
  CountedSource source(Records(12, 100));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(Read(source, i, 100), BodyOf(i, 100));
  EXPECT_EQ(source.TakeReads(), 12);
  for (const int i : {11, 8, 10, 9, 8}) EXPECT_EQ(Read(source, i, 100), BodyOf(i, 100));
  EXPECT_EQ(source.TakeReads(), 0);
  EXPECT_EQ(Read(source, 7, 100), BodyOf(7, 100));
  EXPECT_EQ(source.TakeReads(), 1);
}

TEST_F(RecordBodiesTest, EachSourceHasItsOwn) {
  CountedSource source(Records(1, 100)), other(Records(1, 40));
  EXPECT_EQ(Read(source, 0, 100), BodyOf(0, 100));
  EXPECT_EQ(Read(other, 0, 40), BodyOf(0, 40));
  EXPECT_EQ(Read(source, 0, 100), BodyOf(0, 100));
}

TEST_F(RecordBodiesTest, LargeOnesAreNotKept) {
  constexpr std::size_t kTooLarge = RecordBodies::kLargestKept + 1;
  CountedSource source(Records(2, kTooLarge));
  for (const int i : {0, 1, 1, 0}) EXPECT_EQ(Read(source, i, kTooLarge), BodyOf(i, kTooLarge));
  EXPECT_EQ(source.TakeReads(), 4);
}

TEST_F(RecordBodiesTest, WhatIsNotThereAnyMoreIsAnError) {
  CountedSource source(Records(2, 100));
  const auto error_at = [this](const ByteSource& from, int record, std::size_t body_size) {
    const auto body = bodies_.Get(At(from, record, body_size));
    return body ? Errc{} : body.error().code;
  };
  EXPECT_EQ(error_at(source, 0, 96), Errc::kCorruptRecord);
  EXPECT_EQ(error_at(source, 2, 100), Errc::kTruncatedRecord);
  ByteBuffer cut = Records(1, 100);
  cut.pop_back();
  CountedSource shorter(cut);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(error_at(shorter, 0, 100), Errc::kTruncatedRecord) << "an error is not kept";
  EXPECT_EQ(Read(source, 0, 100), BodyOf(0, 100));
}

}  // namespace
}  // namespace fdr
