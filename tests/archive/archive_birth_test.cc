// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A recorder is killed at the birth of its archive.  The files that it leaves disturb no reader of
// the directory, and the next recorder of that name takes them over.

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "fdr/archive/archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_recorder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::MemoryFileSystem;
using test::ToyRecorder;
using test::ToySamples;
using Files = std::map<std::string, ByteBuffer>;

class ArchiveBirthTest : public testing::TestWithParam<Version> {
 protected:
  WriterOptions Options() const { return test::ArchiveBuilder::Options(GetParam()); }

  Result<void> Record(const std::string& base, FileSystem& files) const {
    auto recorder = ToyRecorder::Create(base, Options(), files);
    if (!recorder) return Fail(recorder.error());
    for (int n = 0; n < 4; ++n) {
      if (n == 3)
        if (auto started = recorder->writer().StartVolume(); !started) return started;
      if (auto sampled = recorder->Sample(n); !sampled) return sampled;
    }
    return recorder->writer().Close();
  }

  void Restore(const Files& files) const {
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove_all(directory_ / name);
    for (const auto& [name, content] : files) test::WriteFile(directory_ / name, content);
  }

  // Another archive, with an earlier record.
  Files Other() const {
    MemoryFileSystem files;
    test::ArchiveBuilder("other", Options(), files)
        .Metric({"toy.other", MetricId::Build(245, 9, 9)})
        .Record(test::At(-100), {test::Single(MetricId::Build(245, 9, 9), 1)})
        .Close();
    return files.files;
  }

  // Kills the recorder at each of its calls, and then calls `look`.  The directory has the files
  // that the recorder left, and another archive.
  template <class Look>
  void ForEachDeath(Look look) const {
    MemoryFileSystem whole;
    ASSERT_EQ(ErrorOf(Record("a", whole)), "");
    for (std::size_t call = 1; call < whole.calls().size(); ++call) {
      for (const bool torn : {false, true}) {
        if (torn && whole.calls()[call] != "write") continue;
        SCOPED_TRACE(std::to_string(call) + (torn ? " torn " : " ") + whole.calls()[call]);
        MemoryFileSystem files;
        if (torn) files.ShortenCall(call);
        files.FailFrom(call + torn, EIO);
        (void)Record("a", files);
        Files left = Other();
        left.insert(files.files.begin(), files.files.end());
        Restore(left);
        look(torn);
      }
    }
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_P(ArchiveBirthTest, KilledAtAnyCallItKeepsNobodyFromTheOthersInItsDirectory) {
  int born = 0, unborn = 0;
  ForEachDeath([&](bool is_torn) {
    const auto found = FindArchives(directory_.path());
    ASSERT_EQ(ErrorOf(found), "");
    // Skips half-done writes to an archive that exists already: ArchiveResumeTest has these.
    if (is_torn && found->size() == 2) return;
    for (const ArchiveFiles& files : *found) EXPECT_EQ(ErrorOf(Archive::Open(files)), "");
    (found->size() == 2 ? born : unborn) += 1;
    const test::ChildOutcome peer = test::RunPeer({"pminfo", "-a", directory_.path(), "toy.other"});
    EXPECT_EQ(peer.exit_status, 0) << peer.err;
    EXPECT_EQ(peer.out, "toy.other\n");
    if (found->size() < 2) return;
    const test::ChildOutcome label = test::RunPeer({"pmdumplog", "-L", base_});
    EXPECT_EQ(label.exit_status, 0) << label.err;
  });
  EXPECT_GT(born, 10);
  EXPECT_GT(unborn, 10);
}

TEST_P(ArchiveBirthTest, TheNextOneOfThatNameTakesOverWhatIsLeft) {
  ForEachDeath([&](bool) {
    if (FindArchiveFiles(base_)) return;  // an existing archive is not taken over
    ASSERT_EQ(ErrorOf(Record(base_, PosixFileSystem())), "");
    EXPECT_EQ(ToySamples(base_), "0 1 2 3");
    EXPECT_EQ(test::FileNames(directory_.path()),
              (std::vector<std::string>{"a.0", "a.1", "a.index", "a.meta", "other.0", "other.index",
                                        "other.meta"}));
  });
}

TEST_P(ArchiveBirthTest, OfTwoThatBeginAtATimeOneIsRefused) {
  {
    auto first = ToyRecorder::Create(base_, Options());
    ASSERT_EQ(ErrorOf(first), "");
    const auto second = ArchiveWriter::Create(base_, Options());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::kBusy);
    ASSERT_TRUE(first->Sample(0));
    EXPECT_EQ(ArchiveWriter::Create(base_, Options()).error().code, Errc::kExists);
    ASSERT_TRUE(first->writer().Close());
  }
  EXPECT_EQ(ToySamples(base_), "0");
}

TEST_P(ArchiveBirthTest, WhatIsInTheWayStaysAndNothingElseIsLeft) {
  for (const char* name : {"a.index.new", "a.meta.new", "a.0.new"}) {
    Restore({{name, ByteBuffer(5, std::byte{'x'})}});
    const auto writer = ArchiveWriter::Create(base_, Options());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::kExists);
    EXPECT_EQ(writer.error().file, directory_ / name);
    EXPECT_EQ(test::FileNames(directory_.path()), std::vector<std::string>{name});
    EXPECT_EQ(AsText(test::ReadFile(directory_ / name)), "xxxxx");
  }
}

// Another program has made a file of that name in the meantime.
TEST_P(ArchiveBirthTest, ANameThatIsTakenBeforeTheFirstSampleEndsIt) {
  for (const char* name : {"a.index", "a.meta", "a.0"}) {
    Restore({});
    auto recorder = ToyRecorder::Create(base_, Options());
    ASSERT_EQ(ErrorOf(recorder), "");
    test::WriteFile(directory_ / name, AsBytes("x"));
    const Result<void> sampled = recorder->Sample(0);
    ASSERT_FALSE(sampled);
    EXPECT_EQ(sampled.error().code, Errc::kExists);
    EXPECT_EQ(sampled.error().file, directory_ / name);
    EXPECT_FALSE(recorder->Sample(1));
    EXPECT_FALSE(recorder->writer().Close());
    EXPECT_EQ(test::FileNames(directory_.path()), std::vector<std::string>{name});
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, ArchiveBirthTest, testing::Values(Version::k2, Version::k3),
                         [](const auto& version) {
                           return version.param == Version::k2 ? "V2" : "V3";
                         });

}  // namespace
}  // namespace fdr
