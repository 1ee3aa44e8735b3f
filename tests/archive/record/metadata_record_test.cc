// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/metadata_record.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;
using test::ToHex;

constexpr const char* kStamp2 = "5a000000 0001e240";
constexpr const char* kStamp3 = "5a000000 00000000 075bca00";
constexpr const char* kOneInstance = "0f000002 00000001 00000001 00000000 6100";
constexpr const char* kOneGone = "0f000002 00000001 00000001 ffffffff";
constexpr const char* kNoLabels = "00000001 ffffffff 00000001 | ffffffff 00000000 00000000";

RecordBuilder Body(std::uint32_t type) {
  RecordBuilder out = RecordBuilder().U32(type);
  switch (static_cast<MetadataType>(type)) {
    case MetadataType::kDesc:
      return out.Hex("0f000800 00000004 0f000002 00000003 00000000 | 00000001 0000000f")
          .Text("kernel.all.load");
    case MetadataType::kInDomV2:
      return out.Hex(kStamp2).Hex(kOneInstance);
    case MetadataType::kLabelSetV2:
      return out.Hex(kStamp2).Hex(kNoLabels);
    case MetadataType::kText:
      return out.Hex("00000005 0f000800 6100");
    case MetadataType::kInDom:
      return out.Hex(kStamp3).Hex(kOneInstance);
    case MetadataType::kInDomDelta:
      return out.Hex(kStamp3).Hex(kOneGone);
    case MetadataType::kLabelSet:
      return out.Hex(kStamp3).Hex(kNoLabels);
  }
  return out;
}

std::string Encoded(Version version, const MetadataRecord& record) {
  ByteBuffer out;
  EncodeMetadata(version, record, out);
  return ToHex(out);
}

TEST(MetadataRecordTest, TheTypeWordDecidesTheLayout) {
  const std::size_t alternative[] = {0, 1, 2, 3, 1, 1, 2};  // of MetadataRecord, for types 1 to 7
  for (std::uint32_t type = 1; type <= 7; ++type) {
    const RecordBuilder body = Body(type);
    const auto record = DecodeMetadata(body);
    ASSERT_TRUE(record) << type << record.error().Message();
    EXPECT_EQ(record->index(), alternative[type - 1]) << type;
    if (const auto* indom = std::get_if<InDomRecord>(&*record)) {
      EXPECT_EQ(indom->is_delta, type == 6) << type;
      EXPECT_EQ(indom->stamp, (Timestamp{0x5a000000, 123'456'000}));
    }
    for (const Version version : {Version::k2, Version::k3}) {
      if (!BelongsTo(static_cast<MetadataType>(type), version)) continue;
      EXPECT_EQ(Encoded(version, *record), ToHex(RecordBuilder().Frame(body))) << type;
    }
  }
}

TEST(MetadataRecordTest, TheDescriptorOfKernelAllLoadAsInAFile) {
  EXPECT_EQ(ToHex(RecordBuilder().Frame(Body(1))),
            ToHex(RecordBuilder("00000037 00000001 0f000800 00000004 0f000002 00000003 00000000"
                                "00000001 0000000f")
                      .Text("kernel.all.load")
                      .U32(0x37)));
}

TEST(MetadataRecordTest, AnotherVersionHasItsOwnTypes) {
  const RecordBuilder v2 = Body(2), v3 = Body(5), labels2 = Body(3), labels3 = Body(7);
  EXPECT_EQ(Encoded(Version::k3, *DecodeMetadata(v2)), ToHex(RecordBuilder().Frame(v3)));
  EXPECT_EQ(Encoded(Version::k2, *DecodeMetadata(v3)), ToHex(RecordBuilder().Frame(v2)));
  EXPECT_EQ(Encoded(Version::k3, *DecodeMetadata(labels2)), ToHex(RecordBuilder().Frame(labels3)));
  EXPECT_EQ(Encoded(Version::k2, *DecodeMetadata(labels3)), ToHex(RecordBuilder().Frame(labels2)));
}

TEST(MetadataRecordTest, UnknownTypesAreNamed) {
  for (const std::uint32_t type : {0u, 8u, 0xffffffffu}) {
    const auto record = DecodeMetadata(Body(type));
    EXPECT_EQ(ErrorOf(record), "Metadata record of unknown type " + std::to_string(type));
    EXPECT_EQ(record.error().code, Errc::kBadRecordType);
  }
}

TEST(MetadataRecordTest, ARecordHasAType) {
  for (std::size_t size = 0; size < 4; ++size)
    EXPECT_EQ(ErrorOf(DecodeMetadata(Bytes(Body(1)).first(size))),
              "Metadata record without a type");
}

TEST(MetadataRecordTest, ErrorsOfEveryKindAreHandedOn) {
  const char* expected[] = {
      "Descriptor: record too short",      "Instance domain: record too short",
      "Label sets: record too short",      "Help text: record too short",
      "Instance domain: record too short", "Instance domain: record too short",
      "Label sets: record too short"};
  for (std::uint32_t type = 1; type <= 7; ++type)
    EXPECT_EQ(ErrorOf(DecodeMetadata(Bytes(Body(type)).first(4))), expected[type - 1]) << type;
}

TEST(MetadataRecordTest, KnowsWhichTypesBelongToWhichVersion) {
  std::string in_v2, in_v3;
  for (std::uint32_t type = 0; type < 10; ++type) {
    if (BelongsTo(static_cast<MetadataType>(type), Version::k2)) in_v2 += std::to_string(type);
    if (BelongsTo(static_cast<MetadataType>(type), Version::k3)) in_v3 += std::to_string(type);
  }
  EXPECT_EQ(in_v2, "1234");
  EXPECT_EQ(in_v3, "14567");
}

}  // namespace
}  // namespace fdr
