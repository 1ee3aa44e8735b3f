// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/number_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

class NumberReaderTest : public testing::Test {
 protected:
  static constexpr MetricId kMetric = MetricId::Build(60, 0, 1);
  static constexpr std::array<InstanceId, 3> kInstances = {1, 4, 9};
  using Numbers = std::vector<std::uint64_t>;

  // The values of the instances 1, 4, 9, ... in place.
  const ValueSet& InPlace(const std::vector<std::uint32_t>& words) {
    encoder_.Begin({1000, 0});
    encoder_.BeginSet(kMetric, ValueFormat::kInPlace);
    for (std::size_t i = 0; i < words.size(); ++i) encoder_.AddInPlace(kInstances[i], words[i]);
    return Decode();
  }
  // The same in blocks, each with a type and as many bytes as `size` says, the last one `last`.
  struct Block {
    Type type;
    std::size_t size;
    std::byte last;
  };
  const ValueSet& InBlocks(const std::vector<Block>& blocks) {
    encoder_.Begin({1000, 0});
    encoder_.BeginSet(kMetric, ValueFormat::kPointer);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      std::vector<std::byte> payload(blocks[i].size);
      payload.back() = blocks[i].last;
      encoder_.AddBlock(kInstances[i], blocks[i].type, payload);
    }
    return Decode();
  }

  // The numbers of all values; empty where ReadAll() cannot read them.
  static std::vector<std::uint64_t> All(const ValueSet& set, Type type,
                                        std::span<const InstanceId> instances = kInstances) {
    const NumberShape shape(type);
    std::vector<std::uint64_t> bits(instances.size());
    if (!NumberReader(set, shape).ReadAll(instances, bits.data())) bits.clear();
    return bits;
  }
  static std::optional<std::uint64_t> First(const ValueSet& set, Type type) {
    const NumberShape shape(type);
    return NumberReader(set, shape).Bits(0);
  }

 private:
  const ValueSet& Decode() {
    frame_.clear();
    encoder_.Encode(Version::k3, frame_);
    const Bytes body = Bytes(frame_).subspan(kFrameLengthSize, frame_.size() - kFrameOverhead);
    EXPECT_TRUE(record_.Decode(Version::k3, body));
    return record_.sets().front();
  }

  ResultEncoder encoder_;
  ByteBuffer frame_;
  ResultRecord record_;
};

TEST_F(NumberReaderTest, NumbersOf32BitsAreInTheirWords) {
  const ValueSet& set = InPlace({10, 20, 30});
  for (const Type type : {Type::k32, Type::kU32, Type::kFloat}) {
    EXPECT_EQ(All(set, type), (Numbers{10, 20, 30}));
    EXPECT_EQ(First(set, type), 10u);
  }
  for (const Type type : {Type::k64, Type::kU64, Type::kDouble, Type::kString}) {
    EXPECT_TRUE(All(set, type).empty());
    EXPECT_FALSE(First(set, type));
  }
}

TEST_F(NumberReaderTest, OtherNumbersAreInBlocksOfTheirType) {
  const ValueSet& set = InBlocks({{Type::kU64, 8, std::byte{1}},
                                  {Type::kU64, 8, std::byte{2}},
                                  {Type::kU64, 8, std::byte{3}}});
  EXPECT_EQ(All(set, Type::kU64), (Numbers{1, 2, 3}));
  EXPECT_EQ(First(set, Type::kU64), 1u);
  for (const Type type : {Type::k64, Type::kDouble, Type::kFloat, Type::kU32}) {
    EXPECT_TRUE(All(set, type).empty());
    EXPECT_FALSE(First(set, type));
  }
}

TEST_F(NumberReaderTest, ABlockOfAFloatHas32Bits) {
  const ValueSet& set = InBlocks({{Type::kFloat, 4, std::byte{1}},
                                  {Type::kFloat, 4, std::byte{2}},
                                  {Type::kFloat, 4, std::byte{3}}});
  EXPECT_EQ(All(set, Type::kFloat), (Numbers{1, 2, 3}));
}

TEST_F(NumberReaderTest, BlocksWithoutATypeAreReadOneByOne) {
  const ValueSet& set = InBlocks({{Type::k32, 8, std::byte{5}}});
  EXPECT_TRUE(All(set, Type::kDouble, std::span(kInstances).first(1)).empty());
  EXPECT_EQ(First(set, Type::kDouble), 5u);
  EXPECT_FALSE(First(set, Type::kFloat)) << "of another size";
}

TEST_F(NumberReaderTest, AllAreReadOnlyIfEachIsANumber) {
  const ValueSet& set = InBlocks({{Type::kU64, 8, std::byte{1}},
                                  {Type::kString, 8, std::byte{0}},
                                  {Type::kU64, 8, std::byte{3}}});
  EXPECT_TRUE(All(set, Type::kU64).empty());
  EXPECT_EQ(First(set, Type::kU64), 1u);
}

TEST_F(NumberReaderTest, AllAreReadOnlyForTheseInstancesInThisOrder) {
  const ValueSet& set = InPlace({10, 20, 30});
  EXPECT_TRUE(All(set, Type::k32, std::array<InstanceId, 3>{4, 1, 9}).empty());
  EXPECT_TRUE(All(set, Type::k32, std::array<InstanceId, 2>{1, 4}).empty());
  EXPECT_EQ(All(set, Type::k32, std::array<InstanceId, 3>{1, 4, 9}).size(), 3u);
}

}  // namespace
}  // namespace fdr
