// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// Repair as a whole: which files it reads and writes, and what it reports about them.

#include "fdr/archive/repair.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <random>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::CheckToy;

class RepairTest : public testing::TestWithParam<Version> {
 protected:
  Result<RepairReport> Repair(FileSystem& files = PosixFileSystem()) {
    return RepairArchive(in_, out_, options_, files);
  }

  Errc FailureOf(FileSystem& files = PosixFileSystem()) {
    const Result<RepairReport> report = Repair(files);
    EXPECT_FALSE(report);
    return report ? Errc::kIo : report.error().code;
  }

  // The names of all files, except the files of the damaged archive.
  std::string NewFiles() const {
    std::string names;
    for (const std::string& name : test::FileNames(directory_.path()))
      if (!name.starts_with("in.")) names += name + ' ';
    return names;
  }

  void ExpectSame(const std::string& suffix) const {
    EXPECT_EQ(AsText(test::ReadFile(in_ + suffix)), AsText(test::ReadFile(out_ + suffix)))
        << suffix;
  }

  void ExpectSound() const {
    const test::CheckOutcome outcome = test::Check(out_);
    EXPECT_EQ(outcome.summary.count(Severity::kError), 0u) << outcome.Codes();
    EXPECT_EQ(outcome.summary.count(Severity::kWarning), 0u) << outcome.Codes();
  }

  static const RepairedFile& FileOf(const RepairReport& report, std::int32_t number) {
    for (const RepairedFile& file : report.files)
      if (file.number == number) return file;
    ADD_FAILURE() << "no file " << number;
    return report.files.front();
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  CheckToy toy_{GetParam()};
  RepairOptions options_;
};

TEST_P(RepairTest, ASoundArchiveComesOutAsItIs) {
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  ExpectSame(".meta");
  ExpectSame(".0");
  ExpectSame(".index");
  EXPECT_EQ(NewFiles(), "out.0 out.index out.meta ");
  ExpectSound();
  EXPECT_FALSE(report->AnythingLost());
  ASSERT_EQ(report->files.size(), 3u);
  for (const RepairedFile& file : report->files) {
    EXPECT_TRUE(file.notes.empty());
    EXPECT_EQ(file.bytes, std::filesystem::file_size(file.path));
  }
  EXPECT_EQ(FileOf(*report, 0).records_kept, 3u);
  EXPECT_EQ(FileOf(*report, 0).values_kept, 21u);
  EXPECT_EQ(FileOf(*report, kMetadataVolume).records_kept, toy_.metadata.size());
  EXPECT_EQ(report->label.host.view(), "toyhost");
}

TEST_P(RepairTest, TheDamagedArchiveIsNotTouched) {
  toy_.patches[".meta"] =
      toy_.patches[".0"] = [](ByteBuffer& file) { file.resize(file.size() - 1); };
  toy_.Write(in_);
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path()))
    std::filesystem::permissions(entry, std::filesystem::perms::owner_read);
  const ByteBuffer before = test::ReadFile(in_ + ".0");
  ASSERT_TRUE(Repair());
  EXPECT_EQ(AsText(test::ReadFile(in_ + ".0")), AsText(before));
}

mode_t ModeOf(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST_P(RepairTest, WhatWasPrivateStaysPrivate) {
  toy_.Write(in_);
  ASSERT_EQ(chmod((in_ + ".0").c_str(), 0600), 0);
  ASSERT_EQ(chmod((in_ + ".meta").c_str(), 0644), 0);
  ASSERT_TRUE(Repair());
  for (const char* part : {".0", ".meta", ".index"}) EXPECT_EQ(ModeOf(out_ + part), 0600u) << part;
}

TEST_P(RepairTest, WhatIsReadOnlyIsRepairedIntoWhatItsOwnerCanWrite) {
  toy_.Write(in_);
  for (const char* part : {".0", ".meta", ".index"})
    ASSERT_EQ(chmod((in_ + part).c_str(), 0440), 0);
  ASSERT_TRUE(Repair());
  for (const char* part : {".0", ".meta", ".index"}) EXPECT_EQ(ModeOf(out_ + part), 0640u) << part;
}

TEST_P(RepairTest, NothingIsEverOverwritten) {
  toy_.Write(in_);
  for (const char* name : {"out.meta", "out.meta.xz", "out.index", "out.0", "out.7.zst"}) {
    test::WriteFile(directory_ / name, {});
    EXPECT_EQ(FailureOf(), Errc::kExists) << name;
    EXPECT_EQ(NewFiles(), std::string(name) + ' ');
    std::filesystem::remove(directory_ / name);
  }
  EXPECT_EQ(RepairArchive(in_, in_, options_).error().code, Errc::kExists);
}

TEST_P(RepairTest, WhatAnotherRepairLeftIsNotTouchedEither) {
  toy_.Write(in_);
  for (const char* name : {"out.meta.part", "out.0.part", "out.index.part"}) {
    test::WriteFile(directory_ / name, {});
    const auto report = RepairArchive(in_, out_, options_);
    ASSERT_FALSE(report) << name;
    EXPECT_EQ(report.error().code, Errc::kExists) << name;
    EXPECT_EQ(report.error().file, directory_ / name);
    EXPECT_EQ(NewFiles(), std::string(name) + ' ');
    std::filesystem::remove(directory_ / name);
  }
}

TEST_P(RepairTest, WithoutMetadataOrDataThereIsNothingToBeginWith) {
  EXPECT_EQ(FailureOf(), Errc::kNotFound);
  toy_.missing = {".meta"};
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kMissingFile);
  toy_.missing = {};
  toy_.Write(in_);
  std::filesystem::remove(in_ + ".0");
  EXPECT_EQ(FailureOf(), Errc::kMissingFile);
  EXPECT_EQ(NewFiles(), "");
}

TEST_P(RepairTest, ADryRunTellsTheSameAndWritesNothing) {
  toy_.patches[".0"] = [](ByteBuffer& file) { file.resize(file.size() - 1); };
  toy_.Write(in_);
  options_.dry_run = true;
  const Result<RepairReport> dry = RepairArchive(in_, "", options_);
  ASSERT_TRUE(dry);
  EXPECT_EQ(NewFiles(), "");
  options_.dry_run = false;
  const Result<RepairReport> real = Repair();
  ASSERT_TRUE(real);
  EXPECT_TRUE(dry->AnythingLost());
  EXPECT_EQ(FileOf(*dry, 0).bytes_lost, FileOf(*real, 0).bytes_lost);
  EXPECT_EQ(FileOf(*dry, 0).notes.size(), FileOf(*real, 0).notes.size());
}

TEST_P(RepairTest, WhoeverStopsItFindsNothing) {
  toy_.Write(in_);
  int calls = 0;
  options_.keep_going = [&](double) {
    ++calls;
    return true;
  };
  options_.dry_run = true;
  ASSERT_TRUE(Repair());
  options_.dry_run = false;
  ASSERT_GT(calls, 4);
  for (int stop = 0; stop < calls; ++stop) {
    int left = stop;
    double last = 0;
    options_.keep_going = [&](double done) {
      EXPECT_GE(done, last);
      EXPECT_LE(done, 1);
      last = done;
      return left-- > 0;
    };
    EXPECT_EQ(FailureOf(), Errc::kCancelled);
    EXPECT_EQ(NewFiles(), "");
  }
}

TEST_P(RepairTest, WhateverCallFailsNoFilesAreLeft) {
  toy_.volumes[1] = toy_.volumes[0];
  toy_.volumes[0].pop_back();
  toy_.volumes[1].erase(toy_.volumes[1].begin(), toy_.volumes[1].begin() + 2);
  toy_.Write(in_);
  bool succeeded = false;
  for (std::size_t call = 0; !succeeded; ++call) {
    for (const int error : {EIO, ENOSPC}) {
      test::MemoryFileSystem files;
      files.FailCall(call, error);
      succeeded = Repair(files).has_value();
      EXPECT_EQ(files.open_descriptors(), 0u);
      EXPECT_EQ(files.files.size(), succeeded ? 4u : 0u) << files.calls()[call];
    }
    ASSERT_LT(call, 100u);
  }
  test::MemoryFileSystem interrupted;
  for (std::size_t call = 0; call < 200; call += 2) interrupted.FailCall(call, EINTR);
  EXPECT_TRUE(Repair(interrupted));
}

TEST_P(RepairTest, AnyLabelCanBeLost) {
  for (const std::string suffix : {".meta", ".index", ".0"}) {
    CheckToy toy(GetParam());
    toy.patches[suffix] = [](ByteBuffer& file) { file[5] ^= std::byte{0xff}; };
    toy.Write(in_);
    const Result<RepairReport> report = Repair();
    ASSERT_TRUE(report) << report.error().Message();
    EXPECT_FALSE(report->AnythingLost());
    ExpectSound();
    test::TempDirectory sound;
    CheckToy(GetParam()).Write(sound / "toy");
    EXPECT_EQ(AsText(test::ReadFile(sound / ("toy" + suffix))),
              AsText(test::ReadFile(out_ + suffix)));
    for (const char* s : {".meta", ".index", ".0"}) std::filesystem::remove(out_ + s);
  }
}

TEST_P(RepairTest, ALabelThatDiffersIsOutvoted) {
  toy_.patches[".0"] = [](ByteBuffer& file) { file[8] ^= std::byte{1}; };  // the process number
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->label.pid, 4711);
  EXPECT_FALSE(report->AnythingLost());
  ASSERT_EQ(FileOf(*report, 0).notes.size(), 1u);
  ExpectSound();
}

TEST_P(RepairTest, AllLabelsCanBeLost) {
  const auto destroy = [](ByteBuffer& file) { std::fill_n(file.begin(), 100, std::byte{}); };
  for (const char* suffix : {".meta", ".index", ".0"}) toy_.patches[suffix] = destroy;
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_FALSE(report->AnythingLost());
  EXPECT_EQ(report->label.version, GetParam());
  EXPECT_EQ(report->label.host.view(), "unknown");
  EXPECT_EQ(report->label.start, test::At(0));
  EXPECT_EQ(FileOf(*report, 0).records_kept, 3u);
  ExpectSound();
}

TEST_P(RepairTest, WithoutLabelsAndDataNothingCanBeTold) {
  for (const char* suffix : {".meta", ".index", ".0"})
    toy_.patches[suffix] = [](ByteBuffer& file) { file.assign(2000, std::byte{}); };
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kBadLabel);
}

TEST_P(RepairTest, OtherVersionsAndFeaturesAreLeftAlone) {
  for (const char* suffix : {".meta", ".index", ".0"})
    toy_.patches[suffix] = [](ByteBuffer& file) { file[7] = std::byte{1}; };
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kUnsupportedVersion);
  if (GetParam() == Version::k2) return;
  toy_.patches.clear();
  toy_.label.features = 4;
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kUnsupportedFeature);
  EXPECT_EQ(NewFiles(), "");
}

TEST_P(RepairTest, TheIndexIsMadeAnew) {
  const auto repaired_index = [&](auto change, std::size_t notes) {
    CheckToy toy(GetParam());
    change(toy);
    std::filesystem::remove(in_ + ".index");
    toy.Write(in_);
    const Result<RepairReport> report = Repair();
    EXPECT_TRUE(report);
    EXPECT_FALSE(report->AnythingLost());
    EXPECT_EQ(FileOf(*report, kIndexVolume).notes.size(), notes);
    ExpectSound();
    for (const char* s : {".meta", ".index", ".0"}) std::filesystem::remove(out_ + s);
  };
  repaired_index([](CheckToy& toy) { toy.missing = {".index"}; }, 1);
  repaired_index(
      [](CheckToy& toy) {
        toy.patches[".index"] = [](ByteBuffer& file) { file.resize(file.size() - 1); };
      },
      1);
  repaired_index(
      [](CheckToy& toy) { toy.patches[".index"] = [](ByteBuffer& file) { file.clear(); }; }, 1);
  repaired_index([](CheckToy& toy) { toy.entries[1].data_offset = 1 << 30; }, 0);
  repaired_index([](CheckToy& toy) { toy.entries.clear(); }, 0);
}

TEST_P(RepairTest, CompressedFilesAreRepairedAsWell) {
  toy_.patches[".0"] = [](ByteBuffer& file) { file.resize(file.size() - 1); };
  toy_.Write(in_);
  for (const std::string part : {".0", ".meta"}) {
    const ByteBuffer plain = test::ReadFile(in_ + part);
    test::WriteFile(in_ + part + ".xz", test::Compress({"xz", "-c"}, plain));
    std::filesystem::remove(in_ + part);
  }
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_EQ(FileOf(*report, 0).records_kept, 2u);
  EXPECT_EQ(NewFiles(), "out.0 out.index out.meta ");
  ExpectSound();
}

TEST_P(RepairTest, AVolumeThatCannotBeDecompressedIsLost) {
  toy_.volumes[1] = {toy_.volumes[0][1]};
  toy_.volumes[2] = {toy_.volumes[0][2]};
  toy_.volumes[0].resize(1);
  toy_.Write(in_);
  ByteBuffer packed = test::Compress({"gzip", "-c"}, test::ReadFile(in_ + ".1"));
  packed[packed.size() / 2] ^= std::byte{0x55};
  test::WriteFile(in_ + ".1.gz", packed);
  std::filesystem::remove(in_ + ".1");
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_TRUE(FileOf(*report, 1).lost);
  EXPECT_EQ(FileOf(*report, 2).marks_inserted, 1u);
  EXPECT_EQ(test::Check(out_).summary.count(Severity::kError), 0u);

  test::WriteFile(in_ + ".meta.gz", packed);
  std::filesystem::remove(in_ + ".meta");
  std::filesystem::remove(out_ + ".meta");
  for (const char* s : {".index", ".0", ".1", ".2"}) std::filesystem::remove(out_ + s);
  EXPECT_EQ(FailureOf(), Errc::kCompression);
}

TEST_P(RepairTest, WhatComesBeforeTheEndOfACompressedFileThatWasCutIsKept) {
  constexpr MetricId kNoise = MetricId::Build(60, 0, 1);
  constexpr std::uint64_t kRecords = 20000;
  {
    test::ArchiveBuilder archive(in_, GetParam());
    archive.Metric({.name = "toy.noise", .id = kNoise, .type = Type::kU64});
    std::mt19937_64 random(1);
    for (std::uint64_t i = 0; i < kRecords; ++i)
      archive.Record(test::At(static_cast<double>(i)), {test::Single(kNoise, random())});
  }
  ByteBuffer packed = test::Compress({"zstd", "-cq"}, test::ReadFile(in_ + ".0"));
  packed.resize(packed.size() / 2);
  test::WriteFile(in_ + ".0.zst", packed);
  std::filesystem::remove(in_ + ".0");
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  const RepairedFile& volume = FileOf(*report, 0);
  EXPECT_GT(volume.records_kept, kRecords / 5);
  EXPECT_LT(volume.records_kept, kRecords);
  EXPECT_TRUE(volume.lost);
  ASSERT_FALSE(volume.notes.empty());
  EXPECT_TRUE(volume.notes.back().what.starts_with("Damaged or truncated zstd data"));
  EXPECT_EQ(volume.notes.back().offset, volume.bytes);
  ExpectSound();
}

TEST_P(RepairTest, VolumesKeepTheirNumbersAndAMissingOneIsMarked) {
  toy_.volumes[3] = {toy_.volumes[0][0]};
  toy_.volumes[6] = {toy_.volumes[0][1]};
  toy_.volumes[7] = {toy_.volumes[0][2]};
  toy_.volumes.erase(0);
  toy_.entries.clear();
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_EQ(NewFiles(), "out.3 out.6 out.7 out.index out.meta ");
  ExpectSame(".3");
  ExpectSame(".7");
  EXPECT_EQ(FileOf(*report, 4).notes[0].what, "The volumes up to 5 are missing");
  EXPECT_EQ(FileOf(*report, 6).marks_inserted, 1u);
  EXPECT_TRUE(report->AnythingLost());
  const test::CheckOutcome outcome = test::Check(out_);
  EXPECT_EQ(outcome.Codes(), "file.volume-gap");
}

TEST_P(RepairTest, AFirstVolumeWithoutRecordsIsLeftOut) {
  toy_.volumes[1] = toy_.volumes[0];
  toy_.volumes[0].clear();
  toy_.volumes[2] = {};
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->AnythingLost());
  EXPECT_EQ(NewFiles(), "out.1 out.2 out.index out.meta ");
}

TEST_P(RepairTest, WithoutASingleGoodRecordThereIsNoArchive) {
  toy_.patches[".0"] = [&](ByteBuffer& file) { file.resize(LabelSize(GetParam()) + 3); };
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kEmpty);
  toy_.patches.clear();
  toy_.patches[".meta"] = [&](ByteBuffer& file) { file.resize(LabelSize(GetParam()) + 3); };
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kEmpty);
  toy_.patches.clear();
  toy_.metadata.erase(toy_.metadata.begin() + 1, toy_.metadata.begin() + 5);  // all but kLoad
  toy_.data().clear();
  toy_.AddRecord(0, [](ResultEncoder& record) { record.AddSet(test::kForks, 0); });
  toy_.Write(in_);
  EXPECT_EQ(FailureOf(), Errc::kEmpty);
  EXPECT_EQ(NewFiles(), "");
}

TEST_P(RepairTest, AnIndexThatCannotBeReadIsNoReasonToGiveUp) {
  toy_.Write(in_);
  const ByteBuffer index = test::ReadFile(in_ + ".index");
  std::filesystem::remove(in_ + ".index");
  test::WriteFile(in_ + ".index.xz", test::Compress({"xz", "-c"}, index));
  options_.source.max_loaded = index.size() - 1;
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_FALSE(report->AnythingLost());
  EXPECT_EQ(FileOf(*report, kIndexVolume).notes.size(), 1u);
  EXPECT_EQ(AsText(test::ReadFile(out_ + ".index")), AsText(index));
}

TEST_P(RepairTest, WhatCannotBeWrittenIsNoticedBeforeAnythingIsRead) {
  toy_.Write(in_);
  test::MemoryFileSystem files;
  files.FailCall(1, EACCES);  // call 0 lists the directory
  options_.keep_going = [](double) {
    ADD_FAILURE() << "something was read";
    return true;
  };
  EXPECT_EQ(FailureOf(files), Errc::kIo);
}

TEST_P(RepairTest, MetadataCanBeInterruptedAsWell) {
  toy_.Write(in_);
  int asked_at_half = 0;
  options_.keep_going = [&](double done) { return done != 0.5 || ++asked_at_half < 3; };
  EXPECT_EQ(FailureOf(), Errc::kCancelled);
  EXPECT_EQ(asked_at_half, 3);
  EXPECT_EQ(NewFiles(), "");
}

TEST_P(RepairTest, NotesAreBounded) {
  constexpr std::size_t kMany = RepairedFile::kMostNotes + 10;
  for (std::size_t i = 0; i < kMany; ++i) {
    toy_.data().push_back(CheckToy::Framed(std::vector<std::byte>(8)));
    toy_.AddMark(20 + static_cast<double>(i));
  }
  toy_.Write(in_);
  const Result<RepairReport> report = Repair();
  ASSERT_TRUE(report);
  const RepairedFile& file = FileOf(*report, 0);
  EXPECT_EQ(file.notes.size(), RepairedFile::kMostNotes);
  EXPECT_EQ(file.more_notes, 10u);
  EXPECT_EQ(file.stretches_lost, kMany);
  EXPECT_EQ(file.bytes_lost, kMany * 16);
}

INSTANTIATE_TEST_SUITE_P(Versions, RepairTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
