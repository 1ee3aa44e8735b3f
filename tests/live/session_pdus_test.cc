// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/profile_pdu.h"
#include "fdr/tests/live/pdu_bytes.h"

namespace fdr {
namespace {

using test::BodyOf;
using test::Complaint;
using test::Encoded;
using test::ErrorOf;
using test::ExpectSurvivesDamage;
using test::RecordBuilder;
using test::ToHex;

std::string HeaderComplaint(std::string_view hex) {
  const RecordBuilder bytes(hex);
  return ErrorOf(PduHeader::Decode(Bytes(bytes).first<kPduHeaderSize>()));
}

TEST(PduTest, AHeaderIsALengthATypeAndASender) {
  const RecordBuilder bytes("00000014 0000700c 000013fe");
  const auto header = PduHeader::Decode(Bytes(bytes).first<kPduHeaderSize>());
  ASSERT_TRUE(header);
  EXPECT_EQ(header->length, 0x14u);
  EXPECT_EQ(header->type, PduType::kCredentials);
  EXPECT_EQ(header->from, 0x13feu);
}

TEST(PduTest, ALengthIsAtLeastThatOfTheHeaderAndNotNegative) {
  EXPECT_EQ(HeaderComplaint("0000000b 00007000 00000000"),
            "Bad message (header): the length is less than its own");
  EXPECT_EQ(HeaderComplaint("80000000 00007000 00000000"),
            "Bad message (header): the length is negative");
}

TEST(GreetingPduTest, IsVersionAndFeatures) {
  const RecordBuilder bytes("00000014 00007000 00000000 | 00000000 02010e44");
  const auto pdu = GreetingPdu::Decode(BodyOf(bytes, PduType::kError));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->code, 0);
  EXPECT_EQ(pdu->version, 2);
  EXPECT_EQ(pdu->licensed, 1);
  EXPECT_TRUE(pdu->Has(kFeatureLabels));
  EXPECT_TRUE(pdu->Has(kFeatureDescs));
  EXPECT_FALSE(pdu->Has(kFeatureSecure));
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<GreetingPdu>(BodyOf(bytes, PduType::kError));
  EXPECT_EQ(Complaint<GreetingPdu>(RecordBuilder("00000000 02010e44 00")),
            "Bad message (greeting): bytes are left over");
}

TEST(GreetingPduTest, NumbersErrorsAsOfOld) {
  const auto code_of = [](std::int32_t sent) {
    const RecordBuilder body = RecordBuilder().U32(static_cast<std::uint32_t>(sent)).U32(0);
    const auto pdu = GreetingPdu::Decode(body);
    EXPECT_EQ(Encoded(*pdu), ToHex(RecordBuilder("00000014 00007000 00000000").Raw(body)));
    return pdu->code;
  };
  EXPECT_EQ(code_of(-1042), -12387);
  EXPECT_EQ(code_of(-1043), -12388);
  EXPECT_EQ(code_of(-1000), -12345);
  EXPECT_EQ(code_of(-999), -999);
  EXPECT_EQ(code_of(-98), -98);
  const RecordBuilder lowest("80000000 00000000");
  EXPECT_EQ(GreetingPdu::Decode(lowest)->code, INT32_MIN) << "and no overflow";
}

TEST(ErrorPduTest, IsACode) {
  const RecordBuilder bytes("00000010 00007000 00000000 | ffffcfbb");
  const auto pdu = ErrorPdu::Decode(BodyOf(bytes, PduType::kError));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->code, kPcpUnknownName);
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  ExpectSurvivesDamage<ErrorPdu>(BodyOf(bytes, PduType::kError));
}

TEST(CollectorErrorTest, KeepsTheNumber) {
  const Error unknown = About("no.such", CollectorError(kPcpUnknownName));
  EXPECT_EQ(unknown.code, Errc::kNotFound);
  EXPECT_EQ(unknown.pcp_error, kPcpUnknownName);
  EXPECT_EQ(unknown.Message(), "no.such: Unknown metric name");
  for (const std::int32_t code :
       {kPcpNoText, kPcpUnknownMetric, kPcpUnknownInDom, kPcpUnknownInstance})
    EXPECT_EQ(CollectorError(code).code, Errc::kNotFound) << code;
  EXPECT_EQ(CollectorError(kPcpNotALeaf).code, Errc::kNotAMetric);
  const Error refused = CollectorError(-12387);
  EXPECT_EQ(refused.code, Errc::kRefused);
  EXPECT_EQ(refused.Message(), "No permission to perform requested operation");
  EXPECT_EQ(About("a.b", Error{Errc::kTimeout, "too late", {}, 0}).what, "too late");
}

TEST(CredentialsPduTest, AreAVersionAndFlags) {
  const RecordBuilder bytes("00000014 0000700c 000013fe | 00000001 01020000");
  const auto pdu = CredentialsPdu::Decode(BodyOf(bytes, PduType::kCredentials));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->version, 2);
  EXPECT_EQ(pdu->flags, 0);
  EXPECT_EQ(Encoded(CredentialsPdu{.process = 0x13fe}), ToHex(bytes));
  ExpectSurvivesDamage<CredentialsPdu>(BodyOf(bytes, PduType::kCredentials));
}

TEST(CredentialsPduTest, AreRejectedUnlessTheyAreOfVersion) {
  EXPECT_EQ(Complaint<CredentialsPdu>(RecordBuilder("00000001 02020000")),
            "Bad message (credentials): there is only that of version");
  for (const char* count : {"00000000", "00000002", "ffffffff"})
    EXPECT_EQ(Complaint<CredentialsPdu>(RecordBuilder(count).U32(0x01020000)),
              "Bad message (credentials): fewer than announced");
  EXPECT_EQ(Complaint<CredentialsPdu>(RecordBuilder("00000001 01020000 00000000")),
            "Bad message (credentials): bytes are left over");
}

TEST(AttributePduTest, HasNoPadding) {
  const RecordBuilder bytes("00000013 00007011 00000000 | 0000000f 706f64");
  const auto pdu = AttributePdu::Decode(BodyOf(bytes, PduType::kAttribute));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->code, AttributeCode::kContainer);
  EXPECT_EQ(pdu->value, "pod");
  EXPECT_EQ(Encoded(*pdu), ToHex(bytes));
  EXPECT_EQ(Complaint<AttributePdu>(RecordBuilder("000000")),
            "Bad message (attribute): it is too short");
  EXPECT_TRUE(AttributePdu::Decode(RecordBuilder("00000000").Fill(kMaxAttributeSize, 'x')));
  EXPECT_EQ(Complaint<AttributePdu>(RecordBuilder("00000000").Fill(kMaxAttributeSize + 1, 'x')),
            "Bad message (attribute): it is too long");
}

TEST(ProfilePduTest, IncludesEverythingAtFirst) {
  const RecordBuilder bytes("0000001c 00007002 00000000 | 00000000 00000000 00000000 00000000");
  const auto pdu = ProfilePdu::Decode(BodyOf(bytes, PduType::kProfile));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->profile, Profile());
  ByteBuffer out;
  ProfilePdu::Encode(pdu->context, pdu->profile, out);
  EXPECT_EQ(ToHex(out), ToHex(bytes));
}

TEST(ProfilePduTest, NamesTheExceptionsOfEachDomain) {
  const RecordBuilder bytes(
      "00000048 00007002 00000000 | 00000007 00000001 00000002 00000000 |"
      "0f000001 00000001 00000002 00000000 | 0f000002 00000000 00000001 00000000 |"
      "00000003 00000005 | 0000000f");
  Profile profile;
  profile.SetAll(false);
  profile.Set(InDomId::Build(60, 1), false);
  profile.Include(InDomId::Build(60, 1), {5, 3});
  profile.Set(InDomId::Build(60, 2), true);
  profile.Exclude(InDomId::Build(60, 2), {15});
  ByteBuffer out;
  ProfilePdu::Encode(7, profile, out);
  EXPECT_EQ(ToHex(out), ToHex(bytes));
  const auto pdu = ProfilePdu::Decode(BodyOf(bytes, PduType::kProfile));
  ASSERT_TRUE(pdu);
  EXPECT_EQ(pdu->context, 7u);
  EXPECT_EQ(pdu->profile, profile);
  ExpectSurvivesDamage<ProfilePdu>(BodyOf(bytes, PduType::kProfile));
}

TEST(ProfilePduTest, CountsAreCheckedAgainstTheBytes) {
  EXPECT_EQ(Complaint<ProfilePdu>(RecordBuilder("00000000 00000000 ffffffff 00000000")),
            "Bad message (profile): more domains than bytes");
  EXPECT_EQ(Complaint<ProfilePdu>(RecordBuilder("00000000 00000000 00000001 00000000"
                                                "0f000001 00000001 ffffffff 00000000")),
            "Bad message (profile): more instances than bytes");
}

}  // namespace
}  // namespace fdr
