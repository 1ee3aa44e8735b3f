// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/archive.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "fdr/archive/compress.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/summary/volume_summary.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
constexpr MetricId kOld = MetricId::Build(60, 0, 1), kNew = MetricId::Build(60, 0, 2);

class ArchiveTest : public testing::Test {
 protected:
  void Write() {
    test::ArchiveBuilder archive(base_, Version::k3);
    archive.Metric({.name = "toy.old", .id = kOld})
        .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  }
  Errc OpenError() {
    const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
    EXPECT_FALSE(archive);
    return archive ? Errc{} : archive.error().code;
  }
  void Change(const char* suffix, std::size_t at, int bits) {
    ByteBuffer bytes = test::ReadFile(base_ + suffix);
    bytes.at(at) ^= static_cast<std::byte>(bits);
    test::WriteFile(base_ + suffix, bytes);
  }

  static constexpr std::size_t kVersionAt = 7, kPidAt = 11, kVolumeAt = 27, kFeaturesAt = 31,
                               kHostAt = 36;
  test::TempDirectory directory_;
  std::string base_ = directory_ / "a";
};

TEST_F(ArchiveTest, LabelsThatDisagreeAreRefused) {
  for (const std::size_t at : {kPidAt, kHostAt, kVolumeAt}) {
    Write();
    Change(".meta", at, 1);
    EXPECT_EQ(OpenError(), Errc::kBadLabel) << at;
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
  Write();
  Change(".0", kVolumeAt, 1);
  EXPECT_EQ(OpenError(), Errc::kBadLabel);
}

TEST_F(ArchiveTest, OtherVersionsAndFeaturesAreRefused) {
  Write();
  Change(".0", kVersionAt, 4);
  EXPECT_EQ(OpenError(), Errc::kUnsupportedVersion);
  Change(".0", kVersionAt, 4);
  Change(".0", kFeaturesAt, 1);
  EXPECT_EQ(OpenError(), Errc::kUnsupportedFeature);
  OpenOptions options;
  options.ignore_features = true;
  EXPECT_TRUE(Archive::Open(base_, options));
  Change(".0", kFeaturesAt, 1);
  Change(".0", kFeaturesAt - 3, 0x80);
  EXPECT_TRUE(Archive::Open(base_)) << "bit 31 is harmless";
}

TEST_F(ArchiveTest, EmptyFilesAreSaidToBeEmpty) {
  Write();
  test::WriteFile(base_ + ".0", {});
  EXPECT_EQ(OpenError(), Errc::kEmpty);
}

TEST_F(ArchiveTest, ALastVolumeWithoutAWholeLabelHoldsNoDataYet) {
  Write();
  const ByteBuffer label = test::ReadFile(base_ + ".0");
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, LabelSize(Version::k3) - 1}) {
    test::WriteFile(base_ + ".1", Bytes(label).first(size));
    std::vector<Problem> problems;
    OpenOptions options;
    options.on_problem = [&](const Problem& problem) { problems.push_back(problem); };
    const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_, options);
    ASSERT_TRUE(archive);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].file, base_ + ".1");
    EXPECT_EQ((*archive)->volume_count(), 1u);
    EXPECT_EQ(*(*archive)->End(), At(0));
    RecordCursor cursor(**archive);
    ASSERT_TRUE(cursor.SeekEnd());
    EXPECT_TRUE(*cursor.Previous());
    EXPECT_FALSE((*archive)->HasGrown(*FindArchiveFiles(base_)));
    EXPECT_TRUE((*archive)->Refresh());
    EXPECT_EQ(problems.size(), 1u) << "whoever writes it may be about to go on";
  }
}

TEST_F(ArchiveTest, ARefreshSeesAVolumeOnceItHasItsLabel) {
  test::ArchiveBuilder writer(base_, Version::k3);
  writer.Metric({.name = "toy.old", .id = kOld})
      .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  test::WriteFile(base_ + ".1", {});
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  std::filesystem::remove(base_ + ".1");
  writer.Volume().Record(At(1), {test::Single(kOld, std::int64_t{2})});
  EXPECT_TRUE((*archive)->HasGrown(*FindArchiveFiles(base_)));
  ASSERT_TRUE((*archive)->Refresh());
  EXPECT_EQ(*(*archive)->End(), At(1));
}

// The compressed volume is the last one of a recording that has ended.
TEST_F(ArchiveTest, WhatWasAppendedBeforeAVolumeWasCompressedIsSeen) {
  test::ArchiveBuilder writer(base_, Version::k3);
  writer.Metric({.name = "toy.old", .id = kOld})
      .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  EXPECT_EQ(*(*archive)->End(), At(0));
  writer.Record(At(1), {test::Single(kOld, std::int64_t{2})}).Close();
  ASSERT_TRUE(RecompressFile(base_ + ".0", {}));
  EXPECT_TRUE((*archive)->HasGrown(*FindArchiveFiles(base_)));
  ASSERT_TRUE((*archive)->Refresh());
  EXPECT_EQ(*(*archive)->End(), At(1));
  EXPECT_FALSE((*archive)->HasGrown(*FindArchiveFiles(base_)));
}

TEST_F(ArchiveTest, AnUnusableIndexIsOnlyAProblem) {
  for (const std::size_t size : {0u, 5u, 200u}) {
    if (size == 0) Write();
    test::WriteFile(base_ + ".index", Bytes(test::ReadFile(base_ + ".meta")).first(size));
    int problems = 0;
    OpenOptions options;
    options.on_problem = [&](const Problem&) { ++problems; };
    const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_, options);
    ASSERT_TRUE(archive);
    EXPECT_EQ(problems, 1);
    EXPECT_TRUE((*archive)->index().empty());
  }
}

TEST_F(ArchiveTest, ABombIsRefusedBeforeItIsDecoded) {
  Write();
  const ByteBuffer frame =
      test::Compress({"zstd", "-c", "--stream-size={size}"}, ByteBuffer(16 << 20));
  for (const char* suffix : {".index", ".meta"}) {
    const ByteBuffer content = test::ReadFile(base_ + suffix);
    ByteBuffer bomb = test::Compress({"zstd", "-c", "--stream-size={size}"}, content);
    for (int i = 0; i < 200; ++i) bomb.insert(bomb.end(), frame.begin(), frame.end());
    EXPECT_LT(bomb.size(), 200'000u);
    std::filesystem::remove(base_ + suffix);
    test::WriteFile(base_ + suffix + ".zst", bomb);
    std::vector<Problem> problems;
    OpenOptions options;
    options.on_problem = [&](const Problem& problem) { problems.push_back(problem); };
    const test::AllocationLimit limit(64 << 20);
    const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_, options);
    EXPECT_TRUE(limit.Kept()) << limit.peak();
    if (suffix == std::string(".index")) {
      EXPECT_TRUE(archive) << "merely slower";
      ASSERT_EQ(problems.size(), 1u);
      EXPECT_EQ(problems[0].code, Errc::kTooLarge);
      EXPECT_NE(problems[0].what.find("Decodes to 33554"), std::string::npos) << problems[0].what;
    } else {
      ASSERT_FALSE(archive);
      EXPECT_EQ(archive.error().code, Errc::kTooLarge);
    }
  }
}

TEST_F(ArchiveTest, AnArchiveWithoutRecordsHasNoEnd) {
  Write();
  test::WriteFile(base_ + ".0", Bytes(test::ReadFile(base_ + ".0")).first(LabelSize(Version::k3)));
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  EXPECT_EQ((*archive)->End().error().code, Errc::kEmpty);
}

TEST_F(ArchiveTest, ARefreshSeesWhatWasAppended) {
  test::ArchiveBuilder writer(base_, Version::k3);
  writer.Metric({.name = "toy.old", .id = kOld})
      .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(base_);
  ASSERT_TRUE(opened);
  Archive& archive = **opened;
  EXPECT_EQ(*archive.End(), At(0));

  writer.Metric({.name = "toy.new", .id = kNew})
      .Record(At(1), {test::Single(kNew, std::int64_t{2})});
  EXPECT_EQ(*archive.End(), At(0)) << "nothing moves by itself";
  ASSERT_TRUE(archive.Refresh());
  EXPECT_EQ(*archive.End(), At(1));
  EXPECT_EQ(archive.metadata().FindMetric("toy.new"), kNew);

  writer.Volume().Record(At(2), {test::Single(kNew, std::int64_t{3})});
  ASSERT_TRUE(archive.Refresh());
  EXPECT_EQ(archive.volume_count(), 2u);
  EXPECT_EQ(*archive.End(), At(2));
  EXPECT_FALSE(archive.index().empty());
  RecordCursor cursor(archive);
  int records = 0;
  while (*cursor.Next()) ++records;
  EXPECT_EQ(records, 3);
}

TEST_F(ArchiveTest, WhatAFailedRefreshAddedCanBeAsked) {
  {
    test::ArchiveBuilder writer(base_, Version::k3);
    writer.Metric({.name = "toy.old", .id = kOld})
        .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  }
  const ByteBuffer before = test::ReadFile(base_ + ".meta");
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(base_);
  ASSERT_TRUE(opened);
  Archive& archive = **opened;

  ByteBuffer record;
  Desc desc;
  desc.id = kNew;
  EncodeMetadata(Version::k3, DescRecord{.desc = desc, .names = {"toy.new"}}, record);
  ByteBuffer grown = before;
  grown.insert(grown.end(), record.begin(), record.end());
  const std::size_t bad = grown.size();
  grown.insert(grown.end(), record.begin(), record.end());
  grown.at(bad + 7) = std::byte{99};  // an unknown type of record
  test::WriteFile(base_ + ".meta", grown);
  EXPECT_FALSE(archive.Refresh());
  EXPECT_FALSE(archive.Refresh()) << "and again";

  const Metadata& metadata = archive.metadata();
  EXPECT_EQ(metadata.FindMetric("toy.new"), kNew);
  ASSERT_EQ(metadata.NamesOf(kNew).size(), 1u);
  EXPECT_EQ(metadata.NamesOf(kNew)[0], "toy.new");

  grown.at(bad + 7) = record.at(7);
  test::WriteFile(base_ + ".meta", grown);
  EXPECT_TRUE(archive.Refresh()) << "what was damaged is written whole by now";
}

TEST_F(ArchiveTest, ARefreshThatFindsNoArchiveChangesNothing) {
  Write();
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(base_);
  ASSERT_TRUE(opened);
  Archive& archive = **opened;
  EXPECT_EQ(*archive.End(), At(0));
  for (const char* suffix : {".0", ".meta"}) {
    const ByteBuffer content = test::ReadFile(base_ + suffix);
    std::filesystem::remove(base_ + suffix);
    const Result<void> refreshed = archive.Refresh();
    ASSERT_FALSE(refreshed) << suffix;
    EXPECT_EQ(refreshed.error().code, Errc::kMissingFile) << suffix;
    EXPECT_FALSE(archive.HasGrown(*FindArchiveFiles(base_))) << suffix;
    EXPECT_EQ(archive.volume_count(), 1u);
    RecordCursor cursor(archive);
    EXPECT_TRUE(cursor.SeekEnd());
    EXPECT_EQ(*archive.End(), At(0));
    test::WriteFile(base_ + suffix, content);
  }
  EXPECT_TRUE(archive.Refresh());
}

TEST_F(ArchiveTest, ARefreshSeesThatVolumesWereRemoved) {
  {
    test::ArchiveBuilder writer(base_, Version::k3);
    writer.Metric({.name = "toy.old", .id = kOld});
    for (int i = 0; i < 3; ++i)
      writer.Record(At(i), {test::Single(kOld, std::int64_t{i})}).Volume();
  }
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(base_);
  ASSERT_TRUE(opened);
  Archive& archive = **opened;
  EXPECT_EQ(*archive.End(), At(2));
  std::filesystem::remove(base_ + ".0");
  std::filesystem::remove(base_ + ".2");
  ASSERT_TRUE(archive.Refresh());
  EXPECT_EQ(archive.volume_count(), 1u);
  EXPECT_EQ(*archive.End(), At(1));
  RecordCursor cursor(archive);
  ASSERT_TRUE(*cursor.Next());
  EXPECT_FALSE(*cursor.Next());
}

TEST_F(ArchiveTest, VolumesMayBeCompressedMeanwhile) {
  test::ArchiveBuilder writer(base_, Version::k3);
  writer.Metric({.name = "toy.old", .id = kOld});
  for (int i = 0; i < 4; ++i) {
    if (i > 0) writer.Volume();
    for (int j = 0; j < 10; ++j)
      writer.Record(At(10 * i + j), {test::Single(kOld, std::int64_t{j})});
  }
  const Result<std::unique_ptr<Archive>> opened = Archive::Open(base_);
  ASSERT_TRUE(opened);
  Archive& archive = **opened;
  RecordCursor cursor(archive);
  ASSERT_TRUE(*cursor.Next());
  for (const char* volume : {".0", ".1", ".2"})  // the cursor has the first one open
    ASSERT_TRUE(RecompressFile(base_ + volume, {}));
  EXPECT_EQ(FindVolume(base_, 1), base_ + ".1.xz");
  EXPECT_EQ(FindVolume(base_, 7), "");
  EXPECT_FALSE(archive.HasGrown(*FindArchiveFiles(base_)));
  for (int i = 1; i < 20; ++i) ASSERT_TRUE(*cursor.Next()) << i;
  ASSERT_TRUE(archive.Refresh());
  for (int i = 20; i < 40; ++i) ASSERT_TRUE(*cursor.Next()) << i;
  EXPECT_FALSE(*cursor.Next());
  writer.Record(At(40), {test::Single(kOld, std::int64_t{0})});
  EXPECT_TRUE(archive.HasGrown(*FindArchiveFiles(base_)));
  ASSERT_TRUE(archive.Refresh());
  EXPECT_TRUE(*cursor.Next());
}

TEST_F(ArchiveTest, ASummaryGrowsWithItsVolume) {
  test::ArchiveBuilder writer(base_, Version::k3);
  writer.Metric({.name = "toy.old", .id = kOld})
      .Record(At(0), {test::Single(kOld, std::int64_t{1})});
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  const VolumeSummary* summary = *(*archive)->Summary(0);
  EXPECT_EQ(summary->chunks()[0].last, At(0));
  writer.Metric({.name = "toy.new", .id = kNew})
      .Record(At(1), {test::Single(kNew, std::int64_t{2})});
  ASSERT_TRUE((*archive)->Refresh());
  EXPECT_EQ(*(*archive)->Summary(0), summary) << "extended, not made anew";
  EXPECT_EQ(summary->chunks()[0].last, At(1));
  EXPECT_EQ(summary->end(), *(*archive)->DataEnd(0));
  MetricBits bits(1);
  SetBit(bits, *(*archive)->metadata().IndexOf(kNew));
  EXPECT_TRUE(summary->metric_sets().Intersects(summary->chunks()[0].metrics, bits));
}

TEST_F(ArchiveTest, AProblemSinkMayAskTheArchive) {
  Write();
  ByteBuffer volume = test::ReadFile(base_ + ".0");
  volume.resize(volume.size() + 50);
  test::WriteFile(base_ + ".0", volume);
  const Archive* asked = nullptr;
  int problems = 0;
  OpenOptions options;
  options.on_problem = [&](const Problem&) {
    ++problems;
    EXPECT_EQ(*asked->End(), At(0));
    EXPECT_TRUE(asked->Summary(0));
  };
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_, options);
  ASSERT_TRUE(archive);
  asked = archive->get();
  EXPECT_EQ(*asked->End(), At(0));
  EXPECT_EQ(problems, 1);
}

TEST_F(ArchiveTest, FilesAreToldAndRecordsAreCounted) {
  test::ArchiveBuilder(base_)
      .Metric({.name = "toy.old", .id = kOld})
      .Record(At(0), {test::Single(kOld, std::int64_t{1})})
      .Record(At(1), {test::Single(kOld, std::int64_t{2})})
      .Volume()
      .Record(At(2), {test::Single(kOld, std::int64_t{3})})
      .Close();
  std::vector<std::string> files;
  std::atomic<int> records = 0;
  OpenOptions options;
  options.on_file = [&](const std::string& file) { files.push_back(file); };
  options.records_read = &records;
  const auto archive = Archive::Open(base_, options);
  ASSERT_TRUE(archive);
  EXPECT_EQ(files, (std::vector{base_ + ".meta", base_ + ".index"}));
  EXPECT_EQ(records, 0);
  RecordCursor cursor(**archive);
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(cursor.Next().value());
    EXPECT_EQ(records, i);
  }
  EXPECT_FALSE(cursor.Next().value());
  EXPECT_EQ(files, (std::vector{base_ + ".meta", base_ + ".index", base_ + ".0", base_ + ".1"}));
  ASSERT_TRUE(cursor.Previous().value());
  EXPECT_EQ(records, 4);
  ASSERT_TRUE((*archive)->Summary(0));
  EXPECT_EQ(records, 6);
}

TEST_F(ArchiveTest, ThreadsShareAnArchive) {
  {
    test::ArchiveBuilder writer(base_, Version::k3);
    writer.Metric({.name = "toy.old", .id = kOld});
    for (int i = 0; i < 300; ++i) {
      if (i % 100 == 99) writer.Volume();
      writer.Record(At(i), {test::Single(kOld, std::int64_t{i})});
    }
  }
  const Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
  ASSERT_TRUE(archive);
  std::vector<std::thread> threads;
  std::vector<int> counts(4);
  threads.reserve(counts.size());
  for (int& count : counts)
    threads.emplace_back([&archive, &count] {
      RecordCursor cursor(**archive);
      while (*cursor.Next()) ++count;
      if (*(*archive)->End() != At(299)) count = 0;
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : counts) EXPECT_EQ(count, 300);
}

}  // namespace
}  // namespace fdr
