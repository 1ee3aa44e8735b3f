// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_data.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using enum CheckCode;
using test::At;
using test::Check;
using test::CheckOutcome;
using test::CheckToy;
using test::kCpus;
using test::kEvents;
using test::kForks;
using test::kHost;
using test::kLoad;
using test::kTicks;
using test::RecordBuilder;

constexpr MetricId kNew = MetricId::Build(60, 0, 9);

CheckToy::Fill InPlace(MetricId id, const std::vector<InstanceId>& instances,
                       std::uint32_t first = 200) {
  return [=](ResultEncoder& record) {
    record.BeginSet(id, ValueFormat::kInPlace);
    for (std::uint32_t i = 0; i < instances.size(); ++i) record.AddInPlace(instances[i], first + i);
  };
}

CheckToy::Fill Block(MetricId id, InstanceId instance, Type type, const RecordBuilder& payload,
                     ValueFormat format = ValueFormat::kPointer) {
  return [=](ResultEncoder& record) {
    record.BeginSet(id, format);
    record.AddBlock(instance, type, payload);
  };
}

auto With(const CheckToy::Fill& fill) {
  return [=](CheckToy& toy) { toy.AddRecord(30, fill); };
}

auto WithNewMetric(Desc desc, const CheckToy::Fill& fill) {
  return [=](CheckToy& toy) {
    toy.AddDesc(desc, {"toy.new"});
    toy.AddRecord(30, fill);
  };
}

RecordBuilder EventArray(std::int32_t usec, std::int32_t parameters) {
  return RecordBuilder().U32(1).Stamp2(17, usec).U32(1).U32(static_cast<std::uint32_t>(parameters));
}

TEST(CheckDataTest, EveryFaultOfRecordsIsFound) {
  test::ExpectFound(
      {
          {kDataCorrupt,
           [](CheckToy& toy) {
             toy.data().push_back(CheckToy::Framed(RecordBuilder().Stamp3(At(30).sec, 0).U32(1)));
           }},
          {kDataStampInvalid,
           [](CheckToy& toy) {
             toy.data().push_back(CheckToy::Framed(RecordBuilder().Stamp3(At(30).sec, -1).U32(0)));
           }},
          {kDataBeforeStart, [](CheckToy& toy) { toy.label.start = At(1); }},
          {kDataBackwards, [](CheckToy& toy) { toy.AddMark(19); }},
          {kDataStretch,
           [](CheckToy& toy) {
             toy.AddMark(5);
             toy.AddMark(6);
           }},
          {kDataNoDesc, With(InPlace(kNew, {kSingular}))},
          {kDataNoDescNoValues, With([](ResultEncoder& record) { record.AddSet(kNew, -12350); })},
          {kDataMetricTwice, With([](ResultEncoder& record) {
             record.AddSet(kForks, 0);
             record.AddSet(kForks, 0);
           })},
          {kDataFormatChanged, With(InPlace(kLoad, {0, 1}))},
          {kDataPointerKind, With(Block(kHost, kSingular, Type::kString, RecordBuilder().U8(0),
                                        ValueFormat::kPointerStatic))},
          {kDataFormat, With(InPlace(kTicks, {0, 1}))},
          {kDataFormat, With(Block(kForks, kSingular, Type::kU32, RecordBuilder().U32(1)))},
          {kDataFormat, WithNewMetric({kNew, Type::kNoSupport, {}, Semantics{}, {}},
                                      InPlace(kNew, {kSingular}))},
          {kDataFloatInPlace, WithNewMetric({kNew, Type::kFloat, {}, Semantics::kInstant, {}},
                                            InPlace(kNew, {kSingular}))},
      },
      {});
}

TEST(CheckDataTest, EveryFaultOfValuesIsFound) {
  test::ExpectFound(
      {
          {kDataBlockType, With(Block(kTicks, 0, Type::k64, RecordBuilder().U64(1)))},
          {kDataBlockUntyped, With(Block(kHost, kSingular, Type::k32, RecordBuilder().U8(0)))},
          {kDataBlockSize, With(Block(kTicks, 0, Type::kU64, RecordBuilder().U32(1)))},
          {kDataStringEnd,
           With(Block(kHost, kSingular, Type::kString, RecordBuilder().Text("toy")))},
          {kDataEvent, With(Block(kEvents, kSingular, Type::kEvent, RecordBuilder().U32(1)))},
          {kDataEvent, With(Block(kEvents, kSingular, Type::kEvent, EventArray(0, -1)))},
          {kDataEventStamp, With(Block(kEvents, kSingular, Type::kEvent, EventArray(1000000, 0)))},
          {kDataEventParameter,
           With(Block(kEvents, kSingular, Type::kEvent,
                      EventArray(0, 1).U32(kNew.value).U32(1 << 24 | 8).U32(5)))},
          {kDataSingularInstance, With(InPlace(kForks, {3}))},
          {kDataSingularValues, With(InPlace(kForks, {kSingular, 1}))},
          {kDataInstanceNegative,
           WithNewMetric({kNew, Type::kU32, kCpus, Semantics::kInstant, {}}, InPlace(kNew, {-1}))},
          {kDataInstanceTwice, WithNewMetric({kNew, Type::kU32, kCpus, Semantics::kInstant, {}},
                                             InPlace(kNew, {0, 1, 0}))},
          {kDataInstanceUnknown,
           WithNewMetric({kNew, Type::kU32, kCpus, Semantics::kInstant, {}}, InPlace(kNew, {2}))},
          {kDataInstanceUnknown,
           [](CheckToy& toy) {
             toy.AddInDom(10, {{0, "-"}}, true);
           }},
          {kDataIndomUnknown,
           WithNewMetric({kNew, Type::kU32, InDomId::Build(60, 2), Semantics::kInstant, {}},
                         InPlace(kNew, {0}))},
          {kDataCounter, With(InPlace(kForks, {kSingular}, 1))},
          {kDataCounter, With(Block(kTicks, 1, Type::kU64, RecordBuilder().U64(2001)))},
      },
      {});
}

TEST(CheckDataTest, FindingsSayWhereAndWhen) {
  CheckToy toy;
  toy.AddRecord(30, InPlace(kForks, {kSingular}, 1));
  const Finding finding = Check(toy).Only(kDataCounter);
  EXPECT_EQ(finding.offset, toy.DataOffset(3));
  EXPECT_EQ(finding.stamp, At(30));
  EXPECT_EQ(finding.metric, kForks);
  EXPECT_EQ(finding.sentence,
            "toy.forks, instance -1: 32-bit unsigned int counter went down from 102 to 1");
}

TEST(CheckDataTest, AfterAMarkCountersMayStartAnew) {
  CheckToy toy;
  toy.AddMark(25);
  toy.AddRecord(30, InPlace(kForks, {kSingular}, 1));
  EXPECT_EQ(Check(toy).Codes(), "");
}

TEST(CheckDataTest, CountersAreNotFollowedIfNobodyAsks) {
  CheckToy toy;
  toy.AddRecord(30, InPlace(kForks, {kSingular}, 1));
  EXPECT_EQ(Check(toy, {.counters = false}).Codes(), "");
}

TEST(CheckDataTest, CountersOfEveryIntegerTypeAreComparedAsTheirType) {
  struct Case {
    Type type;
    std::uint64_t before, after;
    bool went_down;
  };
  constexpr auto kMinus1 = std::numeric_limits<std::uint64_t>::max();
  for (const Case& c : {Case{Type::k32, kMinus1, 1, false}, Case{Type::k32, 1, kMinus1, true},
                        Case{Type::kU32, kMinus1, 1, true}, Case{Type::kU32, 1, kMinus1, false},
                        Case{Type::k64, kMinus1, 1, false}, Case{Type::k64, 1, kMinus1, true},
                        Case{Type::kU64, kMinus1, 1, true}, Case{Type::kU64, 1, kMinus1, false}}) {
    CheckToy toy;
    toy.AddDesc({kNew, c.type, {}, Semantics::kCounter, {}}, {"toy.new"});
    const bool wide = c.type == Type::k64 || c.type == Type::kU64;
    for (const std::uint64_t value : {c.before, c.after}) {
      if (wide)
        toy.AddRecord(30, Block(kNew, kSingular, c.type, RecordBuilder().U64(value)));
      else
        toy.AddRecord(30, InPlace(kNew, {kSingular}, static_cast<std::uint32_t>(value)));
    }
    EXPECT_EQ(Check(toy).Has(kDataCounter), c.went_down) << ToString(c.type) << ' ' << c.before;
  }
}

TEST(CheckDataTest, CountersWithoutATypeAreFollowedAsTheirMetricHasIt) {
  CheckToy toy;
  toy.AddRecord(30, Block(kTicks, 0, Type::k32, RecordBuilder().U64(1003)));
  EXPECT_EQ(Check(toy).Codes(), "data.block-untyped");
  toy.AddRecord(40, Block(kTicks, 0, Type::k32, RecordBuilder().U64(1002)));
  EXPECT_EQ(Check(toy).Codes(), "data.block-untyped data.counter");
}

TEST(CheckDataTest, CountersAreFollowedWhileInstancesComeAndGo) {
  CheckToy toy;
  toy.AddDesc({kNew, Type::kU32, kCpus, Semantics::kCounter, {}}, {"toy.new"});
  toy.AddRecord(30, InPlace(kNew, {0, 1}, 500));  // 500 501
  toy.AddRecord(31, InPlace(kNew, {1, 0}, 510));  // 511 510
  toy.AddRecord(32, InPlace(kNew, {1}, 520));     //   - 520
  toy.AddRecord(33, InPlace(kNew, {0, 1}, 530));  // 530 531
  EXPECT_FALSE(Check(toy).Has(kDataCounter));
  toy.AddRecord(34, InPlace(kNew, {1}, 540));
  toy.AddRecord(35, InPlace(kNew, {1, 0}, 541));  // instance 0 rises from 530
  EXPECT_FALSE(Check(toy).Has(kDataCounter));
  toy.AddRecord(36, InPlace(kNew, {1}, 550));
  toy.AddRecord(37, InPlace(kNew, {0, 1}, 541));  // both fall: 541 < 542, 542 < 550
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.summary.count(Severity::kInfo), 2u) << outcome.Codes();
}

TEST(CheckDataTest, MembersAreThoseOfTheRecordsTime) {
  CheckToy toy;
  toy.AddDesc({kNew, Type::kU32, kCpus, Semantics::kInstant, {}}, {"toy.new"});
  toy.AddInDom(30, {{7, "cpu7"}}, true);
  toy.AddInDom(40, {{7, "-"}, {8, "cpu8"}}, true);
  toy.AddInDom(50, {{1, "-"}, {8, "-"}}, true);
  toy.AddRecord(30, InPlace(kNew, {0, 1, 7}));
  toy.AddRecord(40, InPlace(kNew, {0, 1, 8}));
  toy.AddRecord(50, InPlace(kNew, {0}));
  EXPECT_EQ(Check(toy).Codes(), "");
  toy.AddRecord(60, InPlace(kNew, {0, 8}));
  toy.AddRecord(61, InPlace(kNew, {8, 0}));  // reported once
  EXPECT_NE(Check(toy).Only(kDataInstanceUnknown).sentence.find("instance 8"), std::string::npos);
}

TEST(CheckDataTest, AStretchMayGoOnInTheNextVolume) {
  CheckToy toy;
  toy.AddMark(5);
  ResultEncoder::EncodeMark(toy.version, At(6), toy.volumes[1].emplace_back());
  EXPECT_EQ(Check(toy).Only(kDataStretch).sentence,
            "The stamps go back from 1700000020.000000000 to 1700000005.000000000");
}

TEST(CheckDataTest, StampsAreComparedAcrossVolumes) {
  CheckToy toy;
  ResultEncoder::EncodeMark(toy.version, At(19), toy.volumes[1].emplace_back());
  const Finding finding = Check(toy).Only(kDataBackwards);
  EXPECT_EQ(finding.offset, LabelSize(toy.version));
  EXPECT_TRUE(finding.file.ends_with(".1"));
}

}  // namespace
}  // namespace fdr
