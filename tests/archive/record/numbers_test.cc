// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/numbers.h"
#include "fdr/archive/base/byte_writer.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

constexpr MetricId kAnyMetric{42};

// A record with one set, and the numbers that VisitNumbers() finds in it.
class Numbers {
 public:
  explicit Numbers(ValueFormat format) {
    encoder_.Begin({1, 0});
    encoder_.BeginSet(kAnyMetric, format);
  }
  ResultEncoder& encoder() { return encoder_; }

  bool Visit(Type type) {
    bytes_.clear();
    seen_.clear();
    encoder_.Encode(Version::k3, bytes_);
    EXPECT_TRUE(
        record_.Decode(Version::k3, Bytes(bytes_).subspan(4, bytes_.size() - kFrameOverhead)));
    return VisitNumbers(record_.sets()[0], type, [this](InstanceId i, auto number) {
      seen_[i] = static_cast<double>(number);
    });
  }
  void AddU64(InstanceId instance, std::uint64_t value, Type type = Type::kU64) {
    ByteBuffer payload;
    ByteWriter(payload).U64(value);
    encoder_.AddBlock(instance, type, payload);
  }
  const std::map<InstanceId, double>& seen() const { return seen_; }
  const ResultRecord& record() const { return record_; }

 private:
  ResultEncoder encoder_;
  ByteBuffer bytes_;
  ResultRecord record_;
  std::map<InstanceId, double> seen_;
};

TEST(NumbersTest, WordsAreReadByTheirType) {
  Numbers numbers(ValueFormat::kInPlace);
  numbers.encoder().AddInPlace(3, 0xffffffff);
  EXPECT_TRUE(numbers.Visit(Type::k32));
  EXPECT_EQ(numbers.seen().at(3), -1);
  EXPECT_TRUE(numbers.Visit(Type::kU32));
  EXPECT_EQ(numbers.seen().at(3), 4294967295.0);
  EXPECT_FALSE(numbers.Visit(Type::kU64));
  EXPECT_FALSE(numbers.Visit(Type::kString));
}

TEST(NumbersTest, OldFloatsInPlaceAreRead) {
  Numbers numbers(ValueFormat::kInPlace);
  numbers.encoder().AddInPlace(0, std::bit_cast<std::uint32_t>(2.5f));
  EXPECT_TRUE(numbers.Visit(Type::kFloat));
  EXPECT_EQ(numbers.seen().at(0), 2.5);
}

TEST(NumbersTest, UniformBlocksAreReadInOneStride) {
  Numbers numbers(ValueFormat::kPointer);
  for (int i = 0; i < 5; ++i)
    numbers.AddU64(i, std::uint64_t{1} << 40 | static_cast<std::uint64_t>(i));
  EXPECT_TRUE(numbers.Visit(Type::kU64));
  EXPECT_EQ(numbers.record().sets()[0].stride(), 12u);
  EXPECT_EQ(numbers.seen().size(), 5u);
  EXPECT_EQ(numbers.seen().at(4), 1099511627780.0);
  EXPECT_FALSE(numbers.Visit(Type::kDouble)) << "the blocks say U64";
}

TEST(NumbersTest, ABlockOfAnotherTypeIsRefusedBeforeAnyCall) {
  Numbers numbers(ValueFormat::kPointer);
  numbers.AddU64(0, 1);
  numbers.AddU64(1, 2, Type::k64);
  EXPECT_FALSE(numbers.Visit(Type::kU64));
  EXPECT_EQ(numbers.record().sets()[0].stride(), 0u);
  EXPECT_TRUE(numbers.seen().empty());
}

TEST(NumbersTest, ABlockOfAnotherSizeIsRefused) {
  Numbers numbers(ValueFormat::kPointer);
  ByteBuffer payload;
  ByteWriter(payload).U32(7);
  numbers.encoder().AddBlock(0, Type::kU64, payload);
  EXPECT_FALSE(numbers.Visit(Type::kU64));
}

}  // namespace
}  // namespace fdr
