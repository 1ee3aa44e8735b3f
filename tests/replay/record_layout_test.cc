// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

// A number in place, one of two instances in blocks, a string, and an error.
constexpr std::string_view kRecord =
    "5a000000 0001e240 | 00000004 | 0f000001 00000001 00000000 | ffffffff 0000002a"
    "0f000002 00000002 00000001 | 00000000 00000019 | 00000001 0000001c"
    "0f000003 00000001 00000001 | ffffffff 0000001f | 0f000004 ffffcfc2"
    "0300000c 00000000 00000007 | 0300000c 00000000 00000008 | 06000008 61626364";

class RecordLayoutTest : public testing::Test {
 protected:
  RecordLayoutTest() {
    const Type types[] = {Type::kU32, Type::kU64, Type::kString, Type::kDouble, Type::kU32};
    for (const Type type : types) {
      const auto number = static_cast<std::uint32_t>(metrics_.size());
      Desc desc;
      desc.id = MetricId{0x0f000001 + number};
      desc.type = type;
      metrics_.emplace_back(desc).number = number;
    }
    layout_ = LayoutOf(kRecord);
  }

  RecordLayout LayoutOf(std::string_view record, std::size_t most = 100) const {
    const RecordBuilder built(record);
    ResultRecord decoded;
    EXPECT_TRUE(decoded.DecodeSets(Version::k2, built.bytes()));
    RecordLayout layout;
    for (const ValueSet& set : decoded.sets())
      layout.Add(metrics_[set.id().value - 0x0f000001], set, most);
    return layout;
  }

  bool HasNumbers(std::size_t set) const { return layout_.sets()[set].HasNumbers(); }

  // Nothing if it has other sets.
  std::vector<std::uint64_t> NumbersOf(std::string_view record) {
    const RecordBuilder built(record);
    std::vector<std::uint64_t> numbers(layout_.numbers());
    if (!layout_.ReadNumbers(built.bytes(), numbers)) numbers.clear();
    return numbers;
  }
  static std::string With(std::string_view what, std::string_view instead) {
    std::string record(kRecord);
    const auto at = record.find(what);
    EXPECT_NE(at, std::string::npos);
    return record.replace(at, what.size(), instead);
  }

  std::vector<PlannedMetric> metrics_;
  RecordLayout layout_;
};

TEST_F(RecordLayoutTest, SaysWhatIsThereAndWhatOfItAreNumbers) {
  EXPECT_TRUE(HasNumbers(0) && HasNumbers(1));
  EXPECT_FALSE(HasNumbers(2));
  EXPECT_TRUE(HasNumbers(3)) << "none, that is";
  EXPECT_EQ(layout_.sets().size(), 4u) << "an error has none";
  const std::vector<std::uint64_t> numbers = NumbersOf(kRecord);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{42, 7, 8}));
  const KnownNumbers two = layout_.NumbersOf(layout_.sets()[1], numbers);
  EXPECT_EQ(two.bits.size(), 2u);
  EXPECT_EQ(two.bits[1], 8u);
  EXPECT_EQ(two.instances.size(), 2u);
  EXPECT_FALSE(two.in_place);
  EXPECT_TRUE(layout_.NumbersOf(layout_.sets()[0], numbers).in_place);
  EXPECT_TRUE(layout_.NumbersOf(layout_.sets()[3], numbers).bits.empty());
}

TEST_F(RecordLayoutTest, ReadsRecordsThatAreAlike) {
  const std::vector<std::uint64_t> as_before = {42, 7, 8};
  EXPECT_EQ(NumbersOf(With("00000000 00000007", "00000000 00000009")),
            (std::vector<std::uint64_t>{42, 9, 8}));
  EXPECT_EQ(NumbersOf(With("61626364", "65666768")), as_before);
  EXPECT_EQ(NumbersOf(With("ffffcfc2", "00000000")), as_before);
  EXPECT_TRUE(HasNumbers(0) && HasNumbers(1));
}

TEST_F(RecordLayoutTest, NoOthers) {
  EXPECT_TRUE(NumbersOf(With("0f000001", "0f000005")).empty()) << "another metric";
  EXPECT_TRUE(NumbersOf(With("0f000004 ffffcfc2", "0f000004 00000001")).empty()) << "a value";
  EXPECT_TRUE(NumbersOf("5a000000 0001e240 | 00000004").empty()) << "less of it";
}

// The first set is as it was in all of them.
TEST_F(RecordLayoutTest, AndOfThoseThatVaryInPartTheOtherPart) {
  const std::string records[] = {
      With("00000001 0000001c", "00000002 0000001c"),  // another instance
      With("00000002 00000001", "00000001 00000001"),  // fewer of them
      With("00000002 00000001", "00000002 00000000"),  // in place
      With("0300000c", "0500000c"),                    // another type
  };
  for (const std::string& record : records) {
    layout_ = LayoutOf(kRecord);
    EXPECT_EQ(NumbersOf(record).at(0), 42u);
    EXPECT_TRUE(HasNumbers(0));
    EXPECT_FALSE(HasNumbers(1)) << record;
    EXPECT_EQ(NumbersOf(kRecord).at(0), 42u);
    EXPECT_FALSE(HasNumbers(1)) << "from then on";
    EXPECT_TRUE(layout_.Fits(LayoutOf(kRecord))) << "what varies does not tell them apart";
  }
}

TEST_F(RecordLayoutTest, FitsThoseWithTheSameInstancesAtTheSamePlaces) {
  EXPECT_TRUE(layout_.Fits(layout_));
  for (const auto& [what, instead] :
       {std::pair("0f000001 00000001 00000000 | ffffffff", "0f000001 00000001 00000000 | 00000000"),
        std::pair("00000001 00000000 | ffffffff", "00000001 00000001 | ffffffff"),
        std::pair("00000000 00000019 | 00000001", "00000001 00000019 | 00000000"),
        std::pair("0f000004 ffffcfc2", "0f000005 ffffcfc2")})
    EXPECT_FALSE(layout_.Fits(LayoutOf(With(what, instead)))) << instead;
  EXPECT_TRUE(layout_.Fits(LayoutOf(With("0000002a", "0000002b"))));
}

TEST_F(RecordLayoutTest, OnceTheyVaryOthersFitToo) {
  const std::string other = With("00000001 0000001c", "00000002 0000001c");
  EXPECT_FALSE(layout_.Fits(LayoutOf(other)));
  EXPECT_EQ(NumbersOf(other).at(0), 42u);
  EXPECT_TRUE(layout_.Fits(LayoutOf(other)));
  EXPECT_FALSE(layout_.Fits(LayoutOf(With("| ffffffff 0000002a", "| 00000000 0000002a"))));
}

TEST_F(RecordLayoutTest, SetsBeyondTheMostNumbersAreNotCounted) {
  layout_ = LayoutOf(kRecord, 2);
  EXPECT_TRUE(HasNumbers(0));
  EXPECT_FALSE(HasNumbers(1));
  EXPECT_EQ(NumbersOf(kRecord), (std::vector<std::uint64_t>{42}));
}

}  // namespace
}  // namespace fdr
