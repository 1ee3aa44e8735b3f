// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/scrub_stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/replay/copy/scrub/blanked.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::Blanked;
using test::ErrorOf;
using test::Single;

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr MetricId kNode = MetricId::Build(60, 12, 4);
constexpr MetricId kUid = MetricId::Build(3, 24, 0);
constexpr MetricId kOwn = MetricId::Build(70, 0, 1);
constexpr MetricId kOwnCounter = MetricId::Build(70, 0, 2);
constexpr MetricId kOwnNumber = MetricId::Build(70, 0, 3);
constexpr MetricId kBlob = MetricId::Build(70, 0, 4);
constexpr MetricId kEvents = MetricId::Build(70, 0, 5);
constexpr InDomId kLoads = InDomId::Build(60, 2);
constexpr InDomId kProcesses = InDomId::Build(3, 9);
constexpr InDomId kOwnNames = InDomId::Build(70, 1);

class ScrubStageTest : public testing::TestWithParam<Version> {
 protected:
  void SetUp() override {
    WriterOptions options = test::ArchiveBuilder::Options(GetParam());
    options.label.host = "db1.alice.example";
    test::ArchiveBuilder builder(directory_ / "in", options);
    builder.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat, .indom = kLoads})
        .Metric({.name = "kernel.uname.nodename", .id = kNode, .type = Type::kString})
        .Metric({.name = "proc.id.uid", .id = kUid, .indom = kProcesses})
        .Metric({.name = "alice.text", .id = kOwn, .type = Type::kString, .indom = kOwnNames})
        .Metric({.name = "alice.count", .id = kOwnCounter, .semantics = Semantics::kCounter})
        .Metric({.name = "alice.number", .id = kOwnNumber, .type = Type::kU64})
        .Metric({.name = "alice.blob", .id = kBlob, .type = Type::kAggregate})
        .Metric({.name = "alice.events", .id = kEvents, .type = Type::kEvent})
        .Text(TextKind::kMetricOneLine, kOwn.value, "what alice says")
        .InDom(At(0), kLoads, {{1, "1 minute"}, {5, "5 minute"}, {7, "alice"}})
        .InDom(At(0), kProcesses, {{548, "000548 python3 alice.py"}})
        .InDom(At(0), kOwnNames, {{0, "alice"}, {1, "bob x"}, {2, "bob y"}})
        .LabelSets(At(0), LabelLevel::kContext, kContextId,
                   {{{{"hostname", "\"db1.alice.example\""}, {"shop", "{\"till\":\"alice\"}"}}}})
        .LabelSets(At(0), LabelLevel::kInstances, kOwnNames.value,
                   {{{{"who", "\"alice\"", true}}, 0}, {{{"who", "\"bob\""}}, 1}})
        .Record(At(1), Values())
        .Mark(At(2))
        .Record(At(3), {Single(kOwnNumber, std::uint64_t{5550123456})})
        .Record(At(4), Values());
  }

  static std::vector<test::Values> Values() {
    const test::Event event{.stamp = At(0.5),
                            .fields = {{kOwn, Type::kString, std::string("alice")},
                                       {kOwnCounter, Type::kU32, std::int64_t{7}},
                                       {kOwnNumber, Type::kU64, std::uint64_t{5550123456}}}};
    return {{kLoad, {{1, 0.5}, {5, 0.25}}},
            Single(kNode, std::string("db1")),
            {kUid, {{548, std::int64_t{1000}}}},
            {kOwn, {{0, std::string("alice")}, {1, std::string(R"({"a":"alice"})")}}},
            Single(kOwnCounter, std::int64_t{42}),
            Single(kOwnNumber, std::uint64_t{5550123456}),
            Single(kBlob, ByteBuffer(100, std::byte{'a'})),
            Single(kEvents, std::vector{event})};
  }

  void Copy(NameKindSet kept = {}) {
    options_.stages = [&](CopySink& writer, const Metadata& metadata) -> Result<CopySink*> {
      Pseudonyms names(ScrubKey("a key for the tests of fdr"), kept);
      return &stage_.emplace(metadata, std::move(names), writer);
    };
    options_.on_problem = [](const Problem& problem) { ADD_FAILURE() << problem.what; };
    const auto copied = JoinArchives({FindArchive(directory_ / "in").value()}, out_, options_);
    ASSERT_EQ(ErrorOf(copied), "");
    test::ExpectSound(out_);
    archive_ = std::move(*Archive::Open(out_));
    RecordCursor cursor(*archive_);
    for (auto next = cursor.Next(); next && *next; next = cursor.Next())
      bodies_.emplace_back((*next)->body.begin(), (*next)->body.end());
  }

  std::string TextOf(MetricId id, std::size_t record, std::uint32_t value = 0) {
    ResultRecord decoded;
    EXPECT_EQ(ErrorOf(decoded.Decode(GetParam(), bodies_.at(record))), "");
    for (const ValueSet& set : decoded.sets())
      if (set.id() == id) return Blanked(std::string(UpToNul(AsText(set.Block(value).payload))));
    return "none";
  }

  const test::TempDirectory directory_;
  const std::string out_ = directory_ / "out";
  JoinOptions options_;
  std::optional<ScrubStage> stage_;
  std::unique_ptr<Archive> archive_;
  std::vector<ByteBuffer> bodies_;
};

std::string NamesIn(const Archive& archive, InDomId indom) {
  std::string names;
  for (const Instance& one : archive.metadata().FindInDom(indom)->Members(0))
    names += std::to_string(one.id) + '=' + Blanked(std::string(one.name)) + ' ';
  return names;
}

TEST_P(ScrubStageTest, MetadataHaveNoNames) {
  Copy();
  EXPECT_EQ(Blanked(std::string(archive_->label().host.view())), "host-*.host-*.host-*");
  EXPECT_EQ(archive_->label().timezone.view(), "UTC");
  const Metadata& metadata = archive_->metadata();
  EXPECT_EQ(metadata.NamesOf(kLoad).front(), "kernel.all.load");
  EXPECT_EQ(Blanked(std::string(metadata.NamesOf(kOwn).front())), "metric_*.metric_*");
  EXPECT_FALSE(metadata.FindText(TextKind::kMetricOneLine, kOwn.value));
  EXPECT_EQ(NamesIn(*archive_, kLoads), "1=1 minute 5=5 minute 7=text-* ");
  EXPECT_EQ(NamesIn(*archive_, kProcesses), "548=000548 python3 args-* ");
  EXPECT_EQ(NamesIn(*archive_, kOwnNames), "0=text-* 1=text-* 2=text-* ");
}

TEST_P(ScrubStageTest, LabelsAreFoundUnderTheirNewNames) {
  Copy();
  EXPECT_EQ(stage_->report().label_sets_left_out, 0u);
  ASSERT_NE(archive_->metadata().FindLabels(LabelLevel::kContext, kContextId), nullptr);
  ASSERT_NE(archive_->metadata().FindLabels(LabelLevel::kInstances, kOwnNames.value), nullptr);
  const LabelSetRecord context =
      archive_->metadata().FindLabels(LabelLevel::kContext, kContextId)->Record(0);
  ASSERT_EQ(context.sets.size(), 1u);
  const LabelSet& set = context.sets.front();
  EXPECT_EQ(Blanked(std::string(set.json)),
            R"({"hostname":"host-*.host-*.host-*","label_*":{"label_*":"text-*"}})");
  ASSERT_EQ(set.entries.size(), 2u);
  EXPECT_EQ(set.Name(set.entries[0]), "hostname");
  EXPECT_EQ(Blanked(std::string(set.Name(set.entries[1]))), "label_*");
  EXPECT_EQ(Blanked(std::string(set.Value(set.entries[1]))), "\"text-*\"");
  EXPECT_EQ(set.entries[1].flags, 1 | kLabelCompound);
  const LabelSetRecord instances =
      archive_->metadata().FindLabels(LabelLevel::kInstances, kOwnNames.value)->Record(0);
  ASSERT_EQ(instances.sets.size(), 2u);
  EXPECT_EQ(instances.sets[0].entries.at(0).flags, 32 | kLabelOptional);
  EXPECT_EQ(instances.sets[1].entries.at(0).flags, 32);
}

TEST_P(ScrubStageTest, ValuesHaveNoNamesAndNumbersStay) {
  Copy();
  ASSERT_EQ(bodies_.size(),
            3u);  // and the one with nothing but a number that may be a name is gone
  EXPECT_EQ(TextOf(kNode, 0), "host-*");
  EXPECT_EQ(TextOf(kOwn, 0), "text-*");
  EXPECT_EQ(TextOf(kOwn, 0, 1), R"({"label_*":"text-*"})");
  EXPECT_EQ(TextOf(kOwnNumber, 0), "none");
  EXPECT_EQ(TextOf(kBlob, 0), "");
  ResultRecord after;
  EXPECT_EQ(ErrorOf(after.Decode(GetParam(), bodies_[0])), "");
  ASSERT_EQ(after.sets().size(), 7u);
  EXPECT_EQ(LoadU32(after.sets()[0].Block(0).payload.data()), 0x3f000000u);
  EXPECT_GE(after.sets()[2].Word(0), 100'000u);
  EXPECT_EQ(after.sets()[4].Word(0), 42u);
  EXPECT_EQ(stage_->report().numbers_left_out, 5u);
  EXPECT_EQ(stage_->report().metrics_left_out, 1u);
  EXPECT_EQ(stage_->report().aggregates_emptied, 2u);
  EXPECT_EQ(stage_->report().texts_left_out, 1u);
}

TEST_P(ScrubStageTest, EventsKeepWhatIsNoName) {
  Copy();
  ResultRecord decoded;
  ASSERT_EQ(ErrorOf(decoded.Decode(GetParam(), bodies_[0])), "");
  const ValueSet& set = decoded.sets().back();
  ASSERT_EQ(set.id(), kEvents);
  const auto events = EventArray::Decode(Type::kEvent, set.Block(0).payload);
  ASSERT_EQ(ErrorOf(events), "");
  ASSERT_EQ(events->records().size(), 1u);
  const auto parameters = events->Parameters(events->records()[0]);
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(Blanked(std::string(UpToNul(AsText(parameters[0].payload)))), "text-*");
  EXPECT_EQ(LoadU32(parameters[1].payload.data()), 7u);
}

TEST_P(ScrubStageTest, NoByteOfTheNamesIsLeft) {
  Copy();
  for (const std::string& name : test::FileNames(directory_.path())) {
    if (!name.starts_with("out")) continue;
    const std::string text = ToLower(AsText(test::ReadFile(directory_ / name)));
    for (const char* secret : {"alice", "bob", "db1", "shop", "till"})
      EXPECT_EQ(text.find(secret), text.npos) << secret << " in " << name;
  }
}

TEST_P(ScrubStageTest, KindsThatAreKeptStay) {
  NameKindSet kept;
  for (const NameKind kind : {NameKind::kMetric, NameKind::kHelp, NameKind::kHost, NameKind::kText})
    kept.set(IndexOf(kind));
  Copy(kept);
  EXPECT_EQ(archive_->label().host.view(), "db1.alice.example");
  EXPECT_EQ(archive_->metadata().NamesOf(kOwn).front(), "alice.text");
  EXPECT_EQ(archive_->metadata().FindText(TextKind::kMetricOneLine, kOwn.value), "what alice says");
  EXPECT_EQ(TextOf(kOwn, 0), "alice");
}

INSTANTIATE_TEST_SUITE_P(Versions, ScrubStageTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
