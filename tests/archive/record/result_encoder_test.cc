// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/result_encoder.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;
using test::ToHex;

std::string Encoded(Version version, const ResultEncoder& encoder) {
  ByteBuffer out;
  encoder.Encode(version, out);
  return ToHex(out);
}

std::string Framed(const RecordBuilder& body) { return ToHex(RecordBuilder().Frame(body)); }

constexpr Timestamp kSampleStamp{0x5a000000, 123'456'789};
constexpr const char* kSampleStamp2 = "5a000000 0001e240";
constexpr const char* kSampleStamp3 = "5a000000 00000000 075bcd15";
constexpr MetricId kMetric{0x0f000800};

TEST(ResultEncoderTest, EncodesMarks) {
  ByteBuffer out;
  ResultEncoder::EncodeMark(Version::k2, kSampleStamp, out);
  ResultEncoder::EncodeMark(Version::k3, kSampleStamp, out);
  EXPECT_EQ(ToHex(out), ToHex(RecordBuilder("00000014")
                                  .Hex(kSampleStamp2)
                                  .Hex("00000000 00000014 | 00000018")
                                  .Hex(kSampleStamp3)
                                  .Hex("00000000 00000018")));
}

TEST(ResultEncoderTest, AnEmptyRecordIsAMark) {
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  EXPECT_TRUE(encoder.empty());
  EXPECT_EQ(encoder.stamp(), kSampleStamp);
  ByteBuffer mark;
  ResultEncoder::EncodeMark(Version::k3, kSampleStamp, mark);
  EXPECT_EQ(Encoded(Version::k3, encoder), ToHex(mark));
}

TEST(ResultEncoderTest, WholeSetsAreWhatTheirValuesAreOneByOne) {
  struct Value {
    InstanceId instance;
    std::uint64_t bits;
  };
  const std::vector<Value> values = {{-1, 7}, {2, 0x123456789abcdef0}, {3, 0xffffffff}};
  for (const Version version : {Version::k2, Version::k3}) {
    ResultEncoder whole, each;
    for (ResultEncoder* encoder : {&whole, &each}) {
      encoder->Begin(kSampleStamp);
      encoder->BeginSet(kMetric, ValueFormat::kPointer);
      encoder->AddBlock(1, Type::kString, AsBytes("odd"));
    }
    whole.AddInPlaceSet(kMetric, std::span(values).first(2));
    each.BeginSet(kMetric, ValueFormat::kInPlace);
    for (const std::size_t i : {0u, 1u})
      each.AddInPlace(values[i].instance, static_cast<std::uint32_t>(values[i].bits));
    for (const std::uint32_t size : {4u, 8u}) {
      const Type type = size == 4 ? Type::kFloat : Type::kU64;
      whole.AddNumberSet(kMetric, ValueFormat::kPointerStatic, type, size, std::span(values));
      each.BeginSet(kMetric, ValueFormat::kPointerStatic);
      for (const Value& value : values) each.AddNumber(value.instance, type, size, value.bits);
    }
    whole.AddSet(kMetric, -3);
    each.AddSet(kMetric, -3);
    EXPECT_EQ(Encoded(version, whole), Encoded(version, each));
    EXPECT_EQ(whole.metrics(), 5u);
  }
}

TEST(ResultEncoderTest, CountsBlockWordsFromEightBytesBeforeTheRecord) {
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  encoder.BeginSet(kMetric, ValueFormat::kInPlace);
  encoder.AddInPlace(1, 7);
  encoder.AddInPlace(2, 0xffffffff);
  encoder.BeginSet({0x0f000801}, ValueFormat::kPointer);
  encoder.AddBlock(3, Type::kString, AsBytes(std::string_view("localhost\0", 10)));
  encoder.AddBlock(4, Type::kFloat, RecordBuilder("40000000"));
  const char* const sets =
      "00000002 | 0f000800 00000002 00000000 | 00000001 00000007 | 00000002 ffffffff"
      "0f000801 00000002 00000001 | 00000003";
  const char* const blocks = "0600000e 6c6f63616c686f737400 7e7e | 04000008 40000000";
  EXPECT_EQ(
      Encoded(Version::k2, encoder),
      Framed(
          RecordBuilder(kSampleStamp2).Hex(sets).Hex("00000014 | 00000004 00000018").Hex(blocks)));
  EXPECT_EQ(
      Encoded(Version::k3, encoder),
      Framed(
          RecordBuilder(kSampleStamp3).Hex(sets).Hex("00000015 | 00000004 00000019").Hex(blocks)));
  EXPECT_FALSE(encoder.empty());
}

TEST(ResultEncoderTest, SetsWithoutValuesHaveNoFormatWord) {
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  encoder.AddSet(kMetric, 0);
  encoder.AddSet({0x0f000801}, -12350);
  encoder.BeginSet({0x0f000802}, ValueFormat::kPointer);  // a set without values
  EXPECT_EQ(
      Encoded(Version::k3, encoder),
      Framed(RecordBuilder(kSampleStamp3)
                 .Hex("00000003 | 0f000800 00000000 | 0f000801 ffffcfc2 | 0f000802 00000000")));
}

TEST(ResultEncoderTest, PaddingIsTildesUnlessItIsBroughtAlong) {
  const auto padded = [](std::string_view payload, std::string_view padding) {
    ResultEncoder encoder;
    encoder.Begin({});
    encoder.BeginSet(kMetric, ValueFormat::kPointer);
    encoder.AddBlock(0, Type::kString, AsBytes(payload), AsBytes(padding));
    ByteBuffer out;
    encoder.Encode(Version::k2, out);
    return std::string(AsText(Bytes(out).subspan(40, out.size() - 44)));
  };
  EXPECT_EQ(padded("", ""), "");
  EXPECT_EQ(padded("a", ""), "a~~~");
  EXPECT_EQ(padded("ab", ""), "ab~~");
  EXPECT_EQ(padded("abc", ""), "abc~");
  EXPECT_EQ(padded("abcd", ""), "abcd");
  EXPECT_EQ(padded("a", "xyz"), "axyz");
  EXPECT_EQ(padded("a", "xy"), "a~~~") << "padding that does not fit is not used";
}

TEST(ResultEncoderTest, BeginForgetsTheRecordBefore) {
  ResultEncoder encoder;
  encoder.Begin({});
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  encoder.AddBlock(0, Type::kString, AsBytes("a"));
  encoder.Begin(kSampleStamp);
  encoder.AddSet(kMetric, 0);
  EXPECT_EQ(Encoded(Version::k2, encoder),
            Framed(RecordBuilder(kSampleStamp2).Hex("00000001 | 0f000800 00000000")));
}

TEST(ResultEncoderTest, ARecordOfManySetsAndFewBlocksTakesNoMoreMemoryThanItNeeds) {
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    encoder.BeginSet(MetricId{i}, ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, i);
  }
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  encoder.AddNumber(kSingular, Type::kU64, 8, 7);
  ByteBuffer out;
  encoder.Encode(Version::k3, out);
  EXPECT_LT(out.capacity(), out.size() + 64);
}

TEST(ResultEncoderTest, AppendsToWhatIsInTheBuffer) {
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  encoder.AddBlock(0, Type::kString, AsBytes("abcd"));
  const std::string once = Encoded(Version::k2, encoder);
  ByteBuffer out;
  encoder.Encode(Version::k2, out);
  encoder.Encode(Version::k2, out);
  EXPECT_EQ(ToHex(out), once + once);
}

TEST(ResultEncoderTest, AValueThatItsHeaderCannotCountMakesTheRecordOverfull) {
  const ByteBuffer payload(ResultEncoder::kMaxPayload + 1);
  ResultEncoder encoder;
  encoder.Begin(kSampleStamp);
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  encoder.AddBlock(0, Type::kString, Bytes(payload).first(ResultEncoder::kMaxPayload));
  EXPECT_FALSE(encoder.overfull());
  EXPECT_EQ(Encoded(Version::k2, encoder).substr(2 * 36, 8), "06ffffff");
  encoder.AddBlock(1, Type::kString, payload);
  EXPECT_TRUE(encoder.overfull());
  encoder.Begin(kSampleStamp);
  EXPECT_FALSE(encoder.overfull());
}

}  // namespace
}  // namespace fdr
