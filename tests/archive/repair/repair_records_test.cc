// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Repair of single records: which records are kept, dropped or corrected.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/repair.h"
#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::CheckToy;
using test::kCpus;
using test::kForks;
using test::kLoad;
using test::kTicks;

using Lines = std::vector<std::string>;

class RepairRecordsTest : public testing::TestWithParam<Version> {
 protected:
  // Repairs the toy; the result must be sound.
  void Repair() {
    const test::TempDirectory directory;
    toy_.Write(directory / "in");
    const Result<RepairReport> report = RepairArchive(directory / "in", directory / "out", {});
    ASSERT_TRUE(report) << report.error().Message();
    report_ = *report;
    outcome_ = test::Check(directory / "out");
    EXPECT_EQ(outcome_.summary.count(Severity::kError), 0u) << outcome_.Codes();
    metadata_ = test::ReadFile(directory / "out.meta");
    data_ = test::ReadFile(directory / "out.0");
  }

  // The notes on a file, with the kind of each note.
  Lines Notes(std::int32_t number) const {
    Lines lines;
    for (const RepairedFile& file : report_.files)
      if (file.number == number)
        for (const RepairNote& note : file.notes)
          lines.push_back((note.kind == RepairNote::Kind::kLost ? "lost: " : "fixed: ") +
                          note.what);
    return lines;
  }

  const RepairedFile& File(std::int32_t number) const {
    for (const RepairedFile& file : report_.files)
      if (file.number == number) return file;
    return report_.files.front();
  }

  // "0 10 10.001m 20": the stamps of the repaired records, in seconds; m for marks.
  std::string Stamps() const {
    std::string text;
    for (const ByteBuffer& bytes : FramesOf(data_)) {
      ResultRecord record;
      EXPECT_TRUE(record.Decode(GetParam(), bytes));
      char seconds[32];
      std::snprintf(seconds, sizeof seconds, "%g", SecondsBetween(At(0), record.stamp()));
      text += (text.empty() ? "" : " ") + std::string(seconds) + (record.is_mark() ? "m" : "");
    }
    return text;
  }

  std::vector<ByteBuffer> FramesOf(Bytes file) const {
    std::vector<ByteBuffer> bodies;
    for (Bytes rest = file.subspan(LabelSize(GetParam())); !rest.empty();) {
      const std::uint32_t length = LoadU32(rest.data());
      bodies.emplace_back(rest.begin() + 4, rest.begin() + length - 4);
      rest = rest.subspan(length);
    }
    return bodies;
  }

  // Adds a record that has only a count of forks.
  void AddForks(double seconds, std::uint32_t count = 7) {
    toy_.AddRecord(seconds, [count](ResultEncoder& record) {
      record.BeginSet(kForks, ValueFormat::kInPlace);
      record.AddInPlace(kSingular, count);
    });
  }

  // The data records of an unchanged toy.
  static std::string SoundData() {
    std::string text;
    CheckToy toy(GetParam());
    for (const ByteBuffer& record : toy.data()) text += AsText(record);
    return text;
  }

  CheckToy toy_{GetParam()};
  RepairReport report_;
  test::CheckOutcome outcome_;
  ByteBuffer metadata_;
  ByteBuffer data_;
};

// --- Data ---

TEST_P(RepairRecordsTest, ADamagedRecordIsReplacedByAMark) {
  toy_.data()[1][GetParam() == Version::k2 ? 8 : 12] = std::byte{0xff};  // a bad stamp
  Repair();
  EXPECT_EQ(Stamps(), "0 0.001m 20");
  EXPECT_EQ(Notes(0), Lines{"lost: A time stamp that is none"});
  EXPECT_EQ(File(0).marks_inserted, 1u);
}

TEST_P(RepairRecordsTest, GarbageBetweenRecordsIsReplacedByAMark) {
  toy_.data().insert(toy_.data().begin() + 1, test::RecordBuilder().Fill(77, 0xee).bytes());
  Repair();
  EXPECT_EQ(Stamps(), "0 0.001m 10 20");
  EXPECT_EQ(File(0).bytes_lost, 77u);
}

TEST_P(RepairRecordsTest, NoMarkStandsAtTheEndsOrBesideAnotherMark) {
  const ByteBuffer garbage = test::RecordBuilder().Fill(50, 0xee).bytes();
  auto& data = toy_.data();
  toy_.AddMark(20.001);
  data.push_back(garbage);
  AddForks(30);
  data.push_back(garbage);
  toy_.AddMark(40);
  data.insert(data.begin(), garbage);
  data.push_back(garbage);
  Repair();
  // Between two damaged places, a mark cannot be told from other bytes, and adds no information.
  EXPECT_EQ(Stamps(), "0 10 20 20.001m 30");
  EXPECT_EQ(File(0).stretches_lost, 3u);
}

TEST_P(RepairRecordsTest, NoMarkStandsWhereItsStampHasNoRoom) {
  toy_.data().push_back(test::RecordBuilder().Fill(50, 0xee).bytes());
  AddForks(20.0005);
  toy_.data().push_back(test::RecordBuilder().Fill(50, 0xee).bytes());
  AddForks(20.0015);
  toy_.data().push_back(test::RecordBuilder().Fill(50, 0xee).bytes());
  AddForks(20.003);
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20 20.0005 20.0015 20.0025m 20.003");
}

TEST_P(RepairRecordsTest, WrongLengthWordsAreMended) {
  toy_.data()[0][0] = std::byte{0x70};
  toy_.data()[2].back() ^= std::byte{1};
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20");
  EXPECT_FALSE(report_.AnythingLost());
  EXPECT_EQ(Notes(0), (Lines{"fixed: One of the record's length words was wrong",
                             "fixed: One of the record's length words was wrong"}));
  EXPECT_EQ(AsText(Bytes(data_).subspan(LabelSize(GetParam()))), SoundData());
}

TEST_P(RepairRecordsTest, AWildStampCostsOneRecord) {
  for (const double wild : {5000.0, 3.0}) {
    toy_ = CheckToy(GetParam());
    toy_.AddMark(wild);
    AddForks(30);
    AddForks(31);
    Repair();
    EXPECT_EQ(Stamps(), "0 10 20 20.001m 30 31");
    EXPECT_EQ(Notes(0), Lines{"lost: A record with a time stamp out of order"});
  }
}

// The wild stamp is a day later than the others, but long before the time of the last write to the
// file.  So only the index contradicts the stamp.
TEST_P(RepairRecordsTest, TheIndexContradictsAWildLastStamp) {
  for (const bool another_is_wild : {false, true}) {
    toy_ = CheckToy(GetParam());
    if (another_is_wild) {
      AddForks(5000);
      AddForks(30);
      AddForks(31);
    }
    AddForks(86400);
    const auto offset = static_cast<std::int64_t>(toy_.DataOffset(toy_.data().size() - 1));
    toy_.entries.push_back({At(40), 0, toy_.entries.back().meta_offset, offset});
    Repair();
    EXPECT_EQ(Stamps(), another_is_wild ? "0 10 20 20.001m 30 31" : "0 10 20");
    EXPECT_EQ(Notes(0).size(), another_is_wild ? 2u : 1u);
    EXPECT_EQ(Notes(0).back(), "lost: A record with a time stamp out of order");
  }
}

TEST_P(RepairRecordsTest, StretchesAreSortedAndNothingIsLost) {
  AddForks(30);
  AddForks(5);
  AddForks(15);
  AddForks(25);
  AddForks(40);
  Repair();
  EXPECT_EQ(Stamps(), "0 5 10 15 20 25 30 40");
  EXPECT_FALSE(report_.AnythingLost());
  EXPECT_EQ(File(0).records_kept, 8u);
  EXPECT_EQ(File(0).records_moved, 3u);
  EXPECT_EQ(File(0).places_moved, 1u);
  EXPECT_EQ(Notes(0), Lines{"fixed: Moved to their place in the order of time: 3 records"});
}

TEST_P(RepairRecordsTest, WhatIsMissingInAStretchIsMarkedThere) {
  AddForks(30);
  AddForks(5);
  AddForks(15);
  toy_.data().push_back(test::RecordBuilder().Fill(50, 0xee).bytes());
  AddForks(25);
  Repair();
  EXPECT_EQ(Stamps(), "0 5 10 15 15.001m 20 25 30");
}

TEST_P(RepairRecordsTest, ASingleRecordBeforeTheStartIsWrong) {
  toy_.data().insert(toy_.data().begin(), ByteBuffer());
  ResultEncoder::EncodeMark(GetParam(), At(-5), toy_.data()[0]);
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20");
  EXPECT_EQ(report_.label.start, At(0));
  EXPECT_EQ(Notes(0), Lines{"lost: A record from before the archive's start"});
}

TEST_P(RepairRecordsTest, SeveralRecordsBeforeTheStartOutvoteTheLabel) {
  toy_.label.start = At(15);
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20");
  EXPECT_EQ(report_.label.start, At(0));
  EXPECT_FALSE(report_.AnythingLost());
  EXPECT_EQ(Notes(0), Lines{"fixed: The label's start contradicted the data"});
  EXPECT_EQ(LoadU32(data_.data() + 12), LoadU32(metadata_.data() + 12));
}

TEST_P(RepairRecordsTest, TheOnlyRecordOutvotesTheLabel) {
  toy_.data().resize(1);
  toy_.label.start = At(15);
  Repair();
  EXPECT_EQ(Stamps(), "0");
}

// The stamp is far later than the label's start, and later than the last write to the file.
TEST_P(RepairRecordsTest, TheOnlyRecordOutvotesTheLabelIfItsStampIsWild) {
  constexpr double kWild = 4e8;
  toy_.data().clear();
  toy_.entries.clear();
  AddForks(kWild);
  Repair();
  EXPECT_EQ(report_.label.start, At(kWild));
  EXPECT_EQ(Stamps(), "4e+08");
  EXPECT_EQ(Notes(0), Lines{"fixed: The label's start contradicted the data"});
}

// The record before the last one supports the last stamp.  But it has only values of an unknown
// metric, so it is dropped.
TEST_P(RepairRecordsTest, ARecordThatIsDroppedIsNoWitnessForTheLastStamp) {
  constexpr double kYear = 366 * 86400.0;
  toy_.metadata.erase(toy_.metadata.begin() + 1);  // describes kForks
  AddForks(7 * kYear);
  toy_.AddMark(13 * kYear);
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20");
}

TEST_P(RepairRecordsTest, ValuesOfUnknownMetricsAreDropped) {
  toy_.metadata.erase(toy_.metadata.begin() + 1);  // describes kForks
  AddForks(30);
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20") << "a record without sets would be a mark";
  EXPECT_EQ(Notes(0), Lines{"lost: Metric 60.0.2: not described; 4 value sets with 4 values, "
                            "from here on"});
  EXPECT_EQ(File(0).values_kept, 18u);
  EXPECT_EQ(File(0).values_dropped, 4u);
  EXPECT_EQ(File(0).records_dropped, 1u);
  EXPECT_EQ(File(0).marks_inserted, 0u);
}

TEST_P(RepairRecordsTest, ARecordWithoutAnyReadableValueIsReplacedByAMark) {
  toy_.metadata.erase(toy_.metadata.begin() + 1);  // describes kForks
  AddForks(30);
  toy_.AddRecord(40, [](ResultEncoder& record) {
    record.BeginSet(kTicks, ValueFormat::kPointer);
    record.AddBlock(0, Type::kU64, ByteBuffer(8));
  });
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20 20.001m 40");
  EXPECT_EQ(File(0).marks_inserted, 1u);
}

TEST_P(RepairRecordsTest, ValuesOfAnotherTypeAreDropped) {
  toy_.AddRecord(30, [](ResultEncoder& record) {
    record.BeginSet(kTicks, ValueFormat::kInPlace);
    record.AddInPlace(0, 5);
    record.BeginSet(kForks, ValueFormat::kInPlace);
    record.AddInPlace(kSingular, 5);
  });
  Repair();
  EXPECT_EQ(Stamps(), "0 10 20 30");
  EXPECT_EQ(Notes(0), Lines{"lost: Metric 60.0.3: values of another type than their metric; 1 "
                            "value sets with 1 values, from here on"});
}

TEST_P(RepairRecordsTest, FloatsAreStoredAsTheFirstOnesOfTheirMetric) {
  const auto in_place = [](ResultEncoder& record) {
    record.BeginSet(kLoad, ValueFormat::kInPlace);
    record.AddInPlace(1, 0x3e800000);
  };
  toy_.AddRecord(30, in_place);
  Repair();
  EXPECT_FALSE(report_.AnythingLost());
  ByteBuffer body = FramesOf(data_)[3];
  ResultRecord record;
  ASSERT_TRUE(record.Decode(GetParam(), body));
  EXPECT_EQ(record.sets()[0].Instance(0), 1);
  EXPECT_EQ(LoadFloat(record.sets()[0].Block(0).payload.data()), 0.25f);

  toy_ = CheckToy(GetParam());
  toy_.AddRecord(0, in_place);
  std::rotate(toy_.data().begin(), toy_.data().end() - 1, toy_.data().end());
  Repair();
  EXPECT_FALSE(report_.AnythingLost());
  body = FramesOf(data_)[1];
  ASSERT_TRUE(record.Decode(GetParam(), body));
  EXPECT_TRUE(record.sets()[0].in_place());
  EXPECT_EQ(record.sets()[0].Word(0), 0x3f000000u);
  EXPECT_EQ(Notes(0).size(), 3u);
}

// --- Metadata ---

class RepairMetadataTest : public RepairRecordsTest {
 protected:
  // Repairs a changed toy, and returns the notes on the metadata.  All data records must be left.
  Lines NotesAfter(const std::function<void(CheckToy&)>& change) {
    toy_ = CheckToy(GetParam());
    change(toy_);
    Repair();
    EXPECT_EQ(Stamps(), "0 10 20");
    return Notes(kMetadataVolume);
  }

  const Units none_ = {};
};

TEST_P(RepairMetadataTest, DamagedRecordsAreSteppedOver) {
  EXPECT_EQ(NotesAfter([](CheckToy& toy) { toy.metadata[7][4] = std::byte{1}; }),
            Lines{"lost: Metadata record of unknown type 16777220"});
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.metadata.insert(toy.metadata.begin() + 3,
                                  test::RecordBuilder().Fill(33, 0x11).bytes());
            }),
            Lines{"lost: Record runs past the end of the file"});
  EXPECT_EQ(NotesAfter([](CheckToy& toy) { toy.metadata.back().pop_back(); }),
            Lines{"lost: Record runs past the end of the file"});
  EXPECT_EQ(NotesAfter([](CheckToy& toy) { toy.metadata[2][0] = std::byte{7}; }),
            Lines{"fixed: One of the record's length words was wrong"});
}

TEST_P(RepairMetadataTest, DescriptorsOfWhatCannotBeAMetricAreDropped) {
  constexpr MetricId kStranger = MetricId::Build(60, 0, 99);
  const auto added = [&](const Desc& desc, std::vector<std::string_view> names) {
    return NotesAfter([&](CheckToy& toy) { toy.AddDesc(desc, names); });
  };
  constexpr auto kInstant = Semantics::kInstant;
  EXPECT_EQ(added({kStranger, Type::kU32, {}, kInstant, none_}, {"toy.other"}), Lines{});
  EXPECT_EQ(added({kStranger, Type::kNoSupport, {}, Semantics{0}, none_}, {"toy.other"}), Lines{});
  EXPECT_EQ(added({{0x80000001}, Type::kU32, {}, kInstant, none_}, {"toy.other"}),
            Lines{"lost: Descriptor of what is no metric"});
  EXPECT_EQ(added({kStranger, Type{11}, {}, kInstant, none_}, {"toy.other"}),
            Lines{"lost: Descriptor of metric 60.0.99 with an illegal type"});
  EXPECT_EQ(added({kStranger, Type::kU32, {}, Semantics{2}, none_}, {"toy.other"}),
            Lines{"lost: Descriptor of metric 60.0.99 with illegal semantics"});
  EXPECT_EQ(added({kStranger, Type::kU32, {0x80000001}, kInstant, none_}, {"toy.other"}),
            Lines{"lost: Descriptor of metric 60.0.99 with an illegal instance domain"});
  EXPECT_EQ(added({kStranger, Type::kU32, {}, kInstant, none_}, {}),
            Lines{"lost: Descriptor of metric 60.0.99 without a name"});
}

TEST_P(RepairMetadataTest, OfDescriptorsThatContradictEachOtherTheFirstStays) {
  const auto again = [&](const Desc& desc) {
    return NotesAfter([&](CheckToy& toy) { toy.AddDesc(desc, {"toy.forks"}); });
  };
  const Units count{.dim_count = 1};
  EXPECT_EQ(again({kForks, Type::kU32, {}, Semantics::kCounter, count}), Lines{});
  const Lines changed{"lost: Metric 60.0.2 described again, as something else"};
  EXPECT_EQ(again({kForks, Type::kU64, {}, Semantics::kCounter, count}), changed);
  EXPECT_EQ(again({kForks, Type::kU32, kCpus, Semantics::kCounter, count}), changed);
  EXPECT_EQ(again({kForks, Type::kU32, {}, Semantics::kInstant, count}), changed);
  EXPECT_EQ(again({kForks, Type::kU32, {}, Semantics::kCounter, none_}), changed);
}

TEST_P(RepairMetadataTest, HelpTextsOfUnknownKindAreDropped) {
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.Add(TextRecord{.kind = TextKind{3}, .id = 1, .stored = "help"});
            }),
            Lines{"lost: Help text of unknown kind"});
}

TEST_P(RepairMetadataTest, LabelSetsThatAreTooLargeAreDropped) {
  const std::string json(70000, ' ');
  EXPECT_EQ(NotesAfter([&](CheckToy& toy) { toy.AddLabels(LabelLevel::kDomain, 60, json, {}); }),
            Lines{"lost: Label set larger than the format allows"});
}

TEST_P(RepairMetadataTest, LabelsMustBeWithinTheirText) {
  const auto with = [&](LabelEntry label) {
    return NotesAfter(
        [&](CheckToy& toy) { toy.AddLabels(LabelLevel::kDomain, 60, R"({"a":1})", {label}); });
  };
  const LabelEntry good{
      .name_offset = 2, .name_length = 1, .flags = 2, .value_offset = 5, .value_length = 1};
  EXPECT_EQ(with(good), Lines{});
  const Lines outside{"lost: Label set with a label outside of its text"};
  for (std::uint16_t LabelEntry::*offset : {&LabelEntry::name_offset, &LabelEntry::value_offset}) {
    LabelEntry bad = good;
    bad.*offset = 7;
    EXPECT_EQ(with(bad), outside);
  }
}

// A recorder that is killed may have written the domain, and not the descriptor of its metric.
TEST_P(RepairMetadataTest, DomainsOfNoMetricBehindTheEndAreNoLoss) {
  static constexpr InDomId kUnused = InDomId::Build(60, 77);
  const auto at = [](double seconds) {
    return [seconds](CheckToy& toy) { toy.AddInDom(seconds, {{0, "unused"}}, false, kUnused); };
  };
  EXPECT_EQ(NotesAfter(at(20)), Lines{});
  EXPECT_EQ(
      NotesAfter(at(21)),
      Lines{"fixed: Instances of a domain that no metric has, from after the data: left out"});
}

// The descriptor that would have it is lost.
TEST_P(RepairMetadataTest, ADomainOfALostDescriptorHasNoMetric) {
  static constexpr InDomId kUnused = InDomId::Build(60, 77);
  EXPECT_EQ(
      NotesAfter([](CheckToy& toy) {
        toy.AddDesc({kForks, Type::kU32, kUnused, Semantics::kCounter, {.dim_count = 1}},
                    {"toy.forks"});
        toy.AddInDom(21, {{0, "unused"}}, false, kUnused);
      }),
      (Lines{"lost: Metric 60.0.2 described again, as something else",
             "fixed: Instances of a domain that no metric has, from after the data: left out"}));
}

TEST_P(RepairMetadataTest, StampsMustBeWithinTheDataAndInOrder) {
  const auto at = [](const std::vector<double>& seconds) {
    return [seconds](CheckToy& toy) {
      for (const double s : seconds) toy.AddInDom(s, {{0, "cpu0"}, {1, "cpu1"}, {2, "cpu2"}});
    };
  };
  EXPECT_EQ(NotesAfter(at({0, 5, 5, 20})), Lines{});
  EXPECT_EQ(NotesAfter(at({21})), Lines{"lost: Metadata for data that is not there"});
  EXPECT_EQ(NotesAfter(at({-1})), Lines{"lost: Metadata from before the archive's start"});
  EXPECT_EQ(NotesAfter(at({5, 18, 7, 9})), Lines{"lost: Metadata with a time stamp out of order"});
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.metadata[5][GetParam() == Version::k2 ? 12 : 16] = std::byte{0x7f};
            }),
            Lines{"lost: A time stamp that is none"});
}

// Each stretch is in order, and readers sort the stretches.  So nothing is wrong.
TEST_P(RepairMetadataTest, StretchesAreSortedAndNothingIsLost) {
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.AddInDom(10, {{0, "cpu0"}, {1, "cpu1"}, {5, "cpu5"}});
              toy.AddInDom(15, {{0, "cpu0"}, {6, "cpu6"}});
              toy.AddInDom(3, {{0, "cpu0"}, {2, "cpu2"}});
              toy.AddInDom(7, {{0, "cpu0"}, {1, "cpu1"}});
            }),
            Lines{"fixed: Moved to their place in the order of time: 2 records"});
  EXPECT_EQ(File(kMetadataVolume).records_moved, 2u);
  EXPECT_EQ(File(kMetadataVolume).records_dropped, 0u);
  std::vector<double> seconds;
  for (const ByteBuffer& body : FramesOf(metadata_))
    if (const auto record = DecodeMetadata(body); const Timestamp* stamp = StampOf(*record))
      seconds.push_back(SecondsBetween(At(0), *stamp));
  EXPECT_TRUE(std::is_sorted(seconds.begin(), seconds.end()));
  EXPECT_EQ(seconds.back(), 15);
}

TEST_P(RepairMetadataTest, RecordsOfTheOtherVersionAreConverted) {
  const Version other = GetParam() == Version::k2 ? Version::k3 : Version::k2;
  const auto as_other = [other](CheckToy& toy, bool is_delta) {
    InDomBuilder builder;
    builder.Add(2, "cpu2");
    if (!is_delta) builder.Add(0, "cpu0");
    EncodeMetadata(other, builder.Build(At(10), kCpus, is_delta), toy.metadata.emplace_back());
  };
  const std::string type = other == Version::k2 ? "2" : "5";
  EXPECT_EQ(NotesAfter([&](CheckToy& toy) { as_other(toy, false); }),
            Lines{"fixed: Record of the other version's type " + type + ", converted"});
  EXPECT_FALSE(outcome_.Has(CheckCode::kMetaVersion));
  if (other == Version::k2) return;
  EXPECT_EQ(NotesAfter([&](CheckToy& toy) { as_other(toy, true); }),
            Lines{"fixed: Record of the other version's type 6, converted"});
  const ByteBuffer body = FramesOf(metadata_).back();
  const auto record = DecodeMetadata(body);
  ASSERT_TRUE(record);
  EXPECT_EQ(std::get<InDomRecord>(*record).entries.size(), 3u);
}

TEST_P(RepairMetadataTest, DeltasThatDoNotFitAreSpelledOut) {
  if (GetParam() == Version::k2) return;  // version 2 has no deltas
  EXPECT_EQ(NotesAfter([](CheckToy& toy) { toy.AddInDom(5, {{2, "cpu2"}}, true); }), Lines{});
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.AddInDom(5, {{1, "other"}, {2, "-"}}, true);
            }),
            Lines{"fixed: A change of instance domain 60.1 that did not fit, written anew"});
  const ByteBuffer body = FramesOf(metadata_).back();
  const auto record = DecodeMetadata(body);
  ASSERT_TRUE(record);
  const auto& indom = std::get<InDomRecord>(*record);
  EXPECT_FALSE(indom.is_delta);
  ASSERT_EQ(indom.entries.size(), 2u);
  EXPECT_EQ(indom.entries[1].name, "other");
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.AddInDom(5, {{0, "-"}, {1, "-"}, {2, "-"}}, true);
            }),
            Lines{"lost: A change of instance domain 60.1 that leaves no member"});
}

TEST_P(RepairMetadataTest, SeveralChangesOfOneTimeAreWrittenAsOne) {
  if (GetParam() == Version::k2) return;  // version 2 has no deltas
  EXPECT_EQ(
      NotesAfter([](CheckToy& toy) {
        toy.AddInDom(5, {{1, "-"}}, true);
        toy.AddInDom(5, {{2, "cpu2"}}, true);
        toy.AddInDom(5, {{3, "cpu3"}}, true);
        toy.AddInDom(6, {{4, "cpu4"}}, true);
      }),
      (Lines{"fixed: A change of instance domain 60.1, written with the next one of this time",
             "fixed: A change of instance domain 60.1, written with the next one of this time",
             "fixed: A change of instance domain 60.1, written with those before it"}));
  EXPECT_EQ(
      NotesAfter([](CheckToy& toy) {
        toy.AddInDom(4, {{2, "cpu2"}}, true);
        toy.AddInDom(5, {{2, "-"}}, true);
        toy.AddInDom(5, {{2, "cpu2"}}, true);
      }),
      (Lines{"fixed: A change of instance domain 60.1, written with the next one of this time",
             "fixed: A change of instance domain 60.1 that changes nothing: left out"}));
}

TEST_P(RepairMetadataTest, AFullRecordBehindADeltaBecomesADelta) {
  if (GetParam() == Version::k2) return;  // version 2 has no deltas
  EXPECT_EQ(
      NotesAfter([](CheckToy& toy) {
        toy.AddInDom(5, {{1, "-"}, {2, "cpu2"}}, true);
        toy.AddInDom(6, {{0, "other"}, {2, "cpu2"}});
        toy.AddInDom(7, {{0, "other"}, {2, "cpu2"}});
      }),
      (Lines{"fixed: All members of instance domain 60.1 behind a change, written as a change",
             "fixed: All members of instance domain 60.1 again, behind a change: left out"}));
  const ByteBuffer body = FramesOf(metadata_).back();
  const auto record = DecodeMetadata(body);
  ASSERT_TRUE(record);
  const auto& indom = std::get<InDomRecord>(*record);
  EXPECT_TRUE(indom.is_delta);
  ASSERT_EQ(indom.entries.size(), 2u);
  EXPECT_TRUE(indom.entries[0].deleted());
  EXPECT_EQ(indom.entries[1].name, "other");
  EXPECT_FALSE(outcome_.Has(CheckCode::kIndomFullAfterDelta));
}

TEST_P(RepairMetadataTest, DeltasToSomethingUnknownAreDropped) {
  if (GetParam() == Version::k2) return;  // version 2 has no deltas
  EXPECT_EQ(NotesAfter([](CheckToy& toy) {
              toy.AddInDom(5, {{2, "x"}}, true, InDomId::Build(60, 9));
            }),
            Lines{"lost: What changed in instance domain 60.9, of which nothing is known"});
}

TEST_P(RepairMetadataTest, ValuesWithoutTheirInstanceDomainKeepTheirNumbers) {
  EXPECT_EQ(NotesAfter([](CheckToy& toy) { toy.metadata[5].back() ^= std::byte{1}; }).size(), 1u);
  toy_ = CheckToy(GetParam());
  toy_.metadata.erase(toy_.metadata.begin() + 5);
  Repair();
  EXPECT_FALSE(report_.AnythingLost());
  EXPECT_EQ(AsText(Bytes(data_).subspan(LabelSize(GetParam()))), SoundData());
}

INSTANTIATE_TEST_SUITE_P(Versions, RepairRecordsTest, testing::Values(Version::k2, Version::k3));
INSTANTIATE_TEST_SUITE_P(Versions, RepairMetadataTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
