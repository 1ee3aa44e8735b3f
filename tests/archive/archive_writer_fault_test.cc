// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of an archive after any one system call of its writer fails, or after the writer is
// killed at that call.

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <string_view>

#include "fdr/archive/archive.h"
#include "fdr/archive/archive_writer.h"
#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/metadata/temporal_index.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ArchiveBuilder;
using test::At;
using test::MemoryFileSystem;
using Files = std::map<std::string, ByteBuffer>;

constexpr Version kVersion = Version::k3;
constexpr MetricId kMetrics[] = {MetricId::Build(245, 0, 1), MetricId::Build(245, 0, 2)};
constexpr InDomId kSharedInDom = InDomId::Build(245, 1);

// Records two metrics, a domain that changes, two volumes, a mark and a sync.  The second metric is
// described late.  Goes on after an error, unless the archive or a volume cannot be created.
// Returns the first error.
Result<void> Record(FileSystem& files) {
  Result<void> first;
  const auto note = [&first](const Result<void>& outcome) {
    if (first && !outcome) first = outcome;
  };
  auto writer = ArchiveWriter::Create("a", ArchiveBuilder::Options(kVersion), files);
  if (!writer) return Fail(writer.error());
  ResultEncoder encoder;
  for (int i = 0; i < 4; ++i) {
    const MetricId metric = kMetrics[i / 2];
    note(writer->AddMetric({metric, Type::kU32, kSharedInDom, Semantics::kInstant, {}},
                           {"toy.metric"}));
    note(writer->AddInDom(At(i), kSharedInDom, {{i / 2, "old"}, {7 + i, "new"}}));
    encoder.Begin(At(i));
    encoder.BeginSet(metric, ValueFormat::kInPlace);
    encoder.AddInPlace(i / 2, 42);
    note(writer->WriteResult(encoder));
    if (i == 1) note(writer->WriteMark(At(1.001)));
    if (i != 2) continue;
    note(writer->Sync());
    const Result<void> started = writer->StartVolume();
    note(started);
    if (!started) break;
  }
  note(writer->Close());
  return first;
}

// The places where whole records end.  The label counts as a record.
std::vector<std::uint64_t> Ends(const std::string& name, const ByteBuffer& file) {
  const std::uint64_t label = LabelSize(kVersion);
  if (file.size() < label) return {0};
  std::vector<std::uint64_t> ends = {0, label};
  if (name == "a.index") {
    while (file.size() - ends.back() >= IndexEntrySize(kVersion))
      ends.push_back(ends.back() + IndexEntrySize(kVersion));
    return ends;
  }
  const MemorySource source(name, file);
  FrameReader frames(source, label);
  for (auto frame = frames.Next(); frame && *frame; frame = frames.Next())
    ends.push_back((*frame)->end());
  return ends;
}

bool Contains(const std::vector<std::uint64_t>& sorted, std::uint64_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

// Expects that all data are described, and that all index entries point at existing records.
void ExpectConsistent(const Files& files) {
  if (!files.contains("a.meta")) return;
  std::vector<MetricId> described;
  const MemorySource metadata("a.meta", files.at("a.meta"));
  FrameReader records(metadata, LabelSize(kVersion));
  for (auto frame = records.Next(); frame && *frame; frame = records.Next()) {
    const auto record = DecodeMetadata((*frame)->body);
    ASSERT_TRUE(record);
    if (const auto* desc = std::get_if<DescRecord>(&*record)) described.push_back(desc->desc.id);
  }
  for (const std::string name : {"a.0", "a.1"}) {
    if (!files.contains(name)) continue;
    const MemorySource volume(name, files.at(name));
    FrameReader frames(volume, LabelSize(kVersion));
    ResultRecord result;
    for (auto frame = frames.Next(); frame && *frame; frame = frames.Next()) {
      ASSERT_TRUE(result.Decode(kVersion, (*frame)->body));
      for (const ValueSet& set : result.sets())
        EXPECT_NE(std::find(described.begin(), described.end(), set.id()), described.end());
    }
  }
  const auto index = ReadTemporalIndex(MemorySource("a.index", files.at("a.index")));
  if (!index) return;
  for (const IndexEntry& entry : index->entries) {
    const std::string name = "a." + std::to_string(entry.volume);
    ASSERT_TRUE(files.contains(name));
    const auto data_offset = static_cast<std::uint64_t>(entry.data_offset);
    EXPECT_TRUE(Contains(Ends(name, files.at(name)), data_offset));
    EXPECT_LT(data_offset, files.at(name).size());
    EXPECT_TRUE(Contains(Ends("a.meta", files.at("a.meta")),
                         static_cast<std::uint64_t>(entry.meta_offset)));
  }
}

// The files by their final names, which some files do not have yet.
Files Named(const Files& files) {
  Files named;
  for (const auto& [name, content] : files)
    named[name.ends_with(kNewbornSuffix) ? name.substr(0, name.size() - kNewbornSuffix.size())
                                         : name] = content;
  return named;
}

// If the metadata have their final name, PCP can read the archive: all files exist, and the index
// has an entry.  A later volume gets its name only after its label.
void ExpectNames(const Files& files) {
  if (files.contains("a.meta")) {
    ASSERT_TRUE(files.contains("a.0") && files.contains("a.index"));
    EXPECT_GE(files.at("a.index").size(), LabelSize(kVersion) + IndexEntrySize(kVersion));
    EXPECT_GT(files.at("a.0").size(), LabelSize(kVersion));
  }
  EXPECT_TRUE(files.contains("a.index") || !files.contains("a.0"));
  EXPECT_TRUE(!files.contains("a.1") || files.at("a.1").size() >= LabelSize(kVersion));
}

// Expects that a reader sees all whole records, if the archive has metadata.
void ExpectReadable(const Files& files) {
  const test::TempDirectory directory;
  for (const auto& [name, content] : files) test::WriteFile(directory / name, content);
  const auto records_in = [&](const char* name) {
    const std::size_t ends = files.contains(name) ? Ends(name, files.at(name)).size() : 0;
    return ends < 2 ? std::optional<std::size_t>() : ends - 2;  // after the label
  };
  OpenOptions options;
  options.metadata_damage = MetadataDamage::kSkip;
  const auto archive = Archive::Open(directory / "a", options);
  ASSERT_EQ(archive.has_value(), files.contains("a.meta"));
  if (!archive) return;
  const std::size_t records = *records_in("a.0") + records_in("a.1").value_or(0);
  EXPECT_EQ((*archive)->End().has_value(), records > 0);
  RecordCursor cursor(**archive);
  ASSERT_TRUE(cursor.SeekEnd());
  std::size_t seen = 0;
  for (auto frame = cursor.Previous(); frame && *frame; frame = cursor.Previous()) ++seen;
  EXPECT_EQ(seen, records);
}

// Expects that each file is the beginning of the complete file.  Returns how many files end within
// a record.
int ExpectPrefix(const Files& files, const Files& whole) {
  int torn = 0;
  const Files named = Named(files);
  for (const auto& [name, content] : named) {
    const auto original = whole.find(name);
    if (original == whole.end()) {
      ADD_FAILURE() << "unexpected " << name;
      continue;
    }
    const ByteBuffer& all = original->second;
    EXPECT_LE(content.size(), all.size()) << name;
    EXPECT_TRUE(std::equal(content.begin(), content.end(), all.begin())) << name;
    torn += !Contains(Ends(name, all), content.size());
  }
  ExpectConsistent(named);
  ExpectNames(files);
  ExpectReadable(files);
  return torn;
}

class ArchiveWriterFaultTest : public testing::Test {
 protected:
  void SetUp() override {
    MemoryFileSystem files;
    ASSERT_TRUE(Record(files));
    whole_ = files.files;
    calls_ = files.calls();
    ASSERT_EQ(whole_.size(), 4u);
    ASSERT_EQ(ExpectPrefix(whole_, whole_), 0);
  }

  Files whole_;
  std::vector<std::string> calls_;
};

TEST_F(ArchiveWriterFaultTest, AnyCallThatFailsIsToldAndLeavesWholeRecords) {
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    SCOPED_TRACE("call " + std::to_string(call) + ", " + calls_[call]);
    for (const int error : {EIO, ENOSPC}) {
      MemoryFileSystem files;
      files.FailCall(call, error);
      const Result<void> outcome = Record(files);
      ASSERT_FALSE(outcome);
      EXPECT_EQ(outcome.error().code, Errc::kIo);
      EXPECT_NE(outcome.error().file, "");
      EXPECT_EQ(ExpectPrefix(files.files, whole_), 0);
      EXPECT_EQ(files.open_descriptors(), 0u);
    }
  }
}

TEST_F(ArchiveWriterFaultTest, ADiskThatIsFullInTheMiddleOfARecordLeavesWholeRecords) {
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    if (calls_[call] != "write") continue;
    SCOPED_TRACE("call " + std::to_string(call));
    MemoryFileSystem files;
    files.ShortenCall(call);
    files.FailCall(call + 1, ENOSPC);
    const Result<void> outcome = Record(files);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().what, "No space left on device");
    EXPECT_EQ(ExpectPrefix(files.files, whole_), 0);
  }
}

TEST_F(ArchiveWriterFaultTest, InterruptionsAndShortWritesMakeNoDifference) {
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    SCOPED_TRACE("call " + std::to_string(call) + ", " + calls_[call]);
    MemoryFileSystem interrupted;
    interrupted.FailCall(call, EINTR);
    EXPECT_TRUE(Record(interrupted));
    EXPECT_EQ(interrupted.files, whole_);
    MemoryFileSystem shortened;
    shortened.ShortenCall(call);
    EXPECT_TRUE(Record(shortened));
    EXPECT_EQ(shortened.files, whole_);
  }
}

TEST_F(ArchiveWriterFaultTest, ADeathAtAnyCallTearsAtMostTheRecordInFlight) {
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    SCOPED_TRACE("call " + std::to_string(call) + ", " + calls_[call]);
    MemoryFileSystem before;
    before.FailFrom(call, EIO);
    EXPECT_FALSE(Record(before));
    EXPECT_EQ(ExpectPrefix(before.files, whole_), 0);
    MemoryFileSystem within;
    within.ShortenCall(call);
    within.FailFrom(call + 1, EIO);
    Record(within);
    EXPECT_LE(ExpectPrefix(within.files, whole_), 1);
  }
}

TEST_F(ArchiveWriterFaultTest, WhatWasThereBeforeIsNeverHarmed) {
  Files names = whole_;
  for (const char* newborn : {"a.index.new", "a.meta.new", "a.0.new", "a.1.new"}) names[newborn];
  for (const auto& [name, content] : names) {
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      MemoryFileSystem files;
      files.files[name] = ByteBuffer(5, std::byte{'x'});
      if (call > 0) files.FailCall(call, EIO);
      EXPECT_FALSE(Record(files));
      ASSERT_TRUE(files.files.contains(name));
      EXPECT_EQ(AsText(files.files.at(name)), "xxxxx");
    }
  }
}

// The members of the domain are half known then.
TEST_F(ArchiveWriterFaultTest, AfterAnExceptionNothingIsWritten) {
  MemoryFileSystem files;
  auto writer = ArchiveWriter::Create("a", ArchiveBuilder::Options(kVersion), files);
  ASSERT_TRUE(writer);
  // Its first byte ends the name in a file, but no memory is enough for a copy.
  const std::string_view endless("", std::string_view::npos);
  EXPECT_THROW((void)writer->AddInDom(At(0), kSharedInDom, {{1, endless}}), std::length_error);
  const Result<void> added = writer->AddInDom(At(0), kSharedInDom, {{1, "one"}});
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().what, "Out of memory");
  EXPECT_FALSE(writer->WriteMark(At(0)));
  EXPECT_FALSE(writer->Close());
}

}  // namespace
}  // namespace fdr
