// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/event_text.h"

#include <gtest/gtest.h>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/captured_output.h"

namespace fdr::tools {
namespace {

using test::RecordBuilder;

constexpr MetricId kEventMetric = MetricId::Build(1, 0, 0);
constexpr MetricId kSize = MetricId::Build(1, 0, 1);
constexpr MetricId kPath = MetricId::Build(1, 0, 2);
constexpr MetricId kUndescribed = MetricId::Build(9, 9, 9);

// A parameter whose payload needs no padding.
RecordBuilder Parameter(MetricId id, Type type, const RecordBuilder& payload) {
  return RecordBuilder()
      .U32(id.value)
      .U32(static_cast<std::uint32_t>(type) << 24 |
           static_cast<std::uint32_t>(payload.bytes().size() + 4))
      .Raw(payload);
}

// The header of an EVENT record at 22:13:20.
RecordBuilder Record(std::uint32_t flags, std::int32_t count) {
  return RecordBuilder().Stamp2(1'700'000'000, 5).U32(flags).U32(static_cast<std::uint32_t>(count));
}

class EventTextTest : public testing::Test {
 protected:
  EventTextTest() {
    test::ArchiveBuilder(directory_ / "a")
        .Metric({.name = "ev", .id = kEventMetric, .type = Type::kEvent})
        .Metric({.name = "ev.size", .id = kSize, .type = Type::kU32})
        .Metric({.name = "ev.path", .id = kPath, .type = Type::kString})
        .Record(test::At(0), {test::Single(kSize, std::uint64_t{1})})
        .Close();
    auto archive = Archive::Open(directory_ / "a");
    EXPECT_TRUE(archive);
    if (archive) archive_ = std::move(*archive);
  }

  // The text of a value of type EVENT.
  std::string Text(Type stored_type, const RecordBuilder& payload) {
    ResultEncoder encoder;
    encoder.Begin({1, 0});
    encoder.BeginSet(kEventMetric, ValueFormat::kPointer);
    encoder.AddBlock(kSingular, stored_type, payload);
    ByteBuffer bytes;
    encoder.Encode(Version::k3, bytes);
    ResultRecord record;
    EXPECT_TRUE(record.Decode(Version::k3, Bytes(bytes).subspan(4, bytes.size() - kFrameOverhead)));
    StampPrinter stamps(Zone(), Version::k3, 0, {});
    AppendEvents(Type::kEvent, record.sets().front(), 0,
                 {*archive_, MetricNames(archive_->metadata()), stamps, output_.out()});
    return output_.Take();
  }
  std::string Text(const RecordBuilder& payload) { return Text(Type::kEvent, payload); }

  test::TempDirectory directory_;
  std::unique_ptr<Archive> archive_;
  test::CapturedOutput output_;
};

TEST_F(EventTextTest, NoRecords) { EXPECT_EQ(Text(RecordBuilder().U32(0)), "No event records\n"); }

TEST_F(EventTextTest, FlagsAndParameters) {
  const std::string text =
      Text(RecordBuilder()
               .U32(2)
               .Raw(Record(0, 1))
               .Raw(Parameter(kSize, Type::kU32, RecordBuilder().U32(7)))
               .Raw(Record(kEventStart | kEventId, 1))
               .Raw(Parameter(kPath, Type::kString, RecordBuilder("61626364"))));
  EXPECT_EQ(text,
            "2 event records\n"
            "        --- event record [0] timestamp 22:13:20.000005 ---\n"
            "        1.0.1 (ev.size): value 7\n"
            "        --- event record [1] timestamp 22:13:20.000005 flags 0xa (start,id) ---\n"
            "        1.0.2 (ev.path): value \"abcd\"\n");
}

TEST_F(EventTextTest, ARecordWithoutParametersSaysSoUnlessItHasFlags) {
  EXPECT_EQ(Text(RecordBuilder().U32(2).Raw(Record(0, 0)).Raw(Record(64, 0))),
            "2 event records\n"
            "        --- event record [0] timestamp 22:13:20.000005 ---\n"
            "\t          No parameters\n"
            "        --- event record [1] timestamp 22:13:20.000005 flags 0x40 () ---\n");
}

TEST_F(EventTextTest, MissedRecordsAreCountedApart) {
  EXPECT_EQ(Text(RecordBuilder().U32(1).Raw(Record(kEventMissed, 3))),
            "1 (and 3 missed) event records\n"
            "        --- event record [0] timestamp 22:13:20.000005 flags 0x80000000 (missed) ---\n"
            "        ==> 3 missed event records\n");
  EXPECT_EQ(Text(RecordBuilder().U32(1).Raw(Record(kEventMissed, 0))).substr(0, 15),
            "1 event record\n");
}

TEST_F(EventTextTest, ANegativeNumberOfParametersIsAnError) {
  EXPECT_EQ(Text(RecordBuilder().U32(1).Raw(Record(0, -4))),
            "1 event record\n"
            "        --- event record [0] timestamp 22:13:20.000005 ---\n"
            "\t          Error: illegal number of parameters (-4)\n");
}

TEST_F(EventTextTest, AParameterWithoutADescriptorHasNoValue) {
  const std::string text =
      Text(RecordBuilder()
               .U32(1)
               .Raw(Record(0, 1))
               .Raw(Parameter(kUndescribed, Type::kU32, RecordBuilder().U32(7))));
  EXPECT_EQ(text,
            "1 event record\n"
            "        --- event record [0] timestamp 22:13:20.000005 ---\n"
            "        PMID: 9.9.9: pmLookupDesc: Metric not defined in the PCP archive log\n");
}

TEST_F(EventTextTest, WhatIsNoEventArrayIsSaidToBeNone) {
  constexpr const char* kIllegal = "Illegal event records\n";
  EXPECT_EQ(Text(RecordBuilder().U32(1)), kIllegal);
  EXPECT_EQ(Text(RecordBuilder().U32(0xffffffff)), kIllegal);
  EXPECT_EQ(Text(RecordBuilder().U32(1).Raw(Record(0, 1000))), kIllegal);
  EXPECT_EQ(Text(Type::kAggregate, RecordBuilder().U32(0)), kIllegal);
}

}  // namespace
}  // namespace fdr::tools
