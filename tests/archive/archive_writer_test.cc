// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive_writer.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::ArchiveBuilder;
using test::At;
using test::ErrorOf;
using test::Single;

constexpr MetricId kMetric = MetricId::Build(245, 0, 1);
constexpr InDomId kInDom = InDomId::Build(245, 1);

class ArchiveWriterTest : public testing::TestWithParam<Version> {
 protected:
  Version version() const { return GetParam(); }
  bool v2() const { return version() == Version::k2; }
  WriterOptions Options() const { return ArchiveBuilder::Options(version()); }
  std::uint64_t label_size() const { return LabelSize(version()); }

  LabelRecord Label(const std::string& file) const {
    const auto label = LabelRecord::Decode(files_.files.at(file), file);
    EXPECT_EQ(ErrorOf(label), "");
    return label.value_or(LabelRecord{});
  }
  std::vector<IndexEntry> Index() const {
    return ReadTemporalIndex(MemorySource("a.index", files_.files.at("a.index")))->entries;
  }
  // The stamps of a volume's records, in milliseconds after At(0).  Those of marks are negated.
  std::vector<std::int64_t> Records(const std::string& file) const {
    const MemorySource source(file, files_.files.at(file));
    FrameReader frames(source, label_size());
    std::vector<std::int64_t> stamps;
    ResultRecord record;
    for (auto frame = frames.Next(); frame && *frame; frame = frames.Next()) {
      EXPECT_EQ(ErrorOf(record.Decode(version(), (*frame)->body)), "");
      const Timestamp t = record.stamp();
      const std::int64_t ms = (t.sec - test::kEpoch) * 1000 + t.nsec / 1'000'000;
      stamps.push_back(record.is_mark() ? -ms : ms);
    }
    return stamps;
  }

  test::MemoryFileSystem files_;
};

INSTANTIATE_TEST_SUITE_P(BothVersions, ArchiveWriterTest, testing::Values(Version::k2, Version::k3),
                         [](const auto& param) {
                           return param.param == Version::k2 ? "V2" : "V3";
                         });

using Stamps = std::vector<std::int64_t>;

TEST_P(ArchiveWriterTest, MakesItsFilesInOrderAndWritesNothingYet) {
  auto writer = ArchiveWriter::Create("a", Options(), files_);
  ASSERT_EQ(ErrorOf(writer), "");
  EXPECT_EQ(files_.calls(),
            (std::vector<std::string>{"list", "create", "lock", "list", "create", "create"}));
  for (const char* name : {"a.index.new", "a.meta.new", "a.0.new"})
    EXPECT_TRUE(files_.files.at(name).empty());
  EXPECT_FALSE(writer->start());
  EXPECT_FALSE(writer->last_stamp());
}

TEST_P(ArchiveWriterTest, NeverOverwrites) {
  for (const std::string existing : {"a.index", "a.meta", "a.0"}) {
    files_.files = {{existing, ByteBuffer(3)}};
    const auto writer = ArchiveWriter::Create("a", Options(), files_);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::kExists);
    EXPECT_EQ(writer.error().file, existing);
    EXPECT_EQ(files_.files.size(), 1u) << existing;
    EXPECT_EQ(files_.files.at(existing).size(), 3u);
    EXPECT_EQ(files_.open_descriptors(), 0u);
  }
}

TEST_P(ArchiveWriterTest, AllLabelsCarryTheFirstRecordsStamp) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric})
      .Record(At(1.5), {Single(kMetric, 1)})
      .Volume()
      .Record(At(2), {Single(kMetric, 2)});
  EXPECT_EQ(archive.writer().start(), At(1.5));
  archive.Close();
  const std::map<std::string, std::int32_t> numbers = {
      {"a.index", -2}, {"a.meta", -1}, {"a.0", 0}, {"a.1", 1}};
  for (const auto& [file, number] : numbers) {
    const LabelRecord label = Label(file);
    EXPECT_EQ(label.version, version());
    EXPECT_EQ(label.start, At(1.5));
    EXPECT_EQ(label.volume, number);
    EXPECT_EQ(label.pid, 4242);
    EXPECT_EQ(label.host.view(), "toyhost");
    EXPECT_EQ(label.timezone.view(), "UTC");
    EXPECT_EQ(label.zoneinfo.view(), v2() ? "" : ":Etc/UTC");
    EXPECT_EQ(label.features, 0u);
  }
  EXPECT_EQ(files_.files.size(), 4u);
}

TEST_P(ArchiveWriterTest, TheStartIsNotLaterThanTheFirstMetadata) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric, Type::kU32, kInDom})
      .InDom(At(1), kInDom, {{0, "zero"}})
      .Record(At(2), {{kMetric, {{0, 1}}}})
      .Close();
  EXPECT_EQ(Label("a.0").start, At(1));
}

TEST_P(ArchiveWriterTest, MetadataThenDataThenIndexReachTheFiles) {
  // After a write that fails, no later write is done.  Nine calls come before these writes: two
  // lists of the directory, three new files, a lock and three labels.
  const std::vector<std::size_t> sizes_when_refused[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  for (std::size_t refused = 0; refused < 3; ++refused) {
    test::MemoryFileSystem files;
    files.FailCall(9 + refused, EIO);
    auto writer = ArchiveWriter::Create("a", Options(), files);
    ASSERT_TRUE(writer->AddInDom(At(1), kInDom, {{0, "zero"}}));
    ResultEncoder encoder;
    encoder.Begin(At(1));
    encoder.AddSet(kMetric, 0);
    EXPECT_EQ(ErrorOf(writer->WriteResult(encoder)), "Input/output error");
    std::vector<std::size_t> sizes;
    for (const char* name : {"a.meta.new", "a.0.new", "a.index.new"})
      sizes.push_back(files.files.at(name).size() > label_size());
    EXPECT_EQ(sizes, sizes_when_refused[refused]);
    EXPECT_EQ(ErrorOf(writer->WriteMark(At(2))), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->AddMetric({}, {"toy.a"})), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->AddInDom(At(2), kInDom, {})), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->StartVolume()), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->Sync()), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->CopyIndexEntry({})), "Input/output error");
    EXPECT_EQ(ErrorOf(writer->Close()), "Input/output error");
  }
}

TEST_P(ArchiveWriterTest, IndexEntriesPointAtRecordAndMetadata) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric, Type::kU32, kInDom})
      .InDom(At(0), kInDom, {{0, "zero"}})
      .Record(At(0), {{kMetric, {{0, 1}}}});
  const auto meta_end = static_cast<std::int64_t>(files_.files.at("a.meta").size());
  const auto first_end = static_cast<std::int64_t>(files_.files.at("a.0").size());
  archive.Record(At(1), {{kMetric, {{0, 2}}}});
  const auto second_end = static_cast<std::int64_t>(files_.files.at("a.0").size());
  archive.InDom(At(2), kInDom, {{0, "zero"}, {1, "one"}}).Record(At(2), {{kMetric, {{1, 2}}}});
  const auto third_end = static_cast<std::int64_t>(files_.files.at("a.0").size());
  const auto label_end = static_cast<std::int64_t>(label_size());
  archive.Record(At(3), {{kMetric, {{0, 2}}}}).Mark(At(4)).Close();
  const auto all_meta = static_cast<std::int64_t>(files_.files.at("a.meta").size());
  EXPECT_EQ(Index(), (std::vector<IndexEntry>{{At(0), 0, label_end, label_end},
                                              {At(2), 0, meta_end, second_end},
                                              {At(3), 0, all_meta, third_end}}));
  EXPECT_LT(first_end, second_end);
}

TEST_P(ArchiveWriterTest, AnIndexEntryFollowsEvery100000Bytes) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.text", kMetric, Type::kString});
  for (int i = 0; i < 50; ++i) archive.Record(At(i), {Single(kMetric, std::string(9'990, 'x'))});
  archive.Close();
  const std::vector<IndexEntry> index = Index();
  ASSERT_EQ(index.size(), 6u);
  for (std::size_t i = 1; i + 1 < index.size(); ++i)
    EXPECT_NEAR(static_cast<double>(index[i].data_offset - index[i - 1].data_offset), 100'000,
                11'000);
  EXPECT_EQ(index.back().stamp, At(49));
}

TEST_P(ArchiveWriterTest, StampsOfDataNeverGoBackwards) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric})
      .Record(At(1), {Single(kMetric, 1)})
      .Record(At(1), {Single(kMetric, 2)})
      .Mark(At(1.001));
  auto& writer = archive.writer();
  ResultEncoder encoder;
  encoder.Begin(At(1));
  encoder.AddSet(kMetric, 0);
  const char* const kBackwards = "A time stamp that goes backwards";
  EXPECT_EQ(ErrorOf(writer.WriteResult(encoder)), kBackwards);
  EXPECT_EQ(ErrorOf(writer.WriteMark(At(1))), kBackwards);
  EXPECT_EQ(ErrorOf(writer.AddInDom(At(1), kInDom, {{0, "zero"}})), kBackwards);
  EXPECT_EQ(ErrorOf(writer.AddLabelSet({At(1), 1, 0xffffffff, {}})), kBackwards);
  EXPECT_EQ(ErrorOf(writer.WriteMark({test::kEpoch, kNanosPerSecond})),
            "Not a time: 1700000000 seconds, 1000000000 nanoseconds");
  // The refused calls changed nothing, and writing goes on.
  archive.Record(At(1.001), {Single(kMetric, 3)}).Close();
  EXPECT_EQ(Records("a.0"), (Stamps{1000, 1000, -1001, 1001}));
  EXPECT_EQ(writer.last_stamp(), At(1.001));
}

TEST_P(ArchiveWriterTest, ARecordIsNotOlderThanWhatWasAddedForIt) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric}).InDom(At(2), kInDom, {{0, "zero"}});
  EXPECT_EQ(ErrorOf(archive.writer().WriteMark(At(1))), "A time stamp that goes backwards");
}

TEST_P(ArchiveWriterTest, Version2TruncatesToMicrosecondsAndEndsIn2038) {
  ArchiveBuilder archive("a", version(), files_);
  auto& writer = archive.writer();
  ASSERT_TRUE(writer.WriteMark({100, 1999}));
  EXPECT_EQ(writer.start(), (Timestamp{100, v2() ? 1000 : 1999}));
  EXPECT_EQ(writer.WriteMark({100, 1001}).has_value(), v2());
  EXPECT_EQ(
      ErrorOf(writer.WriteMark({std::int64_t{1} << 31, 0})),
      v2() ? "Version 2 of the archive format ends in 2038: it cannot hold second 2147483648" : "");
}

TEST_P(ArchiveWriterTest, RefusesWhatWouldNotBeARecord) {
  ArchiveBuilder archive("a", version(), files_);
  ResultEncoder encoder;
  encoder.Begin(At(0));
  EXPECT_EQ(ErrorOf(archive.writer().WriteResult(encoder)),
            "A data record without metrics would be a mark");
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  const ByteBuffer payload(ResultEncoder::kMaxPayload + 1);
  encoder.AddBlock(kSingular, Type::kAggregate, payload);
  EXPECT_EQ(ErrorOf(archive.writer().WriteResult(encoder)),
            "A value larger than the format allows");
  encoder.Begin(At(0));
  encoder.BeginSet(kMetric, ValueFormat::kPointer);
  encoder.AddBlock(kSingular, Type::kAggregate, Bytes(payload).first(payload.size() - 1));
  EXPECT_EQ(ErrorOf(archive.writer().WriteResult(encoder)), "");
  EXPECT_EQ(Records("a.0"), (Stamps{0}));
}

TEST_P(ArchiveWriterTest, AnArchiveThatNeverStartedLeavesNoFiles) {
  auto writer = ArchiveWriter::Create("a", Options(), files_);
  ASSERT_TRUE(writer->AddMetric({kMetric, Type::kU32, {}, Semantics::kInstant, {}}, {"toy.a"}));
  EXPECT_EQ(ErrorOf(writer->StartVolume()), "A new volume before the first record");
  ASSERT_EQ(ErrorOf(writer->Close()), "");
  EXPECT_TRUE(files_.files.empty());
  EXPECT_EQ(files_.open_descriptors(), 0u);
}

TEST_P(ArchiveWriterTest, WhatIsHeldBackAtTheEndIsWritten) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)});
  const std::size_t before = files_.files.at("a.meta").size();
  archive.Text(TextKind::kMetricHelp, kMetric.value, "help");
  EXPECT_EQ(files_.files.at("a.meta").size(), before);
  archive.Close();
  EXPECT_EQ(files_.files.at("a.meta").size(), before + 25);
}

TEST_P(ArchiveWriterTest, ASecondChangeAtTheStampOfADeltaIsNotLost) {
  if (version() == Version::k2) return;  // has no deltas
  const InstanceList one = {{1, "one"}}, two = {{1, "one"}, {2, "two"}},
                     three = {{1, "one"}, {2, "two"}, {3, "three"}};
  for (const bool has_later_record : {true, false}) {
    files_.files.clear();
    WriterOptions options = ArchiveBuilder::Options(version());
    options.domains = DomainRecords::kDeltas;
    ArchiveBuilder archive("a", options, files_);
    archive.Metric({.name = "toy.a", .id = kMetric, .indom = kInDom})
        .InDom(At(0), kInDom, one)
        .Record(At(0), {{kMetric, {{1, 1}}}})
        .InDom(At(1), kInDom, two)
        .Record(At(1), {{kMetric, {{1, 1}}}})
        .InDom(At(1), kInDom, three)
        .Record(At(1), {{kMetric, {{3, 1}}}});
    if (has_later_record) archive.Mark(At(1.5)).Record(At(2), {{kMetric, {{3, 1}}}});
    archive.Close();
    const MemorySource source("a.meta", files_.files.at("a.meta"));
    FrameReader frames(source, LabelSize(version()));
    std::string records;
    while (const auto frame = *frames.Next()) {
      const auto record = DecodeMetadata(frame->body);
      if (const auto* indom = std::get_if<InDomRecord>(&*record))
        for (const InDomEntry& entry : indom->entries)
          records += (indom->stamp <= At(1) ? " " : " later ") + std::string(entry.name);
    }
    EXPECT_EQ(records, " one two later three");
  }
}

TEST_P(ArchiveWriterTest, AVolumeWithoutRecordsIsNotLeftBehind) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)}).Volume();
  EXPECT_TRUE(files_.files.contains("a.1"));
  EXPECT_EQ(archive.writer().volume(), 1);
  archive.Close();
  EXPECT_FALSE(files_.files.contains("a.1"));
}

TEST_P(ArchiveWriterTest, VolumesStayWithinTheirLimit) {
  WriterOptions options = Options();
  options.label.volume = 5;
  options.volume_limit = label_size() + 100;
  ArchiveBuilder archive("a", options, files_);
  archive.Metric({"toy.a", kMetric});
  for (int i = 0; i < 9; ++i) archive.Record(At(i), {Single(kMetric, i)});
  archive.Close();
  Stamps all;
  for (const char* name : {"a.5", "a.6", "a.7", "a.8", "a.9"}) {
    if (!files_.files.contains(name)) continue;
    EXPECT_LE(files_.files.at(name).size(), options.volume_limit);
    for (const std::int64_t stamp : Records(name)) all.push_back(stamp);
  }
  EXPECT_EQ(all, (Stamps{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000}));
  EXPECT_EQ(Index().back().volume, archive.writer().volume());
}

TEST_P(ArchiveWriterTest, ANextVolumeThatExistsStopsTheRecordBeforeItBegins) {
  WriterOptions options = Options();
  options.volume_limit = 1;
  ArchiveBuilder archive("a", options, files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)});
  files_.files["a.1"];
  archive.Text(TextKind::kMetricHelp, kMetric.value, "help");
  const auto before = files_.files;
  ResultEncoder encoder;
  encoder.Begin(At(1));
  encoder.AddSet(kMetric, 0);
  const Result<void> refused = archive.writer().WriteResult(encoder);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::kExists);
  EXPECT_EQ(files_.files, before);
}

TEST_P(ArchiveWriterTest, ACopyStartsAtOnceAndBringsItsOwnIndex) {
  WriterOptions options = Options();
  options.label.start = At(-100);
  options.keep_start = true;
  options.copy_index = true;
  auto writer = ArchiveWriter::Create("a", options, files_);
  ASSERT_EQ(ErrorOf(writer), "");
  ASSERT_TRUE(writer->StartVolume(4));
  EXPECT_EQ(Label("a.meta").start, At(-100));
  ASSERT_TRUE(writer->WriteMark(At(0)));
  const IndexEntry entry{At(5), 3, 12, 13};
  ASSERT_TRUE(writer->CopyIndexEntry(entry));
  ASSERT_TRUE(writer->StartVolume());
  ASSERT_TRUE(writer->Close());
  EXPECT_EQ(Index(), std::vector<IndexEntry>{entry});
  EXPECT_TRUE(files_.files.contains("a.5"));
}

TEST_P(ArchiveWriterTest, AWriterOfItsOwnIndexCopiesNoEntries) {
  auto writer = ArchiveWriter::Create("a", Options(), files_);
  EXPECT_EQ(ErrorOf(writer->CopyIndexEntry({})), "This writer makes its own index entries");
}

TEST_P(ArchiveWriterTest, AStartThatCannotBeStoredLeavesNoFiles) {
  WriterOptions options = Options();
  options.label.start = {-1, 0};
  options.keep_start = true;
  EXPECT_EQ(ErrorOf(ArchiveWriter::Create("a", options, files_)),
            "Not a time: -1 seconds, 0 nanoseconds");
  EXPECT_TRUE(files_.files.empty());
}

TEST_P(ArchiveWriterTest, SyncGoesToTheMediumInOrder) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)});
  ASSERT_TRUE(archive.writer().Sync());
  const auto& calls = files_.calls();
  EXPECT_EQ(std::vector<std::string>(calls.end() - 4, calls.end()),
            (std::vector<std::string>{"sync", "sync", "sync", "sync-directory"}));
}

TEST_P(ArchiveWriterTest, AVolumeIsOnTheMediumBeforeItIsClosed) {
  ArchiveBuilder archive("a", version(), files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)}).Volume();
  const auto& calls = files_.calls();
  EXPECT_EQ(std::vector<std::string>(calls.end() - 4, calls.end()),
            (std::vector<std::string>{"write", "rename", "sync", "close"}));
}

TEST_P(ArchiveWriterTest, CloseSyncsWhatItWritesIfItIsAskedTo) {
  WriterOptions options = Options();
  options.sync_on_close = true;
  ArchiveBuilder archive("a", options, files_);
  archive.Metric({"toy.a", kMetric}).Record(At(0), {Single(kMetric, 1)});
  archive.Record(At(1), {Single(kMetric, 1)}).Close();
  const auto& calls = files_.calls();
  EXPECT_EQ(std::vector<std::string>(calls.end() - 8, calls.end()),
            (std::vector<std::string>{"write", "sync", "sync", "sync", "sync-directory", "close",
                                      "close", "close"}));
}

TEST_P(ArchiveWriterTest, FilesOfAnOlderArchiveAreNotTakenInByANewOne) {
  for (const char* name : {"a.3", "a.1.xz", "a.0.zst", "a.meta.gz", "a.index"}) {
    files_.files = {{name, ByteBuffer(5)}};
    const auto writer = ArchiveWriter::Create("a", Options(), files_);
    ASSERT_FALSE(writer) << name;
    EXPECT_EQ(writer.error().code, Errc::kExists);
    EXPECT_EQ(writer.error().file, name);
    EXPECT_EQ(files_.files.size(), 1u);
  }
  files_.files = {{"a.b.0", {}}, {"aa.0", {}}, {"a.conf", {}}, {"a", {}}, {"a.0.part", {}}};
  EXPECT_TRUE(ArchiveWriter::Create("a", Options(), files_));
}

TEST_P(ArchiveWriterTest, MetadataWithoutARecordReachTheFileOnceItHasOne) {
  auto writer = ArchiveWriter::Create("a", Options(), files_);
  const TextRecord text{.kind = TextKind::kMetricHelp, .id = 5, .stored = "help"};
  ASSERT_TRUE(writer->AddText(text));
  EXPECT_EQ(ErrorOf(writer->FlushMetadata()), "");
  EXPECT_EQ(writer->metadata_size(), 0u) << "nobody can read the archive yet";
  EXPECT_FALSE(writer->last_result());
  ResultEncoder record;
  record.Begin(At(1));
  record.AddSet(kMetric, 0);
  ASSERT_TRUE(writer->WriteResult(record));
  const std::uint64_t size = writer->metadata_size();
  EXPECT_GT(size, label_size());
  EXPECT_EQ(writer->last_result()->meta_offset, static_cast<std::int64_t>(size));
  EXPECT_EQ(writer->last_result()->data_offset, static_cast<std::int64_t>(label_size()));
  ASSERT_TRUE(writer->AddText({.kind = TextKind::kMetricHelp, .id = 6, .stored = "more"}));
  EXPECT_EQ(writer->metadata_size(), size);
  EXPECT_EQ(ErrorOf(writer->FlushMetadata()), "");
  EXPECT_EQ(writer->metadata_size(), files_.files.at("a.meta").size());
  EXPECT_GT(writer->metadata_size(), size);

  ASSERT_TRUE(writer->AddText({.kind = TextKind::kMetricHelp, .id = 7, .stored = "more"}));
  files_.FailCall(files_.calls().size(), ENOSPC);
  EXPECT_EQ(ErrorOf(writer->FlushMetadata()), "No space left on device");
  EXPECT_EQ(ErrorOf(writer->FlushMetadata()), "No space left on device");
}

TEST_P(ArchiveWriterTest, NothingIsOlderThanAStartThatIsKept) {
  WriterOptions options = Options();
  options.label.start = At(10);
  options.keep_start = true;
  auto writer = ArchiveWriter::Create("a", options, files_);
  EXPECT_EQ(ErrorOf(writer->WriteMark(At(9))), "A time stamp that goes backwards");
  EXPECT_EQ(ErrorOf(writer->WriteMark(At(10))), "");
}

TEST_P(ArchiveWriterTest, AVolumeThatCannotBeStartedIsTheLastThing) {
  for (const bool by_hand : {true, false}) {
    files_.files.clear();
    WriterOptions options = Options();
    options.volume_limit = 1;
    auto writer = ArchiveWriter::Create("a", options, files_);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->WriteMark(At(0)));
    files_.FailCall(files_.calls().size(), ENOSPC);
    const Result<void> failed = by_hand ? writer->StartVolume() : writer->WriteMark(At(1));
    EXPECT_EQ(ErrorOf(failed), "No space left on device");
    EXPECT_EQ(ErrorOf(writer->WriteMark(At(2))), "No space left on device");
    EXPECT_EQ(ErrorOf(writer->Close()), "No space left on device");
  }
}

}  // namespace
}  // namespace fdr
