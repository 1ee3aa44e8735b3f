// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/head_memo.h"

#include <gtest/gtest.h>

#include <utility>

#include "fdr/archive/memory_source.h"
#include "fdr/archive/record_frame.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

HeadMemo::Head HeadAt(const ByteSource& source, std::uint64_t offset) {
  return {&source, offset, 5000, {}, 0};
}

TEST(HeadMemoTest, ARecordIsFoundByBothEndsAndItsSource) {
  const MemorySource one("1", {}), other("2", {});
  HeadMemo memo;
  EXPECT_EQ(memo.StartingAt(one, 0), nullptr);
  EXPECT_EQ(memo.EndingAt(one, 0), nullptr);
  memo.Add(HeadAt(one, 200));
  ASSERT_NE(memo.StartingAt(one, 200), nullptr);
  EXPECT_EQ(memo.StartingAt(one, 200)->length, 5000u);
  EXPECT_EQ(memo.EndingAt(one, 5200), memo.StartingAt(one, 200));
  EXPECT_EQ(memo.StartingAt(other, 200), nullptr);
  EXPECT_EQ(memo.EndingAt(other, 5200), nullptr);
  EXPECT_EQ(memo.StartingAt(one, 5200), nullptr);
  EXPECT_EQ(memo.EndingAt(one, 200), nullptr);
}

TEST(HeadMemoTest, MostOfAFewThousandStayAndNoneIsTakenForAnother) {
  const MemorySource source("1", {});
  HeadMemo memo;
  constexpr std::uint64_t kMany = 8000;
  for (std::uint64_t i = 0; i < kMany; ++i) memo.Add(HeadAt(source, i * 5000));
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    const HeadMemo::Head* const head = memo.StartingAt(source, i * 5000);
    if (head == nullptr) continue;
    EXPECT_EQ(head->offset, i * 5000);
    ++known;
  }
  EXPECT_GT(known, kMany * 2 / 3);
}

// Not in memory as a whole.
class CountedSource final : public ByteSource {
 public:
  explicit CountedSource(Bytes bytes) : source_("a.0", ByteBuffer(bytes.begin(), bytes.end())) {}

  std::uint64_t size() const override { return source_.size(); }
  const std::string& name() const override { return source_.name(); }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    ++reads_;
    return source_.ReadAt(offset, out);
  }

  int TakeReads() { return std::exchange(reads_, 0); }

 private:
  MemorySource source_;
  mutable int reads_ = 0;
};

// The first bytes of the bodies, in the order of the walk.
std::string HeadsOnTheWay(FrameReader& reader,
                          Result<std::optional<FrameHead>> (FrameReader::*step)()) {
  std::string walk;
  while (true) {
    const auto head = (reader.*step)();
    EXPECT_TRUE(head);
    if (!head || !*head) return walk;
    walk += AsText((*head)->body).substr(0, 1);
    EXPECT_EQ((*head)->body.size(), FrameHead::kSize);
    EXPECT_EQ((*head)->body_size, 4000u);
  }
}

TEST(HeadMemoTest, HeadsAreReadOnceByAllReadersThatHaveIt) {
  RecordBuilder frames;
  for (const char c : {'a', 'b', 'c'})
    frames.Frame(RecordBuilder().Fill(4000, static_cast<std::uint8_t>(c)));
  CountedSource source(frames);
  HeadMemo memo;
  FrameReader one(source, 0, FrameReader::kBufferSize, &memo);
  EXPECT_EQ(HeadsOnTheWay(one, &FrameReader::NextHead), "abc");
  EXPECT_GT(source.TakeReads(), 0);
  FrameReader other(source, 0, FrameReader::kBufferSize, &memo);
  EXPECT_EQ(HeadsOnTheWay(other, &FrameReader::NextHead), "abc");
  EXPECT_EQ(HeadsOnTheWay(other, &FrameReader::PreviousHead), "cba");
  EXPECT_EQ(other.position(), 0u);
  EXPECT_EQ(source.TakeReads(), 0);
}

}  // namespace
}  // namespace fdr
