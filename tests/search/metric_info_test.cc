// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/metric_info.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr InDomId kDisks = InDomId::Build(60, 1);
constexpr MetricId kReads = MetricId::Build(60, 0, 4), kLoad = MetricId::Build(60, 2, 0);

// Disk 1 is gone at the end, and the rack of disk 0 is another one.
class MetricInfoTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder(base_, Version::k3)
        .Metric({.name = "disk.read", .id = kReads, .indom = kDisks})
        .Metric({.name = "load", .id = kLoad})
        .Text(TextKind::kMetricOneLine, kLoad.value, "a line")
        .Text(TextKind::kMetricHelp, kLoad.value, "a help")
        .InDom(At(0), kDisks, {{1, "sdb"}, {0, "sda"}})
        .LabelSets(At(0), LabelLevel::kContext, 0, {{{{"hostname", "\"toy\""}}}})
        .LabelSets(At(0), LabelLevel::kInDom, kDisks.value, {{{{"type", "\"block\""}}}})
        .LabelSets(At(0), LabelLevel::kInstances, kDisks.value, {{{{"rack", "\"A\""}}, 0}})
        .Record(At(0), {{kReads, {{0, std::uint64_t{1}}}}, Single(kLoad, std::uint64_t{1})})
        .InDom(At(5), kDisks, {{0, "sda"}})
        .LabelSets(At(5), LabelLevel::kInstances, kDisks.value, {{{{"rack", "\"C\""}}, 0}})
        .Record(At(10), {{kReads, {{0, std::uint64_t{2}}}}, Single(kLoad, std::uint64_t{2})})
        .Close();
    auto context = ArchiveContext::Open(base_);
    ASSERT_TRUE(context);
    context_ = std::move(*context);
  }

  Result<std::vector<MetricInfo>> Read(std::vector<std::string> names, InfoWanted wanted) {
    const auto known = [](std::string_view name, const Desc&) {
      return "about " + std::string(name);
    };
    return InfoReader(*context_, wanted, known).Read(names);
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(MetricInfoTest, OnlyWhatIsWantedIsRead) {
  const auto metrics = Read({"load", "disk.read"}, {});
  ASSERT_TRUE(metrics);
  ASSERT_EQ(metrics->size(), 2u);
  EXPECT_EQ((*metrics)[0].name, "load");
  EXPECT_EQ((*metrics)[0].desc.id, kLoad);
  EXPECT_EQ((*metrics)[0].one_line, "a line");
  EXPECT_EQ((*metrics)[0].help, "");
  EXPECT_EQ((*metrics)[1].instances, nullptr);
  EXPECT_TRUE((*metrics)[1].labels.empty());
  const auto without = Read({"load"}, {.one_line = false, .help = true});
  ASSERT_TRUE(without);
  EXPECT_EQ((*without)[0].one_line, "");
  EXPECT_EQ((*without)[0].help, "a help");
}

TEST_F(MetricInfoTest, KnownTextsStandInForMissingOnes) {
  const auto metrics = Read({"load", "disk.read"}, {});
  ASSERT_TRUE(metrics);
  EXPECT_FALSE((*metrics)[0].has_known_text);
  EXPECT_TRUE((*metrics)[1].has_known_text);
  EXPECT_EQ((*metrics)[1].one_line, "about disk.read");
}

TEST_F(MetricInfoTest, InstancesAreAllThatEverWereAndLabelsTheLastOnes) {
  const auto metrics = Read({"disk.read", "load"}, {.instances = true, .labels = context_.get()});
  ASSERT_TRUE(metrics);
  const MetricInfo& reads = metrics->front();
  ASSERT_NE(reads.instances, nullptr);
  ASSERT_EQ(reads.instances->size(), 2u);
  EXPECT_EQ(reads.instances->front().name, "sda");
  EXPECT_EQ(reads.instances->back().name, "sdb");
  ASSERT_EQ(reads.labels.size(), 2u) << "without those of the source";
  EXPECT_EQ(*reads.labels[0], LabelLines{"type=block"});
  EXPECT_EQ(*reads.labels[1], LabelLines{"rack=C"});
  EXPECT_TRUE(metrics->back().labels.empty());
}

TEST_F(MetricInfoTest, ALongListOfLabelsEndsBehindOneMore) {
  ArchiveBuilder(directory_ / "many", Version::k3)
      .Metric({.name = "disk.read", .id = kReads, .indom = kDisks})
      .LabelSets(At(0), LabelLevel::kInDom, kDisks.value,
                 {{{{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}}}})
      .Record(At(0), {{kReads, {{0, std::uint64_t{1}}}}})
      .Close();
  auto many = ArchiveContext::Open(directory_ / "many");
  ASSERT_TRUE(many);
  const std::vector<std::string> names = {"disk.read"};
  const auto metrics =
      InfoReader(**many, {.labels = many->get(), .most_searched = 2}, nullptr).Read(names);
  ASSERT_TRUE(metrics);
  ASSERT_EQ(metrics->front().labels.size(), 1u);
  EXPECT_EQ(metrics->front().labels.front()->size(), 3u);
}

TEST_F(MetricInfoTest, ALimitEndsTheReading) {
  const std::vector<std::string> names = {"load", "disk.read"};
  for (int last = 1; last <= 3; ++last) {
    int calls = 0;
    const auto metrics = InfoReader(*context_, {}, nullptr).Read(names, [&]() -> Result<void> {
      if (++calls < last) return {};
      return Fail(Errc::kTimeout, "too long");
    });
    ASSERT_FALSE(metrics);
    EXPECT_EQ(metrics.error().code, Errc::kTimeout);
    EXPECT_EQ(calls, last) << "nothing goes on";
  }
}

TEST_F(MetricInfoTest, AnUnknownNameIsAnErrorOrLeftOut) {
  EXPECT_FALSE(Read({"load", "no.such"}, {}));
  const auto metrics = Read({"no.such", "load", "disk"}, {.skip_unknown = true});
  ASSERT_TRUE(metrics);
  ASSERT_EQ(metrics->size(), 1u);
  EXPECT_EQ(metrics->front().name, "load");
}

}  // namespace
}  // namespace fdr::test
