// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/desc_record.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;
using test::ToHex;

constexpr const char* kFields = "0f000800 00000004 0f000002 00000003 00000000";

RecordBuilder KernelAllLoad() {
  return RecordBuilder(kFields).Hex("00000001 0000000f").Text("kernel.all.load");
}

std::string Encoded(const DescRecord& record) {
  ByteBuffer out;
  record.Encode(out);
  return ToHex(out);
}

TEST(DescRecordTest, DecodesKernelAllLoad) {
  const RecordBuilder bytes = KernelAllLoad();
  const auto record = DescRecord::Decode(bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_EQ(record->desc.id, MetricId::Build(60, 2, 0));
  EXPECT_EQ(record->desc.type, Type::kFloat);
  EXPECT_EQ(record->desc.indom, InDomId::Build(60, 2));
  EXPECT_EQ(record->desc.semantics, Semantics::kInstant);
  EXPECT_EQ(record->desc.units, Units{});
  EXPECT_EQ(record->names, std::vector<std::string_view>{"kernel.all.load"});
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(DescRecordTest, DecodesSeveralNamesAndNullIdentifiers) {
  RecordBuilder bytes("ffffffff ffffffff ffffffff 00000001 0f001000 | 00000003");
  bytes.U32(1).Text("a").U32(0).U32(3).Text("b.c");
  const auto record = DescRecord::Decode(bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_TRUE(record->desc.id.IsNull());
  EXPECT_TRUE(record->desc.indom.IsNull());
  EXPECT_EQ(record->desc.type, Type::kNoSupport);
  EXPECT_EQ(record->desc.units.dim_time, -1);
  EXPECT_EQ(record->desc.units.scale_time, 1);
  EXPECT_EQ(record->names, (std::vector<std::string_view>{"a", "", "b.c"}));
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(DescRecordTest, AMetricMayHaveNoName) {
  const RecordBuilder bytes = RecordBuilder(kFields).U32(0);
  const auto record = DescRecord::Decode(bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_TRUE(record->names.empty());
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(DescRecordTest, TypesAndSemanticsThatDoNotExistAreKept) {
  const RecordBuilder bytes("0f000800 0000007b 0f000002 fffffff9 ffffffff 00000000");
  const auto record = DescRecord::Decode(bytes);
  ASSERT_TRUE(record);
  EXPECT_EQ(static_cast<int>(record->desc.type), 123);
  EXPECT_EQ(static_cast<int>(record->desc.semantics), -7);
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(DescRecordTest, TheCountOfNamesMayNotBeMissing) {
  for (std::size_t size = 0; size < 24; ++size)
    EXPECT_EQ(ErrorOf(DescRecord::Decode(Bytes(KernelAllLoad()).first(size))),
              "Descriptor: record too short")
        << size;
}

TEST(DescRecordTest, MoreNamesThanBytes) {
  EXPECT_EQ(ErrorOf(DescRecord::Decode(RecordBuilder(kFields).U32(2).U32(0))),
            "Descriptor: more names than bytes");
  EXPECT_EQ(ErrorOf(DescRecord::Decode(RecordBuilder(kFields).U32(0xffffffff).U32(0))),
            "Descriptor: more names than bytes");
}

TEST(DescRecordTest, ANameRunsPastTheEnd) {
  EXPECT_EQ(ErrorOf(DescRecord::Decode(RecordBuilder(kFields).U32(1).U32(4).Text("abc"))),
            "Descriptor: a name runs past the end");
  EXPECT_EQ(ErrorOf(DescRecord::Decode(RecordBuilder(kFields).U32(1).U32(0xffffffff).Text("abc"))),
            "Descriptor: a name runs past the end");
}

TEST(DescRecordTest, BytesBehindTheNames) {
  EXPECT_EQ(ErrorOf(DescRecord::Decode(KernelAllLoad().U8(0))),
            "Descriptor: bytes left over behind the names");
}

TEST(DescRecordDamageTest, FailsOrEncodesToTheSameBytes) {
  test::ForEachDamage(KernelAllLoad(), [](Bytes damaged) {
    const test::AllocationLimit limit(8 * damaged.size() + 1024);
    const auto record = DescRecord::Decode(damaged);
    EXPECT_TRUE(limit.Kept()) << limit.peak();
    if (record) {
      EXPECT_EQ(Encoded(*record), ToHex(damaged));
    }
  });
}

}  // namespace
}  // namespace fdr
