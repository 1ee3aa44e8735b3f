// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/record_walk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Single;

constexpr MetricId kA = MetricId::Build(1, 0, 1);
constexpr MetricId kB = MetricId::Build(1, 0, 2);
constexpr MetricId kC = MetricId::Build(1, 0, 3);

// 0: A B   1: B   2: mark   3: A (next volume)   4: C A (next volume)
class RecordWalkTest : public testing::Test {
 protected:
  RecordWalkTest() {
    test::ArchiveBuilder(base_)
        .Metric({.name = "a", .id = kA})
        .Metric({.name = "b", .id = kB, .type = Type::kU64})
        .Metric({.name = "c", .id = kC, .type = Type::kString})
        .Record(At(0), {Single(kA, std::uint64_t{1}), Single(kB, std::uint64_t{2})})
        .Record(At(1), {Single(kB, std::uint64_t{3})})
        .Mark(At(2))
        .Volume()
        .Record(At(3), {Single(kA, std::uint64_t{4})})
        .Volume()
        .Record(At(4), {Single(kC, std::string("five")), Single(kA, std::uint64_t{5})})
        .Close();
  }

  // Lists times and items as "0:1,2 1:2 2:mark ...".  Records outside the window are in brackets.
  std::string Walk(const WalkOptions& options, std::size_t limit = 99) {
    const auto archive = Archive::Open(base_);
    EXPECT_TRUE(archive);
    std::string text;
    const auto add = [&](const WalkedRecord& record) {
      text += fmt::format("{}:", record.stamp.sec - test::kEpoch);
      if (record.is_mark) text += "mark";
      for (const ValueSet* set : record.sets)
        text += fmt::format("{}{}", set == record.sets.front() ? "" : ",", set->id().item());
      sizes_.push_back(record.size);
    };
    WalkRecords(**archive, options,
                {.see =
                     [&](const WalkedRecord& record) {
                       add(record);
                       text += ' ';
                       return --limit > 0;
                     },
                 .outside =
                     [&](const WalkedRecord& record) {
                       text += '[';
                       add(record);
                       text += ']';
                     },
                 .on_problem = [this](const Problem& p) { problems_.push_back(p); }});
    return text;
  }

  void Damage(const std::string& file, std::size_t offset) {
    ByteBuffer bytes = test::ReadFile(base_ + file);
    bytes.at(offset) ^= std::byte{0x55};
    test::WriteFile(base_ + file, bytes);
  }

  test::TempDirectory directory_;
  std::string base_ = directory_ / "walk";
  std::vector<std::uint64_t> sizes_;
  std::vector<Problem> problems_;
};

TEST_F(RecordWalkTest, AllRecordsInBothDirections) {
  EXPECT_EQ(Walk({}), "0:1,2 1:2 2:mark 3:1 4:3,1 ");
  EXPECT_EQ(Walk({.reverse = true}), "4:3,1 3:1 2:mark 1:2 0:1,2 ");
  EXPECT_TRUE(problems_.empty());
}

TEST_F(RecordWalkTest, ChosenMetricsComeInTheOrderOfTheChoiceEachOnce) {
  EXPECT_EQ(Walk({.metrics = {{kA, kC, kA}}}), "0:1 3:1 4:1,3 ");
  EXPECT_EQ(Walk({.metrics = {{kB}}, .marks = true}), "0:2 1:2 2:mark ");
  EXPECT_EQ(Walk({.metrics = {{MetricId::Build(9, 9, 9)}}}), "");
}

TEST_F(RecordWalkTest, TheSizeIsThatOfTheChosenMetricsAlone) {
  Walk({.metrics = {{kA}}});
  EXPECT_EQ(sizes_, (std::vector<std::uint64_t>{24 + 8 + 4 + 8, 44, 44}));
  sizes_.clear();
  Walk({.metrics = {{kB, kC}}});
  EXPECT_EQ(sizes_, (std::vector<std::uint64_t>{24 + 8 + 4 + 8 + 12, 56, 24 + 8 + 4 + 8 + 12}));
}

TEST_F(RecordWalkTest, WindowsAreInclusive) {
  EXPECT_EQ(Walk({.start = At(1), .finish = At(3)}), "1:2 2:mark 3:1 [4:3,1]");
  EXPECT_EQ(Walk({.reverse = true, .start = At(1), .finish = At(3)}), "3:1 2:mark 1:2 [0:1,2]");
  EXPECT_EQ(Walk({.start = At(5)}), "");
  EXPECT_EQ(Walk({.start = At(3), .finish = At(1)}), "[3:1]");
}

TEST_F(RecordWalkTest, TheCallerCanEndIt) { EXPECT_EQ(Walk({}, 2), "0:1,2 1:2 "); }

TEST_F(RecordWalkTest, DamageCostsTheRestOfItsVolume) {
  Damage(".1", LabelSize(Version::k3) + 4 + 12 + 3);  // the number of metrics
  EXPECT_EQ(Walk({}), "0:1,2 1:2 2:mark 4:3,1 ");
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].file, base_ + ".1");
  EXPECT_EQ(problems_[0].offset, LabelSize(Version::k3));
  EXPECT_EQ(Walk({.reverse = true}), "4:3,1 2:mark 1:2 0:1,2 ");
}

TEST_F(RecordWalkTest, AVolumeThatCannotBeOpenedIsLeftOut) {
  Damage(".1", 4);
  EXPECT_EQ(Walk({}), "0:1,2 1:2 2:mark 4:3,1 ");
  ASSERT_FALSE(problems_.empty());
  EXPECT_EQ(problems_.front().file, base_ + ".1");
  EXPECT_EQ(Walk({.reverse = true}), "4:3,1 2:mark 1:2 0:1,2 ");
}

TEST_F(RecordWalkTest, ALastVolumeThatCannotBeOpenedIsLeftOutBackwards) {
  Damage(".2", 4);
  EXPECT_EQ(Walk({.reverse = true}), "3:1 2:mark 1:2 0:1,2 ");
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_.front().file, base_ + ".2");
  EXPECT_EQ(Walk({.reverse = true, .finish = At(2)}), "2:mark 1:2 0:1,2 ");
}

TEST_F(RecordWalkTest, DamageInTheLastVolumeEndsIt) {
  Damage(".2", LabelSize(Version::k3) + 4 + 12 + 3);
  EXPECT_EQ(Walk({}), "0:1,2 1:2 2:mark 3:1 ");
}

}  // namespace
}  // namespace fdr::tools
