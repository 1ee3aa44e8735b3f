// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "fdr/archive/archive.h"
#include "fdr/archive/archive_writer.h"
#include "fdr/archive/files/file_claim.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_recorder.h"

namespace fdr {
namespace {

using test::ArchiveBuilder;
using test::ErrorOf;
using test::MemoryFileSystem;
using test::ToyFaults;
using test::ToyRecorder;
using test::ToySamples;
using Files = std::map<std::string, ByteBuffer>;

// Records samples 0 to 5, and starts a new volume before sample 3.
Result<void> RecordSix(const std::string& base, const WriterOptions& options, FileSystem& files) {
  auto recorder = ToyRecorder::Create(base, options, files);
  if (!recorder) return Fail(recorder.error());
  for (int n = 0; n < 6; ++n) {
    if (n == 3)
      if (auto started = recorder->writer().StartVolume(); !started) return started;
    if (auto sampled = recorder->Sample(n); !sampled) return sampled;
  }
  return recorder->writer().Close();
}

class ArchiveResumeTest : public testing::TestWithParam<Version> {
 protected:
  WriterOptions Options() const { return ArchiveBuilder::Options(GetParam()); }

  void Record() { ASSERT_EQ(ErrorOf(RecordSix(base_, Options(), PosixFileSystem())), ""); }

  // Appends samples 7 and 8.  Creates a new archive if none exists.
  Result<void> GoOn() {
    test::FaultyFiles disk;
    disk.DoNotSync();
    auto recorder = ToyRecorder::Resume(base_, Options(), disk);
    if (!recorder && recorder.error().code == Errc::kNotFound)
      recorder = ToyRecorder::Create(base_, Options(), disk);
    if (!recorder) return Fail(recorder.error());
    for (int n : {7, 8})
      if (auto sampled = recorder->Sample(n); !sampled) return sampled;
    return recorder->writer().Close();
  }

  Files Content() const {
    Files files;
    for (const std::string& name : test::FileNames(directory_.path()))
      files[name] = test::ReadFile(directory_ / name);
    return files;
  }
  void Restore(const Files& files) {
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
    for (const auto& [name, content] : files) test::WriteFile(directory_ / name, content);
  }
  // Expects that Resume() fails and changes no file.
  void ExpectRefused(Errc code, const std::string& why) {
    const Files before = Content();
    const auto resumed = ArchiveWriter::Resume(base_, Options());
    ASSERT_FALSE(resumed);
    EXPECT_EQ(resumed.error().code, code);
    EXPECT_NE(resumed.error().Message().find(why), std::string::npos) << resumed.error().Message();
    EXPECT_EQ(Content(), before);
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_P(ArchiveResumeTest, AnArchiveThatWasEndedGoesOnBehindAMark) {
  Record();
  ASSERT_EQ(ErrorOf(GoOn()), "");
  EXPECT_EQ(ToySamples(base_), "0 1 2 3 4 5 | 7 8");
  EXPECT_EQ(ToyFaults(base_), 0u);
}

TEST_P(ArchiveResumeTest, NothingThatTheMetadataSayIsRepeated) {
  Record();
  const std::uint64_t size = Content()["a.meta"].size();
  auto recorder = ToyRecorder::Resume(base_, Options());
  ASSERT_EQ(ErrorOf(recorder), "");
  ArchiveWriter& writer = recorder->writer();
  EXPECT_EQ(writer.start(), test::At(0));
  EXPECT_EQ(writer.last_stamp(), test::At(5));
  EXPECT_EQ(writer.volume(), 1);
  EXPECT_TRUE(writer.Describes(MetricId::Build(245, 1, 1)));
  // The mark before the sample has a later stamp.
  ASSERT_EQ(ErrorOf(recorder->Sample(5)), "A time stamp that goes backwards");
  ASSERT_EQ(ErrorOf(writer.Close()), "");
  EXPECT_EQ(Content()["a.meta"].size(), size);
}

TEST_P(ArchiveResumeTest, AMetricThatHasChangedIsTold) {
  Record();
  auto writer = ArchiveWriter::Resume(base_, Options());
  ASSERT_EQ(ErrorOf(writer), "");
  const auto added = writer->AddMetric(
      {MetricId::Build(245, 0, 0), Type::k64, {}, Semantics::kInstant, {}}, {"toy.number"});
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, Errc::kTypeChanged);
}

// After a writer is killed at any call, its completed samples exist and the archive can go on.
TEST_P(ArchiveResumeTest, GoesOnAfterADeathAtAnyCall) {
  std::size_t calls = 0;
  {
    MemoryFileSystem files;
    ASSERT_EQ(ErrorOf(RecordSix("a", Options(), files)), "");
    calls = files.calls().size();
  }
  for (std::size_t call = 1; call < calls; ++call) {
    for (const bool torn : {false, true}) {
      SCOPED_TRACE(std::to_string(call) + (torn ? " torn" : ""));
      MemoryFileSystem files;
      if (torn) files.ShortenCall(call);
      files.FailFrom(call + torn, EIO);
      const bool all = RecordSix("a", Options(), files).has_value();
      if (files.files.empty()) continue;
      Restore(files.files);
      const std::string before = ToySamples(base_);
      // Once the index has its final name, GoOn() gives the other files their names, too.
      const bool is_born = std::filesystem::exists(base_ + ".index");
      ASSERT_EQ(ErrorOf(GoOn()), "");
      const bool any = before.starts_with("0");
      EXPECT_EQ(ToySamples(base_), any ? before + " | 7 8" : is_born ? "0 | 7 8" : "7 8");
      EXPECT_EQ(ToyFaults(base_), 0u);
      for (const std::string& name : test::FileNames(directory_.path()))
        EXPECT_TRUE(IsPartOf(name, "a")) << name << " is left";
      EXPECT_TRUE(!all || before == "0 1 2 3 4 5");
    }
  }
}

// A file is cut at many places, with or without other bytes behind the cut.
TEST_P(ArchiveResumeTest, WhateverIsTornOffOrAddedAtTheEndsOfTheFilesDoesNoHarm) {
  Record();
  const Files whole = Content();
  for (const char* name : {"a.1", "a.index", "a.meta"}) {
    const std::size_t size = whole.at(name).size();
    for (std::size_t cut = 0; cut <= std::min<std::size_t>(size - 4, 240); cut += 40) {
      for (const std::byte filler : {std::byte{0}, std::byte{0xa5}}) {
        for (const std::size_t more : {0u, 5u, 600u}) {
          if (name == std::string("a.meta") && cut > 0) continue;  // all of it is needed
          SCOPED_TRACE(name + std::string(" ") + std::to_string(cut));
          Files files = whole;
          ByteBuffer& content = files.at(name);
          content.resize(size - cut);
          content.insert(content.end(), more, filler);
          Restore(files);
          ASSERT_EQ(ErrorOf(GoOn()), "");
          const std::string samples = ToySamples(base_);
          ASSERT_TRUE(samples.starts_with("0 1 2 ") && samples.ends_with("| 7 8")) << samples;
          ASSERT_EQ(ToyFaults(base_), 0u);
          if (more == 0) break;
        }
      }
    }
  }
}

TEST_P(ArchiveResumeTest, DataThatNobodyCanUnderstandAnyMoreIsCutOff) {
  Record();
  Files files = Content();
  const auto archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  // Removes the descriptions of the second half of the samples, which is in the last volume.
  std::string text = "help for toy.late.m1";
  ByteBuffer& metadata = files.at("a.meta");
  const auto at =
      std::search(metadata.begin(), metadata.end(), AsBytes(text).begin(), AsBytes(text).end());
  ASSERT_NE(at, metadata.end());
  std::string name = "toy.late.m1";
  const auto first =
      std::search(metadata.begin(), metadata.end(), AsBytes(name).begin(), AsBytes(name).end());
  ASSERT_LT(first, at);
  metadata.erase(first, metadata.end());
  Restore(files);
  ASSERT_EQ(ErrorOf(GoOn()), "");
  EXPECT_EQ(ToySamples(base_), "0 1 2 | 7 8");
  EXPECT_EQ(ToyFaults(base_), 0u);
}

TEST_P(ArchiveResumeTest, AVolumeThatGotNoLabelGetsOne) {
  Record();
  const Files whole = Content();
  const std::size_t label = LabelSize(GetParam());
  for (const std::size_t size : {std::size_t{0}, label / 2, label}) {
    Files files = whole;
    files["a.2"] = ByteBuffer(size, std::byte{0});
    Restore(files);
    ASSERT_EQ(ErrorOf(GoOn()), "") << size;
    EXPECT_EQ(ToySamples(base_), "0 1 2 3 4 5 | 7 8");
    EXPECT_EQ(ToyFaults(base_), 0u);
  }
}

TEST_P(ArchiveResumeTest, FilesWithoutDataBecomeANewArchive) {
  Record();
  Files files = Content();
  files.erase("a.1");
  files.at("a.0").resize(LabelSize(GetParam()) + 7);
  for (const char* empty : {"", "a.index", "a.meta", "a.0"}) {
    if (*empty != '\0') files.at(empty).clear();
    Restore(files);
    ASSERT_EQ(ErrorOf(GoOn()), "") << empty;
    EXPECT_EQ(ToySamples(base_), "7 8");
    EXPECT_EQ(ToyFaults(base_), 0u);
  }
  for (const bool has_metadata : {false, true}) {
    Files stillborn;
    stillborn["a.index"];
    if (has_metadata) stillborn["a.meta"];
    Restore(stillborn);
    ASSERT_EQ(ErrorOf(GoOn()), "");
    EXPECT_EQ(ToySamples(base_), "7 8");
  }
  Restore(files);
  auto unused = ArchiveWriter::Resume(base_, Options());
  ASSERT_EQ(ErrorOf(unused), "");
  EXPECT_EQ(ErrorOf(unused->Close()), "");
  EXPECT_TRUE(Content().empty());
}

TEST_P(ArchiveResumeTest, ACompressedLastVolumeIsFollowedByAnother) {
  Record();
  const ByteBuffer packed = test::Compress({"xz", "-c"}, test::ReadFile(base_ + ".1"));
  test::WriteFile(base_ + ".1.xz", packed);
  std::filesystem::remove(base_ + ".1");
  ASSERT_EQ(ErrorOf(GoOn()), "");
  EXPECT_EQ(ToySamples(base_), "0 1 2 3 4 5 | 7 8");
  EXPECT_EQ(ToyFaults(base_), 0u);
  EXPECT_EQ(test::ReadFile(base_ + ".1.xz"), packed);
  EXPECT_TRUE(std::filesystem::exists(base_ + ".2"));
}

TEST_P(ArchiveResumeTest, WhatCannotBeContinuedIsRefused) {
  ExpectRefused(Errc::kNotFound, "No such archive");
  Record();
  const Files whole = Content();
  const auto refuses = [&](Errc code, const std::string& why, auto change) {
    SCOPED_TRACE(why);
    Files files = whole;
    change(files);
    Restore(files);
    ExpectRefused(code, why);
  };
  refuses(Errc::kMissingFile, "The index is missing", [](Files& f) { f.erase("a.index"); });
  refuses(Errc::kMissingFile, ".meta", [](Files& f) { f.erase("a.meta"); });
  refuses(Errc::kMissingFile, "a", [](Files& f) { f.erase("a.0"), f.erase("a.1"); });
  refuses(Errc::kInvalidArgument, "compressed", [](Files& f) {
    f["a.meta.xz"] = test::Compress({"xz", "-c"}, f.at("a.meta"));
    f.erase("a.meta");
  });
  const std::size_t label = LabelSize(GetParam());
  for (const char* name : {"a.1", "a.meta"})
    refuses(Errc::kCorruptRecord, "to be repaired first", [&](Files& f) {
      ByteBuffer& content = f.at(name);
      std::size_t at = label;
      if (name == std::string("a.meta")) at += LoadU32(content.data() + label);
      std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(at), 24, std::byte{0x77});
    });
  refuses(Errc::kBadLabel, "label", [](Files& f) { f.at("a.0")[10] = std::byte{0x55}; });
  if (GetParam() == Version::k3) return;
  refuses(Errc::kCorruptRecord, "A change of instance domain 60.1 as only version 3 has it",
          [](Files& f) {
            InDomBuilder delta;
            delta.Add(7, "seven");
            const MetadataRecord record = delta.Build(test::At(1), InDomId::Build(60, 1), true);
            EncodeMetadata(Version::k3, record, f.at("a.meta"));
          });
}

TEST_P(ArchiveResumeTest, AnotherHostsArchiveIsRefusedAsIsAnotherVersions) {
  Record();
  WriterOptions other = Options();
  other.label.host = std::string_view("elsewhere");
  EXPECT_EQ(ErrorOf(ArchiveWriter::Resume(base_, other)),
            "The archive that is there is of host toyhost, not of elsewhere");
  other = Options();
  other.label.version = GetParam() == Version::k2 ? Version::k3 : Version::k2;
  EXPECT_EQ(ErrorOf(ArchiveWriter::Resume(base_, other)),
            "The archive that is there has another version");
  EXPECT_EQ(ToySamples(base_), "0 1 2 3 4 5");
}

TEST_P(ArchiveResumeTest, TwoWritersNeverHaveOneArchive) {
  auto first = ToyRecorder::Create(base_, Options());
  ASSERT_EQ(ErrorOf(first), "");
  EXPECT_EQ(ArchiveWriter::Resume(base_, Options()).error().code, Errc::kNotFound);
  EXPECT_EQ(ArchiveWriter::Create(base_, Options()).error().code, Errc::kBusy);
  ASSERT_TRUE(first->Sample(0));
  EXPECT_EQ(ArchiveWriter::Resume(base_, Options()).error().code, Errc::kBusy);
  ASSERT_TRUE(first->writer().Close());
  auto second = ToyRecorder::Resume(base_, Options());
  ASSERT_EQ(ErrorOf(second), "");
  EXPECT_EQ(ArchiveWriter::Resume(base_, Options()).error().code, Errc::kBusy);
  ASSERT_TRUE(second->Sample(1));
  ASSERT_TRUE(second->writer().Close());
  EXPECT_EQ(ToySamples(base_), "0 | 1");
}

TEST_P(ArchiveResumeTest, AVolumeIsNeverCompressedAndWrittenAtATime) {
  Record();
  {
    const auto claim = FileClaim::Take(base_ + ".1");
    ASSERT_EQ(ErrorOf(claim), "");
    EXPECT_EQ(ArchiveWriter::Resume(base_, Options()).error().code, Errc::kBusy);
  }
  const auto writer = ArchiveWriter::Resume(base_, Options());
  ASSERT_EQ(ErrorOf(writer), "");
  EXPECT_EQ(FileClaim::Take(base_ + ".1").error().code, Errc::kBusy);
}

INSTANTIATE_TEST_SUITE_P(Versions, ArchiveResumeTest, testing::Values(Version::k2, Version::k3),
                         [](const auto& version) {
                           return version.param == Version::k2 ? "V2" : "V3";
                         });

}  // namespace
}  // namespace fdr
