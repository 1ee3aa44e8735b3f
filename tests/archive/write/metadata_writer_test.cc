// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/metadata_writer.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::ErrorOf;

constexpr std::uint64_t kNoLimit = 1'000'000;
constexpr MetricId kOneMetric{0x0f000800};
constexpr InDomId kOneInDom{0x0f000002};
constexpr DomainRecords kDifferences = DomainRecords::kDeltas;
const Desc kDesc{kOneMetric, Type::kFloat, kOneInDom, Semantics::kInstant, {}};

class MetadataWriterTest : public testing::TestWithParam<Version> {
 protected:
  MetadataWriter Open(std::uint64_t limit = kNoLimit) {
    Result<MetadataWriter> writer = MetadataWriter::Create(files_, "a", GetParam(), limit);
    EXPECT_EQ(ErrorOf(writer), "");
    LabelRecord label;
    label.version = GetParam();
    EXPECT_EQ(ErrorOf(writer->Start(label)), "");
    EXPECT_EQ(ErrorOf(writer->TakeName()), "");
    return std::move(*writer);
  }

  // One letter for each record in the file: Metric, Instances, delta, Labels, Text.
  std::string Kinds() const {
    const MemorySource source("a.meta", files_.files.at("a.meta"));
    FrameReader frames(source, LabelSize(GetParam()));
    std::string kinds;
    while (true) {
      const auto frame = frames.Next();
      EXPECT_EQ(ErrorOf(frame), "");
      if (!frame || !*frame) return kinds;
      const auto record = DecodeMetadata((*frame)->body);
      EXPECT_EQ(ErrorOf(record), "");
      if (!record) return kinds;
      const auto* indom = std::get_if<InDomRecord>(&*record);
      kinds += indom != nullptr && indom->is_delta ? 'd' : "MILT"[record->index()];
    }
  }

  test::MemoryFileSystem files_;
};

INSTANTIATE_TEST_SUITE_P(BothVersions, MetadataWriterTest,
                         testing::Values(Version::k2, Version::k3), [](const auto& param) {
                           return param.param == Version::k2 ? "V2" : "V3";
                         });

TEST_P(MetadataWriterTest, HoldsRecordsBackUntilFlush) {
  MetadataWriter writer = Open();
  const std::uint64_t empty = writer.size();
  EXPECT_EQ(empty, LabelSize(GetParam()));
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b", "a.c"}));
  EXPECT_FALSE(writer.holds_indom());
  EXPECT_FALSE(writer.first_held_stamp());
  ASSERT_TRUE(writer.AddInDom({10, 1000}, kOneInDom, {{1, "one"}}, DomainRecords::kFull));
  ASSERT_TRUE(writer.AddInDom({20, 0}, kOneInDom, {{2, "two"}}, DomainRecords::kFull));
  EXPECT_TRUE(writer.holds_indom());
  EXPECT_EQ(writer.first_held_stamp(), (Timestamp{10, 1000}));
  EXPECT_EQ(writer.size(), empty);
  ASSERT_TRUE(writer.Flush());
  EXPECT_FALSE(writer.holds_indom());
  EXPECT_FALSE(writer.first_held_stamp());
  EXPECT_EQ(writer.size(), files_.files.at("a.meta").size());
  EXPECT_EQ(Kinds(), "MII");
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "MII");
}

TEST_P(MetadataWriterTest, EachRecordIsOneWrite) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b"}));
  ASSERT_TRUE(writer.Add(TextRecord{TextKind::kMetricHelp, kOneMetric.value, "help"}));
  const std::size_t before = files_.calls().size();
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(files_.calls().size(), before + 2);
}

TEST_P(MetadataWriterTest, DescribesAMetricOnce) {
  MetadataWriter writer = Open();
  EXPECT_FALSE(writer.Describes(kOneMetric));
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b"}));
  EXPECT_TRUE(writer.Describes(kOneMetric));
  ASSERT_TRUE(writer.AddMetric(kDesc, {"another.name"}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "M");
  // Add() copies a record, even if it is a repetition.
  ASSERT_TRUE(writer.Add(DescRecord{kDesc, {"a.b"}}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "MM");
}

TEST_P(MetadataWriterTest, ANameIsThatOfOneMetric) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b"}));
  Desc other = kDesc;
  other.id = MetricId::Build(1, 2, 3);
  const std::vector<std::string> same = {"c.d", "a.b"}, others = {"c.d"};
  EXPECT_EQ(ErrorOf(writer.CheckMetric(kDesc, same)), "");
  EXPECT_EQ(ErrorOf(writer.CheckMetric(other, others)), "");
  EXPECT_EQ(writer.CheckMetric(other, same).error().code, Errc::kExists);
  ASSERT_TRUE(writer.Flush());
}

// A metric that is not derived may have several names.  The file need not have all of them.
TEST_P(MetadataWriterTest, AMetricThatWasDerivedHasOneName) {
  MetadataWriter writer = Open();
  Desc derived = kDesc;
  derived.id = MetricId::Build(511, 2048, 3);
  const std::vector<std::string> one = {"a.b"}, another = {"c.d"};
  EXPECT_EQ(ErrorOf(writer.CheckMetric(derived, one)), "");
  ASSERT_TRUE(writer.AddMetric(derived, {"a.b"}));
  EXPECT_EQ(ErrorOf(writer.CheckMetric(derived, one)), "");
  EXPECT_EQ(writer.CheckMetric(derived, another).error().code, Errc::kExists);
  ASSERT_TRUE(writer.Flush());
}

TEST_P(MetadataWriterTest, AMetricCannotChange) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b"}));
  const auto code_of = [&](Desc desc) {
    const Result<void> added = writer.AddMetric(desc, {"a.b"});
    const Result<void> copied = writer.Add(DescRecord{desc, {"a.b"}});
    EXPECT_EQ(ErrorOf(added), ErrorOf(copied));
    return added ? Errc::kIo : added.error().code;
  };
  Desc type = kDesc, semantics = kDesc, indom = kDesc, units = kDesc;
  type.type = Type::kDouble;
  semantics.semantics = Semantics::kCounter;
  indom.indom = {};
  units.units.dim_count = 1;
  EXPECT_EQ(code_of(type), Errc::kTypeChanged);
  EXPECT_EQ(code_of(semantics), Errc::kSemanticsChanged);
  EXPECT_EQ(code_of(indom), Errc::kInDomChanged);
  EXPECT_EQ(code_of(units), Errc::kUnitsChanged);
  EXPECT_EQ(ErrorOf(writer.AddMetric(units, {"a.b"})),
            "Metric 60.2.0 described again, with other units");
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "M");
}

TEST_P(MetadataWriterTest, AMetricNeedsAName) {
  EXPECT_EQ(ErrorOf(Open().AddMetric(kDesc, {})), "Metric 60.2.0 without a name");
}

TEST_P(MetadataWriterTest, EachChangeOfADomainIsAFullRecord) {
  MetadataWriter writer = Open();
  const auto add = [&](int second, InstanceList instances) {
    return writer.AddInDom({second, 0}, kOneInDom, std::move(instances), DomainRecords::kFull);
  };
  ASSERT_TRUE(add(10, {{5, "five"}, {1, "one"}, {3, "three"}}));
  ASSERT_TRUE(add(20, {{1, "one"}, {3, "three"}, {5, "five"}}));
  ASSERT_TRUE(add(30, {{1, "one"}, {3, "three"}, {7, "seven"}}));
  ASSERT_TRUE(add(40, {}));
  ASSERT_TRUE(add(50, {{1, "ONE"}, {3, "three"}, {7, "seven"}}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "III");
}

TEST_P(MetadataWriterTest, Version3CanWriteOnlyWhatChangedInADomain) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(
      writer.AddInDom({10, 0}, kOneInDom, {{5, "five"}, {1, "one"}, {3, "three"}}, kDifferences));
  ASSERT_TRUE(
      writer.AddInDom({20, 0}, kOneInDom, {{1, "one"}, {3, "three"}, {5, "five"}}, kDifferences));
  ASSERT_TRUE(
      writer.AddInDom({30, 0}, kOneInDom, {{1, "one"}, {3, "three"}, {7, "seven"}}, kDifferences));
  ASSERT_TRUE(writer.AddInDom({40, 0}, kOneInDom, {}, kDifferences));
  ASSERT_TRUE(
      writer.AddInDom({50, 0}, kOneInDom, {{1, "ONE"}, {3, "three"}, {7, "seven"}}, kDifferences));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), GetParam() == Version::k2 ? "III" : "Idd");
}

TEST_P(MetadataWriterTest, OneStampHasNothingBehindADelta) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddInDom({10, 0}, kOneInDom, {{1, "one"}}, kDifferences));
  ASSERT_TRUE(writer.AddInDom({10, 0}, kOneInDom, {{1, "one"}, {2, "two"}}, kDifferences));
  ASSERT_TRUE(
      writer.AddInDom({20, 0}, kOneInDom, {{1, "one"}, {2, "two"}, {3, "three"}}, kDifferences));
  ASSERT_TRUE(writer.AddInDom({20, 0}, kOneInDom, {{1, "one"}, {2, "two"}}, kDifferences));
  ASSERT_TRUE(writer.AddInDom({30, 0}, kOneInDom, {{1, "one"}, {2, "two"}}, kDifferences));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), GetParam() == Version::k2 ? "IIII" : "IIdd");
}

TEST_P(MetadataWriterTest, AChangeAtTheStampOfADeltaIsWrittenWithTheNext) {
  if (GetParam() == Version::k2) return;  // has no deltas
  MetadataWriter writer = Open();
  const auto add = [&](int second, InstanceList instances) {
    return writer.AddInDom({second, 0}, kOneInDom, std::move(instances), kDifferences);
  };
  ASSERT_TRUE(add(10, {{1, "one"}}));
  ASSERT_TRUE(add(20, {{1, "one"}, {2, "two"}}));
  ASSERT_TRUE(add(20, {{1, "one"}, {3, "three"}}));
  ASSERT_TRUE(add(20, {{1, "one"}, {4, "four"}}));
  ASSERT_TRUE(writer.AddLateChanges({20, 0}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "Id");
  ASSERT_TRUE(writer.AddLateChanges({30, 0}));
  ASSERT_TRUE(writer.AddLateChanges({40, 0}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "Idd");
  // A change that is undone, or that comes again by itself, is not late any more.
  ASSERT_TRUE(add(30, {{1, "one"}}));
  ASSERT_TRUE(add(30, {{1, "one"}, {4, "four"}}));
  ASSERT_TRUE(writer.AddLateChanges({40, 0}));
  ASSERT_TRUE(add(40, {{1, "one"}, {4, "four"}, {5, "five"}}));
  ASSERT_TRUE(add(40, {{1, "one"}}));
  ASSERT_TRUE(add(50, {{1, "one"}}));
  ASSERT_TRUE(writer.AddLateChanges({50, 0}));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "Idddd");
}

TEST_P(MetadataWriterTest, InstancesMustBeDistinctAndNotNegative) {
  MetadataWriter writer = Open();
  EXPECT_EQ(
      ErrorOf(writer.AddInDom({10, 0}, kOneInDom, {{1, "a"}, {2, "b"}, {1, "c"}}, kDifferences)),
      "Instance domain: instance 1 given twice");
  EXPECT_EQ(ErrorOf(writer.AddInDom({10, 0}, kOneInDom, {{1, "a"}, {-1, "b"}}, kDifferences)),
            "Instance domain: negative instance identifier");
  EXPECT_FALSE(writer.holds_indom());
}

TEST_P(MetadataWriterTest, ACopiedDeltaNeedsSomethingToApplyTo) {
  MetadataWriter writer = Open();
  InDomBuilder builder;
  builder.Add(1, "one");
  EXPECT_EQ(ErrorOf(writer.Add(builder.Build({10, 0}, kOneInDom, true))),
            GetParam() == Version::k2
                ? "Version 2 has no delta records of instance domains"
                : "Delta record of instance domain 60.2 without a full one before it");
  ASSERT_TRUE(writer.Add(builder.Build({10, 0}, kOneInDom, false)));
  EXPECT_EQ(writer.Add(builder.Build({20, 0}, kOneInDom, true)).has_value(),
            GetParam() == Version::k3);
}

TEST_P(MetadataWriterTest, CopiedRecordsSayWhatTheMembersAre) {
  MetadataWriter writer = Open();
  InDomBuilder full, delta;
  full.Add(1, "one");
  delta.Add(2, "two");
  ASSERT_TRUE(writer.Add(full.Build({10, 0}, kOneInDom, false)));
  if (GetParam() == Version::k3) {
    ASSERT_TRUE(writer.Add(delta.Build({20, 0}, kOneInDom, true)));
  }
  const InstanceList both = {{1, "one"}, {2, "two"}};
  ASSERT_TRUE(writer.AddInDom({30, 0}, kOneInDom, both, DomainRecords::kFull));
  ASSERT_TRUE(writer.AddInDom({40, 0}, kOneInDom, {{1, "one"}}, DomainRecords::kFull));
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), GetParam() == Version::k2 ? "III" : "Idd");
}

TEST_P(MetadataWriterTest, NothingFollowsACopiedDeltaThatDoesNotFit) {
  if (GetParam() == Version::k2) return;  // has no deltas
  MetadataWriter writer = Open();
  InDomBuilder full, delta;
  full.Add(1, "one");
  delta.Delete(2);
  ASSERT_TRUE(writer.Add(full.Build({10, 0}, kOneInDom, false)));
  ASSERT_TRUE(writer.Add(delta.Build({20, 0}, kOneInDom, true)));
  EXPECT_EQ(ErrorOf(writer.AddInDom({30, 0}, kOneInDom, {{1, "one"}}, kDifferences)),
            "Instance domain 60.2: a change did not fit, so that no other can follow");
}

TEST_P(MetadataWriterTest, StampsNeverGoBackwards) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddInDom({10, 5000}, kOneInDom, {{1, "one"}}, kDifferences));
  const char* const kOlder = "Metadata older than what was written before it";
  EXPECT_EQ(ErrorOf(writer.AddInDom({10, 0}, kOneInDom, {{2, "two"}}, kDifferences)), kOlder);
  EXPECT_EQ(ErrorOf(writer.Add(LabelSetRecord{{10, 0}, 1, 0xffffffff, {}})), kOlder);
  EXPECT_EQ(ErrorOf(writer.Add(LabelSetRecord{{10, 5000}, 1, 0xffffffff, {}})), "");
  // Version 2 counts microseconds.
  EXPECT_EQ(ErrorOf(writer.Add(LabelSetRecord{{10, 5999}, 1, 0xffffffff, {}})), "");
  EXPECT_EQ(ErrorOf(writer.Add(LabelSetRecord{{10, 5001}, 1, 0xffffffff, {}})),
            GetParam() == Version::k2 ? "" : kOlder);
}

TEST_P(MetadataWriterTest, Version2EndsIn2038) {
  MetadataWriter writer = Open();
  EXPECT_EQ(ErrorOf(writer.AddInDom({0x7fffffff, 0}, kOneInDom, {{1, "one"}}, kDifferences)), "");
  EXPECT_EQ(ErrorOf(writer.AddInDom({0x80000000, 0}, kOneInDom, {{2, "two"}}, kDifferences)),
            GetParam() == Version::k2
                ? "Version 2 of the archive format ends in 2038: it cannot hold second 2147483648"
                : "");
  EXPECT_EQ(ErrorOf(writer.AddInDom({-1, 0}, kOneInDom, {{3, "three"}}, kDifferences)),
            "Not a time: -1 seconds, 0 nanoseconds");
}

TEST_P(MetadataWriterTest, RefusesTextOfUnknownKind) {
  EXPECT_EQ(ErrorOf(Open().Add(TextRecord{static_cast<TextKind>(7), 1, "text"})),
            "Help text of unknown kind 7");
}

TEST_P(MetadataWriterTest, RefusesLabelsThatCannotBeStored) {
  MetadataWriter writer = Open();
  const auto error_with = [&](const LabelSet& set) {
    return ErrorOf(writer.Add(LabelSetRecord{{10, 0}, 1, 0xffffffff, {set}}));
  };
  const std::string json(65536, ' ');
  EXPECT_EQ(error_with({.json = json, .entries = {}}), "Label set: too large");
  EXPECT_EQ(error_with({.json = {}, .count = 256, .entries = std::vector<LabelEntry>(256)}),
            "Label set: too large");
  EXPECT_EQ(error_with({.json = {}, .count = 2, .entries = std::vector<LabelEntry>(1)}),
            "Label set: not as many labels as it says");
  EXPECT_EQ(error_with({.json = {}, .count = -12351, .entries = {}}), "");
}

TEST_P(MetadataWriterTest, StaysBelowItsLimit) {
  const std::uint64_t text_size = 20 + 5;
  MetadataWriter writer = Open(LabelSize(GetParam()) + 2 * text_size);
  const TextRecord text{TextKind::kMetricHelp, kOneMetric.value, "help"};
  ASSERT_TRUE(writer.Add(text));
  ASSERT_TRUE(writer.Flush());
  ASSERT_TRUE(writer.Add(text));
  const Result<void> refused = writer.Add(text);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kTooLarge);
  EXPECT_EQ(refused.error().what, "Another 25 bytes of metadata are more than the format allows");
  ASSERT_TRUE(writer.Flush());
  EXPECT_EQ(Kinds(), "TT");
}

TEST_P(MetadataWriterTest, AWriteThatFailsIsTold) {
  MetadataWriter writer = Open();
  ASSERT_TRUE(writer.AddMetric(kDesc, {"a.b"}));
  files_.FailCall(files_.calls().size(), ENOSPC);
  EXPECT_EQ(ErrorOf(writer.Flush()), "No space left on device");
  EXPECT_EQ(Kinds(), "");
}

}  // namespace
}  // namespace fdr
