// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/trace_pdu.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;
using test::ToHex;

// Seen between PCP's library and its agent.
constexpr const char* kGreeting = "00000010 00007050 000016b9 00000001";
constexpr const char* kTransaction =
    "00000020 00007051 00000da4 01070180 3faa8f5c28f5c28f 7478206f 6e65007e";
constexpr const char* kPoint = "0000001c 00007051 00000da4 01030280 bff0000000000000 7074007e";

std::string Hex(std::string_view digits) { return ToHex(RecordBuilder(digits)); }

TraceMessage Taken(Bytes bytes) {
  const Result<std::optional<TraceMessage>> message = TakeTraceMessage(bytes);
  EXPECT_TRUE(message && *message) << (message ? "it is not complete" : message.error().what);
  EXPECT_TRUE(bytes.empty());
  return message && *message ? **message : TraceMessage();
}

std::string Complaint(std::string_view digits) {
  const RecordBuilder builder(digits);
  Bytes bytes = builder;
  const auto message = TakeTraceMessage(bytes);
  if (!message) return message.error().what;
  if (!*message) return "it is not complete";
  return test::ErrorOf(TraceData::Decode((*message)->body));
}

ByteBuffer Encoded(const TraceData& data) {
  ByteBuffer out;
  data.Encode(0xda4, out);
  return out;
}

TEST(TracePduTest, TheGreetingIsThatOfThePeer) {
  ByteBuffer out;
  TraceAck{}.Encode(0x16b9, out);
  EXPECT_EQ(ToHex(out), Hex(kGreeting));
  const TraceMessage message = Taken(out);
  EXPECT_EQ(message.type, TraceType::kAck);
  EXPECT_EQ(message.from, 0x16b9U);
  EXPECT_EQ(TraceAck::Decode(message.body)->word, TraceAck::kVersion);
}

TEST(TracePduTest, DataAreThoseOfThePeer) {
  const double seconds = 0.051875;
  EXPECT_EQ(ToHex(Encoded({TraceKind::kPoint, true, -1, "pt"})), Hex(kPoint));
  const RecordBuilder builder(kTransaction);
  const auto data = TraceData::Decode(Taken(builder).body);
  ASSERT_TRUE(data) << data.error().what;
  EXPECT_EQ(data->kind, TraceKind::kTransaction);
  EXPECT_TRUE(data->wants_ack);
  EXPECT_EQ(data->tag, "tx one");
  EXPECT_NEAR(data->value, seconds, 1e-3);
  EXPECT_EQ(ToHex(Encoded(*data)), Hex(kTransaction));
}

TEST(TracePduTest, TagsOfEveryLengthArrive) {
  for (std::size_t length = 1; length <= kLongestTraceTag; ++length) {
    const std::string tag(length, 'y');
    const ByteBuffer bytes = Encoded({TraceKind::kCounter, false, 7, tag});
    ASSERT_EQ(bytes.size() % 4, 0U);
    ASSERT_LE(bytes.size(), kLargestTraceMessage);
    const auto data = TraceData::Decode(Taken(bytes).body);
    ASSERT_TRUE(data) << length << ": " << data.error().what;
    EXPECT_EQ(data->tag, tag);
    EXPECT_FALSE(data->wants_ack);
  }
}

TEST(TracePduTest, ATagMayLackItsZeroByte) {
  std::string digits = "00000118 00007051 00000000 01ff0200 bff0000000000000";
  for (int i = 0; i < 255; ++i) digits += "79";
  const RecordBuilder builder(digits + "7e");
  const auto data = TraceData::Decode(Taken(builder).body);
  ASSERT_TRUE(data) << data.error().what;
  EXPECT_EQ(data->tag, std::string(255, 'y'));
}

TEST(TracePduTest, AMessageIsCompleteAfterItsLastByte) {
  const RecordBuilder builder(std::string(kPoint) + kTransaction);
  for (std::size_t size = 0; size <= builder.bytes().size(); ++size) {
    Bytes bytes = Bytes(builder).first(size);
    std::size_t count = 0;
    while (true) {
      const auto message = TakeTraceMessage(bytes);
      ASSERT_TRUE(message) << size << ": " << message.error().what;
      if (!*message) break;
      ++count;
    }
    EXPECT_EQ(count, (size >= 28 ? 1U : 0U) + (size >= 60 ? 1U : 0U)) << size;
  }
}

TEST(TracePduTest, AShortenedOrDamagedBodyIsAnErrorAtMost) {
  const RecordBuilder builder(kTransaction);
  const Bytes body = Bytes(builder).subspan(kTraceHeaderSize);
  test::ForEachTruncation(body, [](Bytes damaged) {
    EXPECT_FALSE(TraceData::Decode(damaged)) << damaged.size();
    EXPECT_EQ(TraceAck::Decode(damaged).has_value(), damaged.size() == 4) << damaged.size();
  });
  test::ForEachBitFlip(body, [](Bytes damaged) { (void)TraceData::Decode(damaged); });
}

TEST(TracePduTest, WrongMessagesAreExplained) {
  EXPECT_EQ(Complaint("0000000b 00007051 00000000"), "Bad message (header): a length of 11 bytes");
  EXPECT_EQ(Complaint("ffffffff 00007051 00000000"),
            "Bad message (header): a length of 4294967295 bytes");
  EXPECT_EQ(Complaint("00000119 00007051 00000000"), "Bad message (header): a length of 281 bytes");
  EXPECT_EQ(Complaint("00000010 00007052 00000000 00000001"),
            "Bad message (header): unknown type 28754");
  EXPECT_EQ(Complaint("0000000c 00007051 00000000"), "Bad message (trace data): it is too short");
  EXPECT_EQ(Complaint("0000001c 00007051 00000000 02030200 bff0000000000000 7074007e"),
            "Bad message (trace data): its version is 2, not 1");
  EXPECT_EQ(Complaint("0000001c 00007051 00000000 01030000 bff0000000000000 7074007e"),
            "Bad message (trace data): unknown kind 0");
  EXPECT_EQ(Complaint("0000001c 00007051 00000000 01030500 bff0000000000000 7074007e"),
            "Bad message (trace data): unknown kind 5");
  EXPECT_EQ(Complaint("00000018 00007051 00000000 01000200 bff0000000000000"),
            "Bad message (trace data): the tag is empty");
  EXPECT_EQ(Complaint("0000001c 00007051 00000000 01010200 bff0000000000000 007e7e7e"),
            "Bad message (trace data): the tag is empty");
  EXPECT_EQ(Complaint("00000020 00007051 00000000 01030200 bff0000000000000 7074007e 7e7e7e7e"),
            "Bad message (trace data): bytes are left over");
}

TEST(TracePduTest, AnAnswerCanBeRequestedLater) {
  ByteBuffer bytes = Encoded({TraceKind::kPoint, false, -1, "pt"});
  RequestTraceAck(bytes);
  EXPECT_EQ(ToHex(bytes), Hex(kPoint));
}

}  // namespace
}  // namespace fdr
