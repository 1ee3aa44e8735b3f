// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_archives.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/metadata/label_history.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/archive/copy/record_stamps.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ArchiveBuilder;
using test::At;
using test::ErrorOf;
using test::Single;
using test::StampsOf;
using test::Values;

class ExtractTest : public testing::Test {
 protected:
  static constexpr MetricId kTheLoad = MetricId::Build(60, 0, 1);
  static constexpr MetricId kTheReads = MetricId::Build(60, 1, 1);
  static constexpr MetricId kTheSilent = MetricId::Build(60, 0, 2);
  static constexpr InDomId kTheDisks = InDomId::Build(60, 1);
  static constexpr double kOneDay = 86'400;

  // An archive with a load at each of these times.  The collector, if there is one, is said first.
  std::string Write(const std::string& name, const std::vector<double>& times, int collector = 0) {
    const std::string base = directory_ / name;
    ArchiveBuilder builder(base);
    builder.Metric({.name = "load", .id = kTheLoad});
    const auto prologue = [](std::uint32_t item) { return MetricId::Build(2, 0, item); };
    for (const std::uint32_t item : {20u, 21u, 22u, 23u, 24u})
      builder.Metric({.name = fmt::format("prologue.m{}", item), .id = prologue(item)});
    for (const double t : times) {
      if (t == times.front() && collector > 0) {
        std::vector<Values> sets;
        for (const std::uint32_t item : {20u, 21u, 22u, 23u, 24u})
          sets.push_back(Single(prologue(item), std::int64_t{collector}));
        builder.Record(At(t), sets);
      } else {
        builder.Record(At(t), {Single(kTheLoad, std::int64_t{1})});
      }
    }
    return base;
  }

  // The stamps of the result.
  std::string Extract(const std::vector<std::string>& bases) {
    if (auto done = Run(bases); !done) return done.error().Message();
    auto written = Archive::Open(out_);
    EXPECT_EQ(ErrorOf(written), "");
    written_ = std::move(*written);
    test::ExpectSound(out_);
    return StampsOf(*written_);
  }

  enum class OldFiles : std::uint8_t { kGo, kStay };

  Result<std::uint64_t> Run(const std::vector<std::string>& bases, OldFiles old = OldFiles::kGo) {
    written_.reset();
    if (old == OldFiles::kGo) test::RemoveFiles(directory_, "out.");
    std::vector<ExtractSource> inputs;
    Metadata merged(MetadataDamage::kSkip);
    for (const std::string& base : bases) {
      auto archive = Archive::Open(base, options_);
      EXPECT_EQ(ErrorOf(archive), "");
      EXPECT_EQ(ErrorOf((*archive)->AppendMetadataTo(merged)), "");
      plan_.label = (*archive)->label();
      inputs.push_back({(*archive)->files(), (*archive)->label(), options_.source});
    }
    return ExtractArchives(inputs, merged, out_, plan_);
  }

  const test::TempDirectory directory_;
  const std::string out_ = directory_ / "out";
  OpenOptions options_;
  ExtractPlan plan_;
  std::unique_ptr<Archive> written_;
};

TEST_F(ExtractTest, AMarkFollowsAnInputThatEnds) {
  EXPECT_EQ(Extract({Write("a", {1, 2}), Write("b", {5, 6})}), "1/ 2 2.001m 5 6 ");
  EXPECT_EQ(Extract({directory_ / "b", directory_ / "a"}), "1/ 2 2.001m 5 6 ");
}

TEST_F(ExtractTest, AMarkHasItsPlaceInTime) {
  EXPECT_EQ(Extract({Write("a", {10, 20}), Write("b", {20, 30})}), "10/ 20 20 20.001m 30 ");
}

TEST_F(ExtractTest, InputsThatEndTogetherLoseNoRecord) {
  EXPECT_EQ(Extract({Write("a", {1, 2}), Write("b", {2}), Write("c", {1.5, 2})}), "1/ 1.5 2 2 2 ");
}

TEST_F(ExtractTest, NoMarkIsWhereTheCollectorGoesOn) {
  Write("a", {1, 2}, 7);
  Write("b", {5, 6}, 7);
  Write("c", {8, 9}, 8);
  EXPECT_EQ(Extract({directory_ / "a", directory_ / "b", directory_ / "c"}),
            "1/ 2 5 6 6.001m 8 9 ");
  plan_.marks_always = true;
  EXPECT_EQ(Extract({directory_ / "a", directory_ / "b", directory_ / "c"}),
            "1/ 2 2.001m 5 6 6.001m 8 9 ");
}

TEST_F(ExtractTest, AWindowHasBothEnds) {
  Write("a", {1, 2, 3, 4, 5});
  plan_.start = At(2);
  plan_.end = At(4);
  EXPECT_EQ(Extract({directory_ / "a"}), "2/ 3 4 ");
}

TEST_F(ExtractTest, EachDayHasItsWindow) {
  // Nothing is in the windows of the first day and of the third one.
  Write("a", {5, kOneDay + 1, kOneDay + 2, kOneDay + 9, 2 * kOneDay + 5, 3 * kOneDay + 1,
              3 * kOneDay + 4});
  plan_.start = At(1);
  plan_.end = At(3);
  plan_.daily = true;
  EXPECT_EQ(Extract({directory_ / "a"}), "86401/ 86402 86402.001m 86402.002m 259201 ");
}

TEST_F(ExtractTest, AStampFarAwayEndsTheDays) {
  Write("a", {1, 2, 4e9});
  plan_.start = At(1);
  plan_.end = At(3);
  plan_.daily = true;
  EXPECT_EQ(Extract({directory_ / "a"}), "1/ 2 ");
}

TEST_F(ExtractTest, MarksCountAsRecords) {
  Write("a", {1, 2});
  Write("b", {5, 6, 7});
  plan_.records = 4;
  plan_.volume_records = 2;
  EXPECT_EQ(Extract({directory_ / "a", directory_ / "b"}), "1/ 2 2.001m/ 5 ");
}

TEST_F(ExtractTest, MetadataComeWithTheFirstValueThatNeedsThem) {
  const std::string base = directory_ / "a";
  {
    ArchiveBuilder builder(base);
    builder.Metric({.name = "load", .id = kTheLoad})
        .Metric({.name = "silent", .id = kTheSilent})
        .Metric({.name = "reads", .id = kTheReads, .indom = kTheDisks})
        .Text(TextKind::kMetricOneLine, kTheLoad.value, "the load")
        .Text(TextKind::kMetricOneLine, kTheSilent.value, "nothing")
        .LabelSets(At(1), LabelLevel::kItem, kTheReads.value, {{.labels = {{"a", "1"}}}});
    builder.InDom(At(10), kTheDisks, {{1, "sda"}});
    builder.Record(At(15), {Single(kTheLoad, std::int64_t{1})});
    builder.InDom(At(20), kTheDisks, {{1, "sda"}, {2, "sdb"}});
    builder.Record(At(22), {{kTheReads, {{1, std::int64_t{1}}}}});
    builder.InDom(At(30), kTheDisks, {{1, "sda"}, {2, "sdb"}, {3, "sdc"}});
    builder.Record(At(35), {{kTheReads, {{3, std::int64_t{1}}}}});
  }
  EXPECT_EQ(Extract({base}), "15/ 22 35 ");
  const Metadata& metadata = written_->metadata();
  EXPECT_EQ(metadata.FindDesc(kTheSilent), nullptr);
  EXPECT_EQ(metadata.metrics().size(), 2u);
  const InDomHistory* const disks = metadata.FindInDom(kTheDisks);
  ASSERT_NE(disks, nullptr);
  std::string records;
  for (std::size_t i = 0; i < disks->size(); ++i)
    records +=
        fmt::format("{}:{} ", SecondsBetween(At(0), disks->StampOf(i)), disks->Members(i).size());
  EXPECT_EQ(records, "22:2 35:3 ");
  const LabelHistory* const labels = metadata.FindLabels(LabelLevel::kItem, kTheReads.value);
  ASSERT_NE(labels, nullptr);
  EXPECT_EQ(labels->Record(0).stamp, At(22));
}

TEST_F(ExtractTest, InstancesStandInTheOrderOfTheChoice) {
  const std::string base = directory_ / "a";
  {
    ArchiveBuilder builder(base);
    builder.Metric({.name = "load", .id = kTheLoad})
        .Metric({.name = "reads", .id = kTheReads, .indom = kTheDisks})
        .InDom(At(1), kTheDisks, {{1, "sda"}, {2, "sdb"}, {3, "sdc"}})
        .Record(At(1),
                {Single(kTheLoad, std::int64_t{1}),
                 {kTheReads, {{1, std::int64_t{1}}, {2, std::int64_t{2}}, {3, std::int64_t{3}}}}})
        .Record(At(2), {Single(kTheLoad, std::int64_t{1})});
  }
  plan_.chosen.metrics.emplace().emplace(kTheReads, ChosenValues::Instances{3, 1, 9});
  EXPECT_EQ(Extract({base}), "1/ ") << "the second record loses all values";
  RecordCursor cursor(*written_);
  const auto frame = cursor.Next();
  ASSERT_TRUE(frame && *frame);
  ResultRecord record;
  ASSERT_TRUE(record.Decode(written_->version(), (*frame)->body));
  ASSERT_EQ(record.sets().size(), 1u);
  ASSERT_EQ(record.sets()[0].size(), 2u);
  EXPECT_EQ(record.sets()[0].Instance(0), 3);
  EXPECT_EQ(record.sets()[0].Instance(1), 1);
}

TEST_F(ExtractTest, DamageEndsAnInput) {
  const std::string base = Write("a", {1, 2, 3, 4});
  Write("b", {2.5, 9});
  // The third record says that it has more metrics than bytes.
  ByteBuffer data = test::ReadFile(base + ".0");
  const std::size_t label = Archive::Open(base).value()->label().size();
  const std::size_t record = label + (data.size() - label) / 2;
  std::fill_n(data.begin() + static_cast<std::ptrdiff_t>(record + 4 + StampSize(Version::k3)), 4,
              std::byte{0xff});
  test::WriteFile(base + ".0", data);
  std::vector<std::size_t> damaged;  // places in the list
  plan_.on_damage = [&](std::size_t input, const Problem&, std::uint64_t) {
    damaged.push_back(input);
  };
  EXPECT_EQ(Extract({base, directory_ / "b"}), "1/ 2 2.001m 2.5 9 ");
  EXPECT_EQ(damaged, std::vector<std::size_t>{0});
}

TEST_F(ExtractTest, ADamagedEventIsDamage) {
  const std::string base = directory_ / "a";
  {
    ArchiveBuilder builder(base);
    builder.Metric({.name = "load", .id = kTheLoad})
        .Metric({.name = "events", .id = kTheReads, .type = Type::kEvent});
    for (const int second : {1, 2, 3})
      builder.Record(
          At(second),
          {{kTheReads,
            {{kSingular, std::vector{test::Event{
                             .stamp = At(second),
                             .fields = {{kTheLoad, Type::kU32, std::int64_t{second}}}}}}}}});
  }
  EXPECT_EQ(Extract({base}), "1/ 2 3 ");
  // The number of events in the second record, behind the header of the only block.
  ByteBuffer data = test::ReadFile(base + ".0");
  const std::size_t label = Archive::Open(base).value()->label().size();
  const std::size_t record = label + (data.size() - label) / 3;
  const std::size_t block =
      record + 4 + StampSize(Version::k3) + 4 + ValueSet::kHeadSize + ValueSet::kPairSize;
  data[block + kBlockHeaderSize + 3] = std::byte{0x7f};
  test::WriteFile(base + ".0", data);
  EXPECT_EQ(Extract({base}), "1/ ");
}

TEST_F(ExtractTest, AnErrorLeavesNoFilesUnlessPartsAreWanted) {
  const std::string base = Write("a", {1, 2});
  plan_.keep_going = [calls = 0]() mutable { return ++calls < 2; };
  EXPECT_EQ(Run({base}).error().code, Errc::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(out_ + ".0"));
  plan_.keep_going = [calls = 0]() mutable { return ++calls < 2; };
  plan_.keeps_parts = true;
  EXPECT_EQ(Run({base}).error().code, Errc::kCancelled);
  EXPECT_EQ(StampsOf(*Archive::Open(out_).value()), "1/ ");
  plan_.keep_going = {};
  test::RemoveFiles(directory_, "out.");
  plan_.start = At(5);
  EXPECT_EQ(Run({base}).error().code, Errc::kEmpty);
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
}

TEST_F(ExtractTest, NothingIsOverwritten) {
  const std::string base = Write("a", {1, 2});
  EXPECT_EQ(Extract({base}), "1/ 2 ");
  const auto again = Run({base}, OldFiles::kStay);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Errc::kExists);
}

}  // namespace
}  // namespace fdr
