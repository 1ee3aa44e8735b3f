// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/descs_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"
#include "fdr/tests/live/pdu_bytes.h"

namespace fdr {
namespace {

using test::BodyOf;
using test::Complaint;
using test::Encoded;
using test::ExpectSurvivesDamage;
using test::RecordBuilder;
using test::ToHex;

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr InDomId kAverages = InDomId::Build(60, 2);

TEST(DescPduTest, IsFiveWords) {
  const RecordBuilder bytes(
      "00000020 00007005 00000000 | 0f000800 00000004 0f000002 00000003 00000000");
  const auto pdu = DescPdu::Decode(BodyOf(bytes, PduType::kDesc));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->desc, (Desc{kLoad, Type::kFloat, kAverages, Semantics::kInstant, {}}));
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<DescPdu>(BodyOf(bytes, PduType::kDesc));
}

TEST(DescPduTest, IsAskedForByIdentifier) {
  const RecordBuilder bytes("00000010 00007004 00000000 | 0f000800");
  const auto pdu = DescRequestPdu::Decode(BodyOf(bytes, PduType::kDescRequest));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->id, kLoad);
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<DescRequestPdu>(BodyOf(bytes, PduType::kDescRequest));
}

TEST(DescsPduTest, HasAnEmptyOneForAMetricThatIsNotKnown) {
  const RecordBuilder bytes(
      "00000038 00007017 00000000 | 00000002 | 0f000020 00000001 ffffffff 00000004 00000000 |"
      "ffffffff 00000000 00000000 00000000 00000000");
  const auto pdu = DescsPdu::Decode(BodyOf(bytes, PduType::kDescs));
  ASSERT_TRUE(pdu);
  ASSERT_EQ(pdu->descs.size(), 2u);
  EXPECT_EQ(pdu->descs[0].type, Type::kU32);
  EXPECT_TRUE(pdu->descs[0].indom.IsNull());
  EXPECT_TRUE(pdu->descs[1].id.IsNull());
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<DescsPdu>(BodyOf(bytes, PduType::kDescs));
  EXPECT_EQ(Complaint<DescsPdu>(RecordBuilder("ffffffff")),
            "Bad message (descriptors): more metrics than bytes");
  EXPECT_EQ(Complaint<DescsPdu>(RecordBuilder("00000000 00")),
            "Bad message (descriptors): bytes are left over");
}

TEST(DescsPduTest, AreAskedForByIdentifiers) {
  const RecordBuilder bytes("0000001c 00007016 00000000 | ffffffff 00000002 0f000020 007fffff");
  const auto pdu = DescIdsPdu::Decode(BodyOf(bytes, PduType::kDescIds));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->ids[1].value, 0x007fffffu);
  ByteBuffer out;
  DescIdsPdu::Encode(pdu->ids, out);
  EXPECT_EQ(ToHex(out), ToHex(bytes));
  ExpectSurvivesDamage<DescIdsPdu>(BodyOf(bytes, PduType::kDescIds));
  EXPECT_EQ(Complaint<DescIdsPdu>(RecordBuilder("00000000 00000000")),
            "Bad message (descriptors request): the first word is not -1");
  EXPECT_EQ(Complaint<DescIdsPdu>(RecordBuilder("ffffffff 40000000")),
            "Bad message (descriptors request): more metrics than bytes");
}

TEST(InstancePduTest, HasIdentifiersAndNames) {
  const RecordBuilder bytes = RecordBuilder(
                                  "00000048 00007007 00000000 | 0f000002 00000003 |"
                                  "00000001 00000008")
                                  .Text("1 minute")
                                  .Hex("00000005 00000008")
                                  .Text("5 minute")
                                  .Hex("0000000f 00000009")
                                  .Text("15 minute~~~");
  const auto pdu = InstancePdu::Decode(BodyOf(bytes, PduType::kInstance));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->indom, kAverages);
  EXPECT_EQ(pdu->instances, (InstanceList{{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}}));
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<InstancePdu>(BodyOf(bytes, PduType::kInstance));
  EXPECT_EQ(Complaint<InstancePdu>(RecordBuilder("0f000002 ffffffff 00000000")),
            "Bad message (instances): more instances than bytes");
  EXPECT_EQ(Complaint<InstancePdu>(RecordBuilder("0f000002 00000001 00000000 ffffffff 61616161")),
            "Bad message (instances): it is too short");
}

TEST(InstancePduTest, AreAskedForByDomain) {
  const RecordBuilder bytes(
      "00000020 00007006 00000000 | 0f000002 00000000 00000000 ffffffff 00000000");
  const auto pdu = InstanceRequestPdu::Decode(BodyOf(bytes, PduType::kInstanceRequest));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->indom, kAverages);
  EXPECT_EQ(pdu->instance, -1);
  EXPECT_EQ(pdu->name, "");
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<InstanceRequestPdu>(BodyOf(bytes, PduType::kInstanceRequest));
}

TEST(TextPduTest, IsPadded) {
  const RecordBuilder bytes = RecordBuilder("00000030 00007009 00000000 | 2000000f 0000001c")
                                  .Text("number of CPUs in the system");
  const auto pdu = TextPdu::Decode(BodyOf(bytes, PduType::kText));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->text, "number of CPUs in the system");
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<TextPdu>(BodyOf(bytes, PduType::kText));
}

TEST(TextPduTest, IsAskedForByIdentifierAndKind) {
  const RecordBuilder bytes("00000014 00007008 00000000 | 0f000020 00000005");
  const auto pdu = TextRequestPdu::Decode(BodyOf(bytes, PduType::kTextRequest));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->id, 0x0f000020u);
  EXPECT_EQ(pdu->kind, TextKind::kMetricOneLine);
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<TextRequestPdu>(BodyOf(bytes, PduType::kTextRequest));
}

constexpr std::string_view kJson = R"({"hostname":"vm","userid":0})";

RecordBuilder HostLabels() {
  return RecordBuilder(
             "00000058 00007013 00000000 | ffffffff 00000001 00000000 00000001 |"
             "ffffffff 00000002 0000003c 0000001c | 00020801000c0004 00120681001a0001")
      .Text(kJson);
}

TEST(LabelPduTest, HasItsJsonAtTheEnd) {
  const RecordBuilder bytes = HostLabels();
  const auto pdu = LabelPdu::Decode(BodyOf(bytes, PduType::kLabel));
  ASSERT_TRUE(pdu) << test::ErrorOf(pdu);
  EXPECT_EQ(pdu->level, LabelLevel::kContext);
  ASSERT_EQ(pdu->sets.size(), 1u);
  const LabelSet& set = pdu->sets[0];
  EXPECT_EQ(set.json, kJson);
  ASSERT_EQ(set.entries.size(), 2u);
  EXPECT_EQ(set.Name(set.entries[0]), "hostname");
  EXPECT_EQ(set.Value(set.entries[0]), "\"vm\"");
  EXPECT_EQ(set.Name(set.entries[1]), "userid");
  EXPECT_EQ(set.Value(set.entries[1]), "0");
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<LabelPdu>(BodyOf(bytes, PduType::kLabel));
}

TEST(LabelPduTest, HasASetForEachInstance) {
  LabelPdu pdu{kAverages.value, LabelLevel::kInstances, {}};
  pdu.sets = {{.instance = 1, .json = R"({"a":1})", .count = 0, .entries = {{2, 1, 32, 5, 1}}},
              {.instance = 5, .json = {}, .count = -12351, .entries = {}},
              {.instance = 15, .json = R"({"b":2})", .count = 0, .entries = {{2, 1, 32, 5, 1}}}};
  ByteBuffer out;
  pdu.Encode(out);
  const auto again = LabelPdu::Decode(Bytes(out).subspan(kPduHeaderSize));
  ASSERT_TRUE(again);
  ASSERT_EQ(again->sets.size(), 3u);
  EXPECT_EQ(again->sets[0].Name(again->sets[0].entries[0]), "a");
  EXPECT_EQ(again->sets[1].count, -12351);
  EXPECT_EQ(again->sets[2].instance, 15);
  EXPECT_EQ(again->sets[2].Name(again->sets[2].entries[0]), "b");
}

TEST(LabelPduTest, JsonLiesInsideTheMessage) {
  const auto complaint = [](std::string_view place) {
    return Complaint<LabelPdu>(RecordBuilder("ffffffff 00000001 00000000 00000001 |"
                                             "ffffffff 00000000")
                                   .Hex(place)
                                   .Text("{}"));
  };
  EXPECT_EQ(complaint("0000002c 00000002"), "");
  EXPECT_EQ(complaint("00000000 00000000"), "") << "no JSON is nowhere";
  for (const char* place : {"0000002c 00000003", "0000002f 00000001", "0000000b 00000002",
                            "ffffffff 00000001", "0000002c ffffffff"})
    EXPECT_EQ(complaint(place), "Bad message (labels): the JSON lies outside") << place;
}

TEST(LabelPduTest, CountsAreCheckedAgainstTheBytes) {
  EXPECT_EQ(Complaint<LabelPdu>(RecordBuilder("ffffffff 00000001 00000000 ffffffff")),
            "Bad message (labels): more sets than bytes");
  EXPECT_EQ(Complaint<LabelPdu>(RecordBuilder("ffffffff 00000001 00000000 00000001 |"
                                              "ffffffff 7fffffff 00000000 00000000")),
            "Bad message (labels): more labels than bytes");
}

TEST(LabelPduTest, IsAskedForByIdentifierAndLevel) {
  const RecordBuilder bytes("00000014 00007012 00000000 | ffffffff 00000001");
  const auto pdu = LabelRequestPdu::Decode(BodyOf(bytes, PduType::kLabelRequest));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->level, LabelLevel::kContext);
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<LabelRequestPdu>(BodyOf(bytes, PduType::kLabelRequest));
}

}  // namespace
}  // namespace fdr
