// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/memory_source.h"

#include <gtest/gtest.h>

#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr MetricId kFree = MetricId::Build(60, 1, 5);
constexpr InDomId kCpus = InDomId::Build(60, 0);

Desc LoadDesc() { return {kLoad, Type::kFloat, kCpus, Semantics::kInstant, {}}; }

// Builds the bytes of a .meta file, record by record.
class MetadataTest : public testing::Test {
 protected:
  MetadataTest() {
    label_.volume = kMetadataVolume;
    label_.Encode(bytes_);
  }
  void Add(const MetadataRecord& record) { EncodeMetadata(Version::k3, record, bytes_); }
  void AddDesc(const Desc& desc, std::vector<std::string_view> names) {
    Add(DescRecord{desc, std::move(names)});
  }
  void AddText(TextKind kind, std::uint32_t id, std::string_view text) {
    Add(TextRecord{kind, id, text});
  }

  Result<Metadata> Load(MetadataDamage damage = MetadataDamage::kRefuse) {
    const MemorySource source("test.meta", bytes_);
    return Metadata::Load(source, label_, damage,
                          [this](const Problem& p) { problems_.push_back(p); });
  }

  LabelRecord label_;
  ByteBuffer bytes_;
  std::vector<Problem> problems_;
};

TEST_F(MetadataTest, MetricsHaveNamesAndDescriptors) {
  AddDesc(LoadDesc(), {"kernel.load", "load"});
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, Units::FromWord(0x10010000)}, {"mem.free"});
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  ASSERT_EQ(metadata->metrics().size(), 2u);
  EXPECT_EQ(metadata->metrics()[1].id, kFree);
  EXPECT_EQ(metadata->IndexOf(kFree), 1u);
  EXPECT_EQ(metadata->FindMetric("load"), kLoad);
  EXPECT_EQ(metadata->FindMetric("kernel"), std::nullopt);
  EXPECT_EQ(metadata->FindMetric(""), std::nullopt);
  EXPECT_EQ(metadata->FindDesc(kLoad)->type, Type::kFloat);
  EXPECT_EQ(metadata->FindDesc(MetricId{1}), nullptr);
  // The name tree lists the most recent name first; NamesOf() lists it last.
  const auto names = metadata->NamesOf(kLoad);
  EXPECT_EQ(std::vector(names.begin(), names.end()),
            (std::vector<std::string_view>{"kernel.load", "load"}));
  EXPECT_TRUE(metadata->NamesOf(MetricId{1}).empty());
}

TEST_F(MetadataTest, ANameBelongsToTheFirstMetricThatHasIt) {
  AddDesc(LoadDesc(), {"x"});
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, {}}, {"x"});
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->FindMetric("x"), kLoad);
  EXPECT_TRUE(metadata->NamesOf(kFree).empty());
}

TEST_F(MetadataTest, ANameEndsAtItsNul) {
  AddDesc(LoadDesc(), {std::string_view("x.y\0junk", 8)});
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->FindMetric("x.y"), kLoad);
}

TEST_F(MetadataTest, TheRootOfADynamicSubtreeIsFoundByItsNameButHasNone) {
  constexpr MetricId kRoot = MetricId::Build(511, 3, 0);
  AddDesc({kRoot, Type::kU64, {}, Semantics::kInstant, {}}, {"dynamic"});
  AddDesc(LoadDesc(), {"dynamic", "load"});
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->FindMetric("dynamic"), kRoot);
  EXPECT_TRUE(metadata->NamesOf(kRoot).empty());
  EXPECT_EQ(metadata->NamesOf(kLoad).size(), 1u);
}

TEST_F(MetadataTest, AMetricThatChangesIsAnError) {
  struct Case {
    Errc code;
    void (*change)(Desc&);
  };
  const Case cases[] = {
      {Errc::kTypeChanged, [](Desc& d) { d.type = Type::kDouble; }},
      {Errc::kSemanticsChanged, [](Desc& d) { d.semantics = Semantics::kCounter; }},
      {Errc::kInDomChanged, [](Desc& d) { d.indom = {}; }},
      {Errc::kUnitsChanged, [](Desc& d) { d.units.dim_count = 1; }}};
  AddDesc(LoadDesc(), {"x"});
  AddDesc(LoadDesc(), {"y"});
  ASSERT_TRUE(Load()) << "repeated, but the same";
  const ByteBuffer good = bytes_;
  for (const Case& c : cases) {
    bytes_ = good;
    Desc desc = LoadDesc();
    c.change(desc);
    AddDesc(desc, {"x"});
    EXPECT_EQ(Load().error().code, c.code);
    EXPECT_EQ(Load().error().offset, good.size());
    EXPECT_TRUE(Load(MetadataDamage::kSkip));
    ASSERT_EQ(problems_.size(), 1u);
    EXPECT_EQ(problems_[0].code, c.code);
    problems_.clear();
  }
}

TEST_F(MetadataTest, OfTheTextsOfOneThingTheLastCounts) {
  AddDesc(LoadDesc(), {"x"});
  AddText(TextKind::kMetricOneLine, kLoad.value, "old");
  AddText(TextKind::kMetricOneLine, kLoad.value, "new");
  AddText(static_cast<TextKind>(7), kLoad.value, "of no known kind");
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->FindText(TextKind::kMetricOneLine, kLoad.value), "new");
  EXPECT_EQ(metadata->FindText(TextKind::kMetricHelp, kLoad.value), std::nullopt);
  EXPECT_EQ(metadata->texts().size(), 1u);
}

TEST_F(MetadataTest, LabelsAreKeptByLevelWithoutFlags) {
  AddDesc(LoadDesc(), {"x"});
  Add(LabelSetRecord{{5, 0},
                     static_cast<std::uint32_t>(LabelLevel::kContext) | kLabelOptional,
                     77,
                     {{.json = "{}", .entries = {}}}});
  Add(LabelSetRecord{{5, 0}, 3, 77, {}});
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  EXPECT_NE(metadata->FindLabels(LabelLevel::kContext, 0xffffffff), nullptr);
  EXPECT_NE(metadata->FindLabels(LabelLevel::kContext, 0), nullptr);
  EXPECT_EQ(metadata->labels().size(), 1u);
  EXPECT_EQ(metadata->counts().labelsets, 2u);
}

TEST_F(MetadataTest, DomainsBorrowFromTheMetadata) {
  AddDesc(LoadDesc(), {"x"});
  InDomBuilder builder;
  builder.Add(1, "cpu1");
  Add(builder.Build({5, 0}, kCpus, false));
  const Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  const InDomHistory* cpus = metadata->FindInDom(kCpus);
  ASSERT_NE(cpus, nullptr);
  EXPECT_EQ(cpus->Members(0), (InstanceList{{1, "cpu1"}}));
  EXPECT_EQ(metadata->FindInDom(InDomId{}), nullptr);
}

TEST_F(MetadataTest, WithoutAnyMetricItIsEmpty) { EXPECT_EQ(Load().error().code, Errc::kEmpty); }

TEST_F(MetadataTest, AnUndecodableRecordIsRefusedOrSkipped) {
  AddDesc(LoadDesc(), {"x"});
  {
    const FrameScope frame(bytes_);
    ByteWriter(bytes_).U32(99);
  }
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, {}}, {"y"});
  EXPECT_EQ(Load().error().code, Errc::kBadRecordType);
  const Result<Metadata> metadata = Load(MetadataDamage::kSkip);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->metrics().size(), 2u) << "what follows is still read";
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].bytes_lost, 12u);
}

TEST_F(MetadataTest, ATornTailIsRefusedOrReported) {
  AddDesc(LoadDesc(), {"x"});
  const std::size_t whole = bytes_.size();
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, {}}, {"y"});
  bytes_.resize(bytes_.size() - 1);
  EXPECT_EQ(Load().error().code, Errc::kTruncatedRecord);
  ASSERT_TRUE(Load(MetadataDamage::kSkip));
  ASSERT_EQ(problems_.size(), 1u);
  EXPECT_EQ(problems_[0].offset, whole);
  bytes_.resize(whole + 7);
  EXPECT_TRUE(Load()) << "a rest of less than eight bytes is taken for a clean end";
}

TEST_F(MetadataTest, BehindAWrongLengthRecordsCannotBeToldApart) {
  AddDesc(LoadDesc(), {"x"});
  const std::size_t whole = bytes_.size();
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, {}}, {"y"});
  bytes_.back() ^= std::byte{1};
  EXPECT_EQ(Load().error().code, Errc::kCorruptRecord);
  EXPECT_EQ(Load().error().offset, whole);
  const Result<Metadata> metadata = Load(MetadataDamage::kSkip);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->metrics().size(), 1u);
  EXPECT_EQ(problems_.at(0).bytes_lost, bytes_.size() - whole);
}

TEST_F(MetadataTest, AnExtensionReadsOnlyWhatWasAppended) {
  AddDesc(LoadDesc(), {"x"});
  Result<Metadata> metadata = Load();
  ASSERT_TRUE(metadata);
  AddDesc({kFree, Type::kU64, {}, Semantics::kInstant, {}}, {"y"});
  const std::size_t whole = bytes_.size();
  AddText(TextKind::kMetricOneLine, kFree.value, "help");
  ByteBuffer torn = bytes_;
  torn.resize(whole + 9);
  ASSERT_TRUE(metadata->Extend(MemorySource("test.meta", torn), {}));
  EXPECT_EQ(metadata->FindMetric("y"), kFree);
  EXPECT_EQ(metadata->FindText(TextKind::kMetricOneLine, kFree.value), std::nullopt);
  ASSERT_TRUE(metadata->Extend(MemorySource("test.meta", bytes_), {}));
  EXPECT_EQ(metadata->FindText(TextKind::kMetricOneLine, kFree.value), "help");
  EXPECT_EQ(metadata->FindMetric("x"), kLoad);
}

}  // namespace
}  // namespace fdr
