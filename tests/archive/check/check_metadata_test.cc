// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_metadata.h"

#include <gtest/gtest.h>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using enum CheckCode;
using test::At;
using test::Check;
using test::CheckToy;
using test::kCpus;
using test::kForks;

constexpr MetricId kAdded = MetricId::Build(60, 0, 9);
constexpr std::string_view kJson = R"({"a":1,"b":"x"})";

Desc NewDesc() { return {kAdded, Type::kU32, {}, Semantics::kInstant, {}}; }

auto WithDesc(void (*change)(Desc&)) {
  return [=](CheckToy& toy) {
    Desc desc = NewDesc();
    change(desc);
    toy.AddDesc(desc, {"toy.new"});
  };
}

auto WithNames(const std::vector<std::string_view>& names) {
  return [=](CheckToy& toy) { toy.AddDesc(NewDesc(), names); };
}

auto Again(void (*change)(Desc&)) {
  return [=](CheckToy& toy) {
    Desc desc{kForks, Type::kU32, {}, Semantics::kCounter, {.dim_count = 1}};
    change(desc);
    toy.AddDesc(desc, {"toy.forks"});
  };
}

auto WithFrame(const std::vector<std::uint32_t>& words) {
  return [=](CheckToy& toy) {
    test::RecordBuilder body;
    for (const std::uint32_t word : words) body.U32(word);
    toy.metadata.push_back(CheckToy::Framed(body));
  };
}

auto WithText(TextKind kind, std::uint32_t id, std::string_view stored) {
  return [=](CheckToy& toy) { toy.Add(TextRecord{kind, id, stored}); };
}

LabelEntry Entry(std::uint16_t name, std::uint8_t name_length, std::uint16_t value,
                 std::uint16_t value_length, std::uint8_t flags = 1) {
  return {name, name_length, flags, value, value_length};
}

auto WithLabels(std::string_view json, const std::vector<LabelEntry>& entries) {
  return [=](CheckToy& toy) { toy.AddLabels(LabelLevel::kContext, 0xffffffff, json, entries); };
}

auto WithLabelRecord(std::uint32_t level, std::uint32_t id, InstanceId instance,
                     std::string_view json = {}, std::int32_t count = 0) {
  return [=](CheckToy& toy) {
    toy.Add(LabelSetRecord{At(0), level, id, {{instance, json, count, {}}}});
  };
}

TEST(CheckMetadataTest, EveryFaultOfRecordsIsFound) {
  test::ExpectFound(
      {
          {kMetaCorrupt, WithFrame({1, 0})},
          {kMetaCorrupt, WithFrame({})},
          {kMetaType, WithFrame({8, 0})},
          {kMetaVersion,
           [](CheckToy& toy) {
             CheckToy old(Version::k2);
             toy.metadata.push_back(old.metadata[5]);
           }},
          {kMetaStampInvalid,
           [](CheckToy& toy) {
             InDomBuilder indom;
             indom.Add(0, "x");
             toy.Add(indom.Build({At(0).sec, -1}, kCpus, false));
           }},
          {kMetaBeforeStart,
           [](CheckToy& toy) {
             toy.AddInDom(-1, {{0, "x"}});
           }},
          {kMetaAfterEnd,
           [](CheckToy& toy) {
             toy.AddInDom(21, {{0, "x"}});
           }},
          {kMetaBackwards,
           [](CheckToy& toy) {
             toy.AddInDom(11, {{0, "x"}});
             toy.AddInDom(10, {{0, "y"}});
           }},
          {kTextKind, WithText(TextKind{7}, kForks.value, std::string_view("x\0", 2))},
          {kTextEnd, WithText(TextKind::kMetricHelp, kForks.value, std::string_view("x\0y\0", 4))},
          {kTextUnknown, WithText(TextKind::kMetricHelp, kAdded.value, std::string_view("x\0", 2))},
          {kTextUnknown, WithText(TextKind::kInDomHelp, 17, std::string_view("x\0", 2))},
          {kTextRepeated, WithText(TextKind::kMetricOneLine, kForks.value, "Forks so far")},
          {kTextChanged, WithText(TextKind::kMetricOneLine, kForks.value, "Other forks")},
          {kTextLines, WithText(TextKind::kMetricOneLine, kForks.value, "Forks\nso far")},
          {kTextLines, WithText(TextKind::kInDomOneLine, kCpus.value, "CPUs\n")},
      },
      {"meta.", "text."});
}

TEST(CheckMetadataTest, EveryFaultOfDescriptorsIsFound) {
  test::ExpectFound(
      {
          {kDescId, WithDesc([](Desc& d) { d.id.value |= 0x80000000; })},
          {kDescType, WithDesc([](Desc& d) { d.type = Type{11}; })},
          {kDescType, WithDesc([](Desc& d) { d.type = Type{-2}; })},
          {kDescSemantics, WithDesc([](Desc& d) { d.semantics = Semantics{2}; })},
          {kDescIndom, WithDesc([](Desc& d) { d.indom = InDomId::Build(61, 1); })},
          {kDescIndomDerived,
           [](CheckToy& toy) {
             toy.AddDesc(
                 {MetricId::Build(511, 2048, 1), Type::kU32, kCpus, Semantics::kInstant, {}},
                 {"toy.derived"});
           }},
          {kDescDimension, WithDesc([](Desc& d) { d.units.dim_space = 3; })},
          {kDescDimension, WithDesc([](Desc& d) { d.units.dim_time = -3; })},
          {kDescDimension, WithDesc([](Desc& d) { d.units.dim_count = 7; })},
          {kDescScale, WithDesc([](Desc& d) { d.units = {.dim_space = 1, .scale_space = 7}; })},
          {kDescScale, WithDesc([](Desc& d) { d.units = {.dim_time = 1, .scale_time = 6}; })},
          {kDescScaleUnused, WithDesc([](Desc& d) { d.units.scale_space = 1; })},
          {kDescScaleUnused, WithDesc([](Desc& d) { d.units.scale_time = 1; })},
          {kDescScaleUnused, WithDesc([](Desc& d) { d.units.scale_count = -1; })},
          {kDescRepeated, Again([](Desc&) {})},
          {kDescChanged, Again([](Desc& d) { d.type = Type::k32; })},
          {kDescChanged, Again([](Desc& d) { d.semantics = Semantics::kInstant; })},
          {kDescChanged, Again([](Desc& d) { d.indom = kCpus; })},
          {kDescChanged, Again([](Desc& d) { d.units.dim_time = -1; })},
          {kDescNoName, WithNames({})},
          {kDescNoName, WithNames({"toy.forks"})},
          {kDescName, WithNames({""})},
          {kDescName, WithNames({"toy..x"})},
          {kDescName, WithNames({"toy.x."})},
          {kDescName, WithNames({"toy.1x"})},
          {kDescName, WithNames({"toy.x-y"})},
          {kDescNameLong, WithNames({"toy." + std::string(4092, 'x')})},
          {kDescNameTaken, WithNames({"toy.new", "toy.forks"})},
          {kDescNamePrefix, WithNames({"toy"})},
          {kDescNamePrefix, WithNames({"toy.forks.more"})},
      },
      {"desc."});
}

TEST(CheckMetadataTest, OfMetricsThatAreNotSupportedNothingIsExpected) {
  CheckToy toy;
  toy.AddDesc({kAdded, Type::kNoSupport, InDomId::Build(1, 1), Semantics{0}, {.scale_time = 10}},
              {"toy.new"});
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckMetadataTest, EveryFaultOfInstanceDomainsIsFound) {
  using Instances = std::vector<std::pair<InstanceId, std::string_view>>;
  const auto full = [](const Instances& instances, InDomId indom = kCpus) {
    return [=](CheckToy& toy) { toy.AddInDom(5, instances, false, indom); };
  };
  const auto delta = [](const Instances& instances, InDomId indom = kCpus) {
    return [=](CheckToy& toy) { toy.AddInDom(5, instances, true, indom); };
  };
  test::ExpectFound(
      {
          {kIndomId, full({{0, "x"}}, InDomId{0x80000001})},
          {kIndomEmpty, full({})},
          {kIndomIdTwice, full({{0, "x"}, {1, "y"}, {1, "z"}})},
          {kIndomIdTwice, full({{1, "x"}, {0, "y"}, {1, "z"}})},
          {kIndomNoName, full({{0, ""}})},
          {kIndomNameTwice, full({{0, "x"}, {1, "y"}, {2, "x"}})},
          {kIndomNameTwice, delta({{2, "cpu1"}})},
          {kIndomNamesAlike, full({{0, "x a"}, {1, "y"}, {2, "x b"}})},
          {kIndomNamesAlike, full({{0, "x"}, {1, "x b"}})},
          {kIndomNamesAlike, delta({{2, "cpu1 b"}})},
          {kIndomBackwards,
           [&](CheckToy& toy) {
             full({{0, "x"}})(toy);
             toy.AddInDom(4, {{0, "y"}});
           }},
          {kIndomDeltaFirst, delta({{0, "x"}}, InDomId::Build(60, 2))},
          {kIndomDeltaOrder, delta({{3, "x"}, {2, "y"}})},
          {kIndomDeltaRenames, delta({{1, "other"}})},
          {kIndomIdTwice, delta({{1, "x"}, {1, "-"}})},
          {kIndomIdTwice, delta({{1, "-"}, {1, "x"}, {1, "y"}})},
          {kIndomFullAfterDelta,
           [&](CheckToy& toy) {
             delta({{2, "cpu2"}})(toy);
             full({{0, "x"}})(toy);
           }},
          {kIndomDeltaStamp,
           [&](CheckToy& toy) {
             full({{0, "x"}})(toy);
             delta({{2, "cpu2"}})(toy);
           }},
          {kIndomDeltaStamp,
           [&](CheckToy& toy) {
             delta({{2, "cpu2"}})(toy);
             delta({{3, "cpu3"}})(toy);
           }},
          {kIndomDeltaStamp,
           [&](CheckToy& toy) {
             delta({{2, "cpu2"}})(toy);
             full({{0, "x"}})(toy);
           }},
          {kIndomDeltaLeavesNone, delta({{0, "-"}, {1, "-"}})},
          {kIndomDeltaAbsent, delta({{2, "-"}})},
          {kIndomDeltaAbsent,
           [&](CheckToy& toy) {
             delta({{1, "-"}})(toy);
             delta({{1, "-"}})(toy);
           }},
      },
      {"indom."});
}

TEST(CheckMetadataTest, DeltasAreAppliedToWhatWasThere) {
  CheckToy toy;
  toy.AddInDom(5, {{1, "-"}, {2, "cpu2"}}, true);
  toy.AddInDom(6, {{1, "other"}, {2, "cpu2"}}, true);
  toy.AddInDom(7, {{0, "-"}, {1, "-"}}, true);
  toy.AddInDom(8, {{0, "cpu0"}, {1, "cpu1"}, {2, "-"}}, true);
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckMetadataTest, AfterAFullRecordAllOthersAreGone) {
  CheckToy toy;
  toy.AddInDom(9, {{5, "cpu5"}});
  toy.AddInDom(9, {{1, "cpu1"}, {0, "cpu0"}});
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckMetadataTest, ADeltaMayNameAnInstanceAnew) {
  CheckToy toy;
  toy.AddInDom(5, {{1, "-"}, {1, "other"}, {2, "cpu2"}}, true);
  toy.AddInDom(6, {{0, "-"}, {0, "cpu1"}}, true);
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckMetadataTest, ANameIsFreeOnceItsInstanceHasGone) {
  CheckToy toy;
  toy.AddInDom(5, {{1, "-"}, {2, "cpu1"}}, true);
  toy.AddInDom(6, {{1, "cpu1"}, {2, "-"}}, true);  // the entries are in numeric order
  EXPECT_EQ(Check(toy).Codes(), "");
  toy = CheckToy();
  toy.AddInDom(7, {{0, "cpu1"}, {1, "cpu0"}});
  toy.AddInDom(8, {{0, "cpu1"}, {1, "cpu0"}});
  toy.AddInDom(9, {{0, "1 minute"}, {1, "5 minute"}, {2, "15 minute"}});
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckMetadataTest, ARecordWithNamesThatAreAlikeIsOneFinding) {
  CheckToy toy;
  toy.AddInDom(4, {{2, "x a"}});
  toy.AddInDom(5, {{0, "x a"}, {1, "x b"}, {2, "x c"}, {3, "x a"}});
  const auto outcome = Check(toy);
  EXPECT_EQ(outcome.Only(kIndomNamesAlike).sentence,
            "Instance domain 60.1: the names of instances 0 and 1 both begin with \"x\"");
  EXPECT_EQ(outcome.Only(kIndomNameTwice).sentence,
            "Instance domain 60.1: instances 0 and 3 are both \"x a\"");
}

// A record of another domain, with an earlier stamp, may lie between two records of one domain.
TEST(CheckMetadataTest, OnlyStampsOfOneDomainGoBack) {
  CheckToy toy;
  toy.AddInDom(5, {{0, "x"}});
  toy.AddInDom(4, {{0, "y"}}, false, InDomId::Build(60, 2));
  toy.AddInDom(5, {{0, "z"}});
  const auto outcome = Check(toy);
  EXPECT_FALSE(outcome.Has(kIndomBackwards)) << outcome.Codes();
  EXPECT_TRUE(outcome.Has(kMetaBackwards));
}

TEST(CheckMetadataTest, EveryFaultOfLabelSetsIsFound) {
  const LabelEntry a = Entry(2, 1, 5, 1), b = Entry(8, 1, 11, 3);
  test::ExpectFound(
      {
          {kLabelsLevel, WithLabelRecord(3, 0, kSingular)},
          {kLabelsId, WithLabelRecord(1, 0, kSingular)},
          {kLabelsId, WithLabelRecord(2, 512, kSingular)},
          {kLabelsId, WithLabelRecord(8, kForks.value, kSingular)},
          {kLabelsId, WithLabelRecord(16, 0xffffffff, kSingular)},
          {kLabelsInstance, WithLabelRecord(16, kForks.value, 0)},
          {kLabelsInstance, WithLabelRecord(32, kCpus.value, kSingular)},
          {kLabelsJson, WithLabels("[1]", {})},
          {kLabelsJson, WithLabels("{\"a\":1", {a})},
          {kLabelsOffset, WithLabels(kJson, {Entry(2, 1, 5, 100)})},
          {kLabelsOffset, WithLabels(kJson, {Entry(200, 1, 5, 1)})},
          {kLabelsOffset, WithLabels("", {a})},
          {kLabelsName, WithLabels(kJson, {Entry(1, 1, 5, 1)})},
          {kLabelsName, WithLabels(kJson, {Entry(0, 2, 5, 1)})},
          {kLabelsName, WithLabels(R"({"a b":1})", {Entry(2, 3, 7, 1)})},
          {kLabelsValue, WithLabels(kJson, {Entry(2, 1, 4, 1)})},
          {kLabelsValue, WithLabels(kJson, {Entry(2, 1, 5, 2)})},
          {kLabelsValue, WithLabels(kJson, {Entry(2, 1, 11, 3)})},
          {kLabelsCount, WithLabelRecord(1, 0xffffffff, kSingular, "{}", -12351)},
          {kLabelsCount, WithLabels(kJson, std::vector<LabelEntry>(256, a))},
          {kLabelsOrder, WithLabels(kJson, {b, a})},
          {kLabelsFlags, WithLabels(kJson, {Entry(2, 1, 5, 1, 2), b})},
      },
      {"labels."});
}

TEST(CheckMetadataTest, SoundLabelSetsOfEveryLevelAreNoFindings) {
  CheckToy toy;
  WithLabelRecord(2, 60, kSingular, "{}")(toy);
  WithLabelRecord(4, kCpus.value, kSingular)(toy);
  WithLabelRecord(8, MetricId::Build(60, 1, 0).value, kSingular)(toy);
  WithLabelRecord(16, kForks.value, kSingular, {}, -12351)(toy);
  WithLabelRecord(32, kCpus.value, 1)(toy);
  WithLabelRecord(1 | kLabelOptional, 0xffffffff, kSingular)(toy);
  // The entry of a compound label has only the last part of its name.
  WithLabels(R"({"z":{"b":1},"y":2})",
             {Entry(7, 1, 10, 1, 1 | kLabelCompound), Entry(14, 1, 17, 1)})(toy);
  EXPECT_EQ(Check(toy).Codes(), "");
}

}  // namespace
}  // namespace fdr
