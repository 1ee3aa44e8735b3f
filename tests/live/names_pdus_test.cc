// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"
#include "fdr/tests/live/pdu_bytes.h"

namespace fdr {
namespace {

using test::BodyOf;
using test::Complaint;
using test::Encoded;
using test::ExpectSurvivesDamage;
using test::RecordBuilder;
using test::ToHex;

TEST(NamesPduTest, AsksForSeveralNames) {
  const RecordBuilder bytes(
      "00000058 0000700e 00000000 | 0000002f 00000000 00000004 |"
      "00000009 68696e76 2e6e6370 757e7e7e | 0000000f 6b65726e 656c2e61 6c6c2e6c 6f61647e |"
      "00000007 6e6f2e73 7563687e | 0000000c 706d6364 2e766572 73696f6e");
  const auto pdu = NamesPdu::Decode(BodyOf(bytes, PduType::kNames));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->names, (std::vector<std::string_view>{"hinv.ncpu", "kernel.all.load", "no.such",
                                                       "pmcd.version"}));
  EXPECT_TRUE(pdu->status.empty());
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  std::size_t entries = 0;
  for (const std::string_view name : pdu->names) entries += NamesPdu::EntrySize(name);
  EXPECT_EQ(entries, bytes.bytes().size() - kPduHeaderSize - 12);
  ExpectSurvivesDamage<NamesPdu>(BodyOf(bytes, PduType::kNames));
}

TEST(NamesPduTest, TellsMetricsFromWhatIsAboveThem) {
  const RecordBuilder bytes = RecordBuilder(
                                  "00000054 0000700e 00000000 | 00000019 00000004 00000004 |"
                                  "00000001 00000003")
                                  .Text("all~")
                                  .Hex("00000001 00000006")
                                  .Text("percpu~~")
                                  .Hex("00000000 00000007")
                                  .Text("pernode~")
                                  .Hex("00000001 00000005")
                                  .Text("uname~~~");
  const auto pdu = NamesPdu::Decode(BodyOf(bytes, PduType::kNames));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->names[3], "uname");
  EXPECT_EQ(pdu->status, (std::vector<std::int32_t>{1, 1, 0, 1}));
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<NamesPdu>(BodyOf(bytes, PduType::kNames));
}

TEST(NamesPduTest, MustBeConsistent) {
  EXPECT_EQ(Complaint<NamesPdu>(RecordBuilder("00000000 00000001 00000002")),
            "Bad message (names): the counts contradict each other");
  EXPECT_EQ(Complaint<NamesPdu>(RecordBuilder("00000000 00000000 ffffffff")),
            "Bad message (names): more names than bytes");
  EXPECT_EQ(Complaint<NamesPdu>(RecordBuilder("00000000 00000001 00000001 00000000")),
            "Bad message (names): more names than bytes");
  EXPECT_EQ(Complaint<NamesPdu>(RecordBuilder("00000006 00000000 00000001 00000004 61626364")),
            "Bad message (names): they are not as long as it says");
  EXPECT_EQ(Complaint<NamesPdu>(RecordBuilder("00000002 00000000 00000001 00000001 61")),
            "Bad message (names): it is too short")
      << "without its padding";
  EXPECT_TRUE(NamesPdu::Decode(RecordBuilder("00000002 00000000 00000001 00000001 61000000")))
      << "with another one";
}

TEST(IdsPduTest, AreInTheOrderOfTheNames) {
  const RecordBuilder bytes(
      "00000024 0000700d 00000000 | 00000003 00000004 | 0f000020 0f000800 ffffffff 00800007");
  const auto pdu = IdsPdu::Decode(BodyOf(bytes, PduType::kIds));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->status, 3);
  EXPECT_EQ(pdu->ids, (std::vector<MetricId>{MetricId::Build(60, 0, 32), MetricId::Build(60, 2, 0),
                                             MetricId{}, MetricId::Build(2, 0, 7)}));
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<IdsPdu>(BodyOf(bytes, PduType::kIds));
  EXPECT_EQ(Complaint<IdsPdu>(RecordBuilder("00000000 40000000")),
            "Bad message (identifiers): more metrics than bytes");
  EXPECT_EQ(Complaint<IdsPdu>(RecordBuilder("00000000 00000000 00000000")),
            "Bad message (identifiers): bytes are left over");
}

TEST(IdsPduTest, AskForTheNamesOfOne) {
  EXPECT_EQ(Encoded(IdsPdu{0, {MetricId::Build(60, 0, 32)}}),
            ToHex(RecordBuilder("00000018 0000700d 00000000 | 00000000 00000001 0f000020")));
}

TEST(SubtreePduTest, AsksForChildrenOrAllMetrics) {
  const RecordBuilder bytes =
      RecordBuilder("0000001c 0000700f 00000000 | 00000001 00000006").Text("kernel~~");
  const auto pdu = SubtreePdu::Decode(BodyOf(bytes, PduType::kChildren));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->with_status, 1u);
  EXPECT_EQ(pdu->name, "kernel");
  EXPECT_EQ(Encoded(*pdu, PduType::kChildren), ToHex(bytes));
  EXPECT_EQ(Encoded(SubtreePdu{}, PduType::kTraverse),
            ToHex(RecordBuilder("00000014 00007010 00000000 | 00000000 00000000")));
  ExpectSurvivesDamage<SubtreePdu>(BodyOf(bytes, PduType::kChildren));
}

}  // namespace
}  // namespace fdr
