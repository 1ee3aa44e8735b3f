// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/replay/set_values.h"
#include "fdr/replay/sources/pdu/fetch_pdu.h"
#include "fdr/replay/sources/pdu/result_pdu.h"
#include "fdr/tests/live/pdu_bytes.h"
#include "fdr/tests/support/allocation_limit.h"

namespace fdr {
namespace {

using test::BodyOf;
using test::Complaint;
using test::ErrorOf;
using test::ExpectSurvivesDamage;
using test::RecordBuilder;
using test::ToHex;

RecordBuilder LowResolution() {
  return RecordBuilder(
      "00000088 00007001 00000000 | 6afffcb6 000f1e31 | 00000003 |"
      "0f000020 00000001 00000000 | ffffffff 00000002 |"
      "0f000800 00000003 00000001 | 00000001 00000019 | 00000005 0000001b | 0000000f 0000001d |"
      "00800007 00000001 00000001 | ffffffff 0000001f |"
      "04000008 3fc3d70a | 04000008 4028f5c3 | 04000008 4048f5c3 | 0600000a 362e302e 33007e7e");
}

RecordBuilder HighResolution() {
  return RecordBuilder(
      "00000090 00007015 00000000 | 00000003 | 00000000 6afffcb6 | 00000000 3b10bbaa |"
      "0f000020 00000001 00000000 | ffffffff 00000002 |"
      "0f000800 00000003 00000001 | 00000001 0000001b | 00000005 0000001d | 0000000f 0000001f |"
      "00800007 00000001 00000001 | ffffffff 00000021 |"
      "04000008 3fc3d70a | 04000008 4028f5c3 | 04000008 4048f5c3 | 0600000a 362e302e 33007e7e");
}

void ExpectLoad(const ResultRecord& record) {
  ASSERT_EQ(record.sets().size(), 3u);
  EXPECT_EQ(record.sets()[0].Word(0), 2u);
  FetchResult result;
  result.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
  const auto loads = result.Values(result.sets()[1]);
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_EQ(loads[2].instance, 15);
  EXPECT_FLOAT_EQ(loads[2].AsFloat(), 3.14f);
  const auto versions = result.Values(result.sets()[2]);
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_EQ(AsText(versions[0].Payload()), std::string_view("6.0.3\0", 6));
}

TEST(FetchPduTest, NamesItsMetrics) {
  const RecordBuilder bytes(
      "00000028 00007003 00000000 | 00000000 00000000 00000000 | 00000003 |"
      "0f000020 0f000800 00800007");
  const auto pdu = FetchPdu::Decode(BodyOf(bytes, PduType::kFetch));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->context, 0u);
  EXPECT_EQ(pdu->metrics.size(), 3u);
  ByteBuffer out;
  FetchPdu::Encode(PduType::kFetch, 0, pdu->metrics, out);
  EXPECT_EQ(ToHex(out), ToHex(bytes));
  ExpectSurvivesDamage<FetchPdu>(BodyOf(bytes, PduType::kFetch));
  EXPECT_EQ(Complaint<FetchPdu>(RecordBuilder("00000000 00000000 00000000 ffffffff")),
            "Bad message (fetch): more metrics than bytes");
}

TEST(FetchPduTest, TheLargestIsWhatACollectorTakes) {
  ByteBuffer out;
  FetchPdu::Encode(PduType::kFetch, 0, std::vector<MetricId>(FetchPdu::kMaxMetrics), out);
  EXPECT_EQ(out.size(), kMaxRequestSize);
}

TEST(ResultPduTest, HasMicroseconds) {
  const RecordBuilder bytes = LowResolution();
  ResultRecord record;
  const auto decoded = DecodeResultPdu({PduType::kResult, BodyOf(bytes, PduType::kResult)}, record);
  ASSERT_TRUE(decoded) << ErrorOf(decoded);
  EXPECT_EQ(record.stamp(), (Timestamp{0x6afffcb6, 0x000f1e31 * 1000}));
  ExpectLoad(record);
}

TEST(ResultPduTest, HasNanosecondsInHighResolution) {
  const RecordBuilder bytes = HighResolution();
  const Bytes body = BodyOf(bytes, PduType::kHighresResult);
  ResultRecord record;
  const auto decoded = DecodeResultPdu({PduType::kHighresResult, body}, record);
  ASSERT_TRUE(decoded) << ErrorOf(decoded);
  EXPECT_EQ(record.stamp(), (Timestamp{0x6afffcb6, 0x3b10bbaa}));
  ExpectLoad(record);
}

TEST(ResultPduTest, EncodesWhatWasFetched) {
  for (const PduType type : {PduType::kResult, PduType::kHighresResult}) {
    const RecordBuilder bytes = type == PduType::kResult ? LowResolution() : HighResolution();
    ResultRecord record;
    ASSERT_TRUE(DecodeResultPdu({type, BodyOf(bytes, type)}, record));
    FetchResult result;
    result.Begin(record.stamp());
    for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
    ResultEncoder encoder;
    encoder.Begin(result.stamp());
    AddSets(result, encoder);
    ByteBuffer out;
    EncodeResultPdu(type, encoder, out);
    EXPECT_EQ(ToHex(out), ToHex(bytes));
  }
}

TEST(ResultPduTest, EncodesValuesOfEveryKind) {
  FetchResult result;
  result.Begin({1, 0});
  result.AddSet({1}, SetStatus::kRecordedError).code = -12358;
  result.AddSet({2}, SetStatus::kNoValues);
  result.AddSet({3}, SetStatus::kValues).format = ValueFormat::kPointer;
  result.AddNumber(kSingular, Type::kU64, 8, 0x0102030405060708);
  result.AddSet({4}, SetStatus::kValues).format = ValueFormat::kPointer;
  result.AddNumber(7, Type::kFloat, 4, 0x3f800000);
  ResultEncoder encoder;
  encoder.Begin(result.stamp());
  AddSets(result, encoder);
  ByteBuffer out;
  EncodeResultPdu(PduType::kResult, encoder, out);
  EXPECT_EQ(ToHex(out),
            ToHex(RecordBuilder("00000064 00007001 00000000 | 00000001 00000000 | 00000004 |"
                                "00000001 ffffcfba | 00000002 00000000 |"
                                "00000003 00000001 00000001 ffffffff 00000014 |"
                                "00000004 00000001 00000001 00000007 00000017 |"
                                "0300000c 01020304 05060708 | 04000008 3f800000")));
}

TEST(ResultPduTest, SurvivesDamage) {
  for (const PduType type : {PduType::kResult, PduType::kHighresResult}) {
    const RecordBuilder bytes = type == PduType::kResult ? LowResolution() : HighResolution();
    ResultRecord record;
    test::ForEachTruncation(BodyOf(bytes, type), [&](Bytes damaged) {
      const auto decoded = DecodeResultPdu({type, damaged}, record);
      ASSERT_FALSE(decoded) << damaged.size();
      EXPECT_EQ(decoded.error().code, Errc::kProtocol);
    });
    test::ForEachBitFlip(BodyOf(bytes, type), [&](Bytes damaged) {
      FetchResult result;
      if (!DecodeResultPdu({type, damaged}, record)) return;
      for (const ValueSet& set : record.sets()) AddRecordedSet(set, result);
    });
  }
}

TEST(ResultPduTest, SaysWhatIsWrong) {
  const auto complaint = [](std::string_view hex) {
    ResultRecord record;
    return ErrorOf(DecodeResultPdu({PduType::kHighresResult, RecordBuilder(hex)}, record));
  };
  EXPECT_EQ(complaint("00000000 00000000 00000001 00000000 3b9ac9ff"), "");
  EXPECT_EQ(complaint("00000000 00000000 00000001 00000000 3b9aca00"),
            "Bad message (result): its stamp is no time");
  EXPECT_EQ(complaint("00000000 00000000 00000001 ffffffff ffffffff"),
            "Bad message (result): its stamp is no time");
  EXPECT_EQ(complaint("00000000 ffffffff ffffffff 00000000 00000000"),
            "Bad message (result): its stamp is no time");
  ResultRecord record;
  const RecordBuilder micros("00000001 000f4240 00000000");
  EXPECT_EQ(ErrorOf(DecodeResultPdu({PduType::kResult, micros}, record)),
            "Bad message (result): its stamp is no time");
  EXPECT_EQ(complaint("00000000"), "Bad message (result): it is too short");
  EXPECT_EQ(complaint("ffffffff 00000000 00000001 00000000 00000000"),
            "Bad message (result): Data record: more metrics than bytes");
  EXPECT_EQ(complaint("00000000 00000000 00000001 00000000 00000000 00000000"),
            "Bad message (result): Data record: bytes left over behind the values");
}

TEST(ResultPduTest, ACountAloneTakesNoMemory) {
  ResultRecord record;
  const RecordBuilder body("40000000 00000000 00000001 00000000 00000000 00000000 00000000");
  const test::AllocationLimit limit(4096);
  EXPECT_FALSE(DecodeResultPdu({PduType::kHighresResult, body}, record));
  EXPECT_TRUE(limit.Kept()) << limit.peak();
}

}  // namespace
}  // namespace fdr
