// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/timeline.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr MetricId kMetric = MetricId::Build(60, 0, 1), kOther = MetricId::Build(60, 0, 2);

class TimelineTest : public testing::Test {
 protected:
  void Write(const char* name, double start, Type type = Type::kU32) {
    test::ArchiveBuilder(directory_ / name)
        .Metric({.name = "toy.x", .id = kMetric, .type = type})
        .Metric({.name = "toy.y", .id = kOther})
        .Record(At(start), {test::Single(kMetric, std::int64_t{1})})
        .Close();
  }
  // Gives the record of the last descriptor a record type that does not exist.
  void DamageLastMetric(const char* name) {
    const std::string path = directory_ / name + std::string(".meta");
    ByteBuffer metadata = test::ReadFile(path);
    const std::size_t length = LoadU32(metadata.data() + metadata.size() - 4);
    metadata.at(metadata.size() - length + 7) = std::byte{99};
    test::WriteFile(path, metadata);
  }
  Result<std::unique_ptr<Timeline>> Open(MetadataDamage damage) {
    problems_.clear();
    OpenOptions options;
    options.metadata_damage = damage;
    options.on_problem = [this](const Problem& problem) { problems_.push_back(problem); };
    return Timeline::Open(directory_.path(), options);
  }

  test::TempDirectory directory_;
  std::vector<Problem> problems_;
};

TEST_F(TimelineTest, WhatIsNamedButNotThereIsReportedAndLeftOut) {
  Write("a", 0);
  const std::string names = directory_ / "missing" + "," + directory_ / "a";
  OpenOptions options;
  options.on_problem = [this](const Problem& problem) { problems_.push_back(problem); };
  const auto timeline = Timeline::Open(names, options);
  ASSERT_TRUE(timeline) << timeline.error().Message();
  EXPECT_EQ((*timeline)->size(), 1u);
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].code, Errc::kNotFound);
  EXPECT_EQ(problems_[0].file, directory_ / "missing");
  ASSERT_TRUE((*timeline)->left_out_error());
  EXPECT_EQ((*timeline)->left_out_error()->code, Errc::kNotFound);
  EXPECT_EQ(*(*timeline)->LookForChange(), Timeline::Change::kNone);
  EXPECT_EQ(problems_.size(), 1u) << "not at each look";
  Write("missing", 10);
  EXPECT_EQ(*(*timeline)->LookForChange(), Timeline::Change::kNewArchives);
  EXPECT_TRUE(Timeline::Open(names)) << "whether anybody listens or not";
}

TEST_F(TimelineTest, AVolumeGrowsUntilItsLabelIsWhole) {
  Write("a", 0);
  const std::string names = directory_ / "a" + "," + directory_ / "b";
  OpenOptions options;
  options.on_problem = [](const Problem&) {};
  const auto timeline = Timeline::Open(names, options);
  ASSERT_TRUE(timeline) << timeline.error().Message();
  ASSERT_EQ((*timeline)->LookForChange(), Timeline::Change::kNone);
  const ByteBuffer volume = test::ReadFile(directory_ / "a.0");
  test::WriteFile(directory_ / "a.1", Bytes(volume).first(10));
  EXPECT_EQ((*timeline)->LookForChange(), Timeline::Change::kNone) << "its label is not whole";
  test::WriteFile(directory_ / "a.1", volume);  // which the directory does not show
  EXPECT_EQ((*timeline)->LookForChange(), Timeline::Change::kGrown);
  ASSERT_TRUE((*timeline)->Refresh());
  Write("b", 10);
  EXPECT_EQ((*timeline)->LookForChange(), Timeline::Change::kNewArchives);
  EXPECT_EQ((*timeline)->LookForChange(), Timeline::Change::kNewArchives) << "until it is opened";
}

TEST_F(TimelineTest, DamagedMetadataAreSkippedAndReportedOnce) {
  Write("a", 0);
  Write("b", 10);
  DamageLastMetric("b");
  const auto timeline = Open(MetadataDamage::kSkip);
  ASSERT_TRUE(timeline) << timeline.error().Message();
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].code, Errc::kBadRecordType);
  EXPECT_EQ(problems_[0].file, directory_ / "b.meta");
  EXPECT_TRUE((*timeline)->metadata().FindMetric("toy.y")) << "from the other archive";
  ASSERT_TRUE((*timeline)->Refresh());
  EXPECT_EQ(problems_.size(), 1u);
}

TEST_F(TimelineTest, AMetricThatIsSomethingElseLaterIsAProblemOfTheMergedMetadata) {
  Write("a", 0);
  Write("b", 10, Type::kU64);
  EXPECT_EQ(Open(MetadataDamage::kRefuse).error().code, Errc::kTypeChanged);
  const auto timeline = Open(MetadataDamage::kSkip);
  ASSERT_TRUE(timeline) << timeline.error().Message();
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].code, Errc::kTypeChanged);
  EXPECT_EQ(problems_[0].file, directory_ / "b.meta");
  EXPECT_EQ((*timeline)->metadata().FindDesc(kMetric)->type, Type::kU32);
}

}  // namespace
}  // namespace fdr
