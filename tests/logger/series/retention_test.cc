// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives that are removed, and those that are not.

#include "fdr/logger/series/retention.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "fdr/archive/files/file_claim.h"
#include "fdr/tests/logger/recording_fixture.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/small_disk.h"

namespace fdr::test {
namespace {

constexpr MetricId kMetric = MetricId::Build(245, 0, 1);
constexpr std::int64_t kLong = 1'000'000 * kNanosPerSecond;
constexpr std::int32_t kPid = 4242;  // of ArchiveBuilder

std::string Clean(const Retention& retention, const std::string& present, Timestamp now) {
  Retention::Left left;
  return ErrorOf(retention.Clean(present, now, left));
}

Result<bool> MakeRoom(const Retention& retention, const std::string& present) {
  Retention::Left left;
  return retention.MakeRoom(present, left);
}

Timestamp Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp().Plus(std::chrono::nanoseconds(now).count());
}

class RetentionTest : public testing::Test {
 protected:
  // Makes an archive of two volumes, and notes it on the list if `is_noted`.
  std::string Make(const std::string& name, double start, bool is_noted = true) {
    const std::string base = directory_ / name;
    ArchiveBuilder(base)
        .Metric({"toy.a", kMetric})
        .Record(At(start), {Single(kMetric, 1)})
        .Volume()
        .Record(At(start + 1), {Single(kMetric, 2)})
        .Close();
    if (is_noted) {
      EXPECT_EQ(ErrorOf(Keeping({}).Note(base, At(start), kPid)), "");
    }
    return base;
  }
  Retention Keeping(KeepLimits limits) const { return {directory_ / "a%S", limits}; }
  std::uint64_t SizeOfOne() const {
    std::uint64_t size = 0;
    for (const char* suffix : {".index", ".meta", ".0", ".1"})
      size += std::filesystem::file_size(directory_ / "a1" + suffix);
    return size;
  }
  static ByteBuffer Packed(const std::string& path) {
    return Compress({"xz", "-c"}, ReadFile(path));
  }
  std::vector<std::string> Archives() const {
    std::vector<std::string> found;
    for (const std::string& name : FileNames(directory_.path()))
      if (name.ends_with(".meta")) found.push_back(name.substr(0, name.size() - 5));
    return found;
  }
  using Names = std::vector<std::string>;

  const TempDirectory directory_;
};

TEST_F(RetentionTest, TheOldestGoUntilTheRestIsSmallEnough) {
  for (int i = 1; i <= 4; ++i) Make("a" + std::to_string(i), i);
  const Retention retention = Keeping({.bytes = SizeOfOne() * 5 / 2});
  EXPECT_EQ(Clean(retention, directory_ / "a4", Now()), "");
  EXPECT_EQ(Archives(), (Names{"a3", "a4"}));
  EXPECT_EQ(FileNames(directory_.path()).size(), 9u);
  EXPECT_EQ(Clean(Keeping({.bytes = 1}), directory_ / "a4", Now()), "");
  EXPECT_EQ(Archives(), Names{"a4"});
}

TEST_F(RetentionTest, WhatWasNotWrittenForLongGoes) {
  for (int i = 1; i <= 3; ++i) Make("a" + std::to_string(i), i);
  const Retention retention = Keeping({.age = kLong});
  EXPECT_EQ(Clean(retention, directory_ / "a3", Now()), "");
  EXPECT_EQ(Archives().size(), 3u);
  EXPECT_EQ(Clean(retention, directory_ / "a3", Now().Plus(2 * kLong)), "");
  EXPECT_EQ(Archives(), Names{"a3"});
}

TEST_F(RetentionTest, WhatWasNotBegunHereIsNeverRemoved) {
  Make("a1", 1, false);                                               // not on the list
  EXPECT_TRUE(Keeping({}).Note(directory_ / "a2", At(7), kPid));      // another start,
  EXPECT_TRUE(Keeping({}).Note(directory_ / "a3", At(3), kPid + 1));  // another process,
  EXPECT_TRUE(Keeping({}).Note(directory_ / "gone", At(1), kPid));    // not there
  EXPECT_FALSE(Keeping({}).Note("/elsewhere/a", At(1), kPid));
  Make("a2", 2, false);
  Make("a3", 3, false);
  ByteBuffer list = ReadFile(Keeping({}).list());
  const std::string nonsense = "a1\t1\na1\nx\t\t\t\n\n../a1\t1\t2\tx";
  list.insert(list.end(), AsBytes(nonsense).begin(), AsBytes(nonsense).end());
  WriteFile(Keeping({}).list(), list);
  EXPECT_EQ(Clean(Keeping({.age = 1, .bytes = 1}), "", Now().Plus(kLong)), "");
  EXPECT_FALSE(*MakeRoom(Keeping({.bytes = 1}), ""));
  EXPECT_EQ(Archives(), (Names{"a1", "a2", "a3"}));
  std::filesystem::remove(Keeping({}).list());
  EXPECT_EQ(Clean(Keeping({.age = 1, .bytes = 1}), "", Now().Plus(kLong)), "");
  EXPECT_EQ(Archives().size(), 3u);
}

TEST_F(RetentionTest, WhatIsBeingWrittenStays) {
  Make("a1", 1);
  const auto writer =
      ArchiveWriter::Resume(directory_ / "a1", ArchiveBuilder::Options(Version::k3));
  ASSERT_TRUE(writer);
  EXPECT_EQ(Clean(Keeping({.bytes = 1}), "", Now()), "");
  EXPECT_EQ(Archives(), Names{"a1"});
}

// The compressor still writes a part of the archive, or has just finished.
TEST_F(RetentionTest, WhatIsBeingCompressedGoesTheNextTimeAndNothingElseInItsPlace) {
  for (const char* name : {"a1", "a2", "a3"}) Make(name, name[1] - '0');
  const Retention retention = Keeping({.bytes = SizeOfOne() * 5 / 2});
  WriteFile(directory_ / "a1.1.xz.part", Packed(directory_ / "a1.1"));
  {
    const auto claim = FileClaim::Take(directory_ / "a1.1");
    ASSERT_TRUE(claim);
    EXPECT_EQ(Clean(retention, directory_ / "a3", Now()), "");
    EXPECT_EQ(Archives(), (Names{"a1", "a2", "a3"}));
    EXPECT_TRUE(*MakeRoom(retention, directory_ / "a3")) << "where one is needed now";
    EXPECT_EQ(Archives(), (Names{"a1", "a3"}));
  }
  EXPECT_EQ(Clean(Keeping({.bytes = SizeOfOne()}), directory_ / "a3", Now()), "");
  EXPECT_EQ(FileNames(directory_.path()),
            (Names{"a3.0", "a3.1", "a3.index", "a3.meta", "fdr-keep.a%S.txt"}));
}

TEST_F(RetentionTest, WhatCompressingLeftGoesAndCountsAsWell) {
  Make("a1", 1);
  for (const char* left : {"a1.0.xz", "a1.1.xz", "a1.1.xz.part"})
    WriteFile(directory_ / left, Packed(directory_ / std::string(left).substr(0, 4)));
  // A file without a label may be foreign, even if its name looks like a part of the archive.
  const Names others = {"a1.0.zst.part", "a1.1.old", "a1.10.part.xz", "a1.2.part", "a11.0.xz"};
  for (const std::string& other : others) WriteFile(directory_ / other, AsBytes(other));
  EXPECT_EQ(Clean(Keeping({.bytes = SizeOfOne() + 10}), "", Now()), "");
  Names left = others;
  left.push_back("fdr-keep.a%S.txt");
  EXPECT_EQ(FileNames(directory_.path()), left);
}

// The removal may stop at any call but the last.  The rest is still known, and goes later.
TEST_F(RetentionTest, WhatIsHalfRemovedGoesTheNextTime) {
  const KeepLimits limits{.bytes = 1};
  bool is_done = false;
  for (std::size_t call = 0; !is_done; ++call) {
    const std::string base = Make("a1", 1 + static_cast<double>(call));
    WriteFile(base + ".1.xz", Packed(base + ".1"));
    FaultyFiles files;
    files.FailFrom(call, EIO);
    is_done = Clean(Retention(directory_ / "a%S", limits, files), "", Now()).empty() &&
              files.calls() <= call;
    EXPECT_EQ(Clean(Keeping(limits), "", Now()), "");
    EXPECT_EQ(FileNames(directory_.path()), Names{"fdr-keep.a%S.txt"}) << call;
    ASSERT_LT(call, 100u);
  }
}

TEST_F(RetentionTest, RoomIsMadeWhereASizeIsKept) {
  for (int i = 1; i <= 2; ++i) Make("a" + std::to_string(i), i);
  EXPECT_FALSE(*MakeRoom(Keeping({.age = 1}), directory_ / "a2"));
  EXPECT_TRUE(*MakeRoom(Keeping({.bytes = 1u << 30}), directory_ / "a2"));
  EXPECT_EQ(Archives(), Names{"a2"});
  EXPECT_FALSE(*MakeRoom(Keeping({.bytes = 1u << 30}), directory_ / "a2"));
}

// Otherwise each new archive would be as small as the removed one.
TEST_F(RetentionTest, WhereArchivesAreSmallManyGoAtATime) {
  for (int i = 10; i < 40; ++i) Make("a" + std::to_string(i), i);
  EXPECT_TRUE(*MakeRoom(Keeping({.bytes = 1u << 30}), directory_ / "a39"));
  EXPECT_EQ(Archives().size(), 28u);
  EXPECT_EQ(Archives().front(), "a12");
}

class KeepTest : public RecordingFixture {
 protected:
  // Options with a budget that is not reached.
  RecordingOptions OptionsFor(FileSystem& files) {
    RecordingOptions options = Options("rec%j");
    options.recorder.names.clock = [this] { return start_.Plus(now_ + ahead_); };
    options.recorder.files = &files;
    options.keep = KeepLimits{.bytes = 1 << 20};
    return options;
  }

  // Records several archives, one after another.
  void RecordTooMuch(Recording& recording) {
    for (int i = 0; i < 4; ++i) {
      Pass(recording, 2);
      recording.StartNextArchive("");
    }
    Pass(recording, 2);
  }
  std::size_t CountArchives() const {
    const std::vector<std::string> names = FileNames(directory_.path());
    return static_cast<std::size_t>(std::ranges::count_if(
        names, [](const std::string& name) { return name.ends_with(".meta"); }));
  }

  const Timestamp start_ = Now();
  Nanos ahead_ = 0;  // how far the wall clock was set
};

TEST_F(KeepTest, ARecordingKeepsWithinItsBudget) {
  source_.Add("a", 0, 1);
  RecordingOptions options = OptionsFor(PosixFileSystem());
  options.keep = KeepLimits{.bytes = 9000};
  Recording recording(source_, options);
  for (int i = 0; i < 8; ++i) {
    Pass(recording, 2);
    recording.StartNextArchive("");
  }
  Pass(recording, 2);
  Stop(recording);
  EXPECT_EQ(recording.recorded().archives, 9u);
  std::uint64_t size = 0;
  for (const std::string& name : FileNames(directory_.path()))
    size += std::filesystem::file_size(directory_ / name);
  EXPECT_LT(size, 15'000u);
  ExpectSound(archives_.back());
  EXPECT_FALSE(FindArchive(archives_.front()));
}

// The clock shows another year for a moment.  In that year archives could seem too old.
TEST_F(KeepTest, AClockThatIsWrongForAMomentRemovesNothing) {
  constexpr Nanos kDay = 86'400 * kSecond;
  source_.Add("a", 0, 1);
  for (const Nanos wrong : {366 * kDay, -366 * kDay}) {
    RecordingOptions options = OptionsFor(PosixFileSystem());
    options.keep = KeepLimits{.age = kDay};
    Recording recording(source_, options);
    RecordTooMuch(recording);
    const std::size_t before = CountArchives();
    ahead_ = wrong;
    Pass(recording, 120);
    ahead_ = 0;
    Pass(recording, 120);
    EXPECT_EQ(CountArchives(), before);
    const std::string told = "The clock was set: no archive is removed for an hour";
    EXPECT_EQ(std::ranges::count(events_, told), 2);
    events_.clear();
    Stop(recording);
  }
}

TEST_F(KeepTest, AnHourAfterTheClockWasSetTheRestIsRemoved) {
  source_.Add("a", 0, 1);
  RecordingOptions options = OptionsFor(PosixFileSystem());
  options.keep = KeepLimits{.bytes = 1};
  Recording recording(source_, options);
  RecordTooMuch(recording);
  EXPECT_EQ(CountArchives(), 1u) << "as long as nobody sets the clock";
  ahead_ = -3600 * kSecond;
  RecordTooMuch(recording);
  EXPECT_EQ(CountArchives(), 5u);
  Pass(recording, 3500);
  EXPECT_EQ(CountArchives(), 5u);
  Pass(recording, 200);
  EXPECT_EQ(CountArchives(), 1u);
  Stop(recording);
}

TEST_F(KeepTest, AFullDiskIsMadeRoomOn) {
  source_.Add("a", 0, 1);
  FaultyFiles files;
  Recording recording(source_, OptionsFor(files));
  Pass(recording, 2);
  recording.StartNextArchive("");
  Pass(recording, 2);
  files.FailCall(files.calls(), ENOSPC);
  Pass(recording, 3);
  Stop(recording);
  ASSERT_EQ(archives_.size(), 3u);
  EXPECT_EQ(reasons_, std::vector<std::string>{"The disk was full; older archives were removed"});
  EXPECT_FALSE(FindArchive(archives_[0]));
  ExpectSound(archives_[2]);
  EXPECT_EQ(Values(archives_[1], "a"), "1 1");
  EXPECT_EQ(Values(archives_[2], "a"), "1 1");
}

TEST_F(KeepTest, AFullDiskWithoutAnythingToRemoveEndsTheRecording) {
  source_.Add("a", 0, 1);
  FaultyFiles files;
  Recording recording(source_, OptionsFor(files));
  Pass(recording, 2);
  files.FailCall(files.calls(), ENOSPC);
  Pass(recording, 3);
  EXPECT_TRUE(recording.is_over());
  ASSERT_TRUE(recording.failure());
  EXPECT_EQ(recording.failure()->system_error, ENOSPC);
  EXPECT_EQ(Values(archives_[0], "a"), "1 1");
}

// The end, the start or a volume of an archive may not fit.  That never ends the recording.  Every
// file that it leaves is removed some day.
TEST_F(KeepTest, OnADiskThatIsFullAllTheTimeItGoesOn) {
  for (std::uint32_t i = 0; i < 20; ++i) source_.Add("metric" + std::to_string(i), i, i);
  SmallDisk disk(100'000);
  RecordingOptions options = OptionsFor(disk);
  options.volume = RecordingLimit{RecordingLimit::Kind::kSamples, 7};
  Recording recording(source_, options);
  constexpr int kMinutes = 60;
  for (int minute = 0; minute < kMinutes && !recording.is_over(); ++minute) {
    Pass(recording, 60);
    recording.StartNextArchive("");
  }
  ASSERT_FALSE(recording.failure()) << recording.failure()->Message();
  EXPECT_GT(recording.recorded().samples, kMinutes * 60u * 9 / 10);
  EXPECT_LE(disk.used(), 100'000u);
  recording.Abandon();
  recording.Stop();
  Advance(recording);
  for (const std::string& base : archives_)
    // The disk may be full behind the label of a volume.
    if (FindArchive(base)) ExpectSound(base, CheckCode::kFileNoRecords);
  const Retention rest(options.recorder.names.text, {.bytes = 1}, disk);
  EXPECT_EQ(Clean(rest, "", Now()), "");
  EXPECT_EQ(FileNames(directory_.path()), std::vector<std::string>{"fdr-keep.rec%j.txt"});
}

}  // namespace
}  // namespace fdr::test
