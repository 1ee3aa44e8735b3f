// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recordings that go on in an existing archive, and recordings that wait for the disk.

#include <algorithm>
#include <cerrno>
#include <map>

#include "fdr/tests/logger/recording_fixture.h"
#include "fdr/tests/support/faulty_files.h"

namespace fdr::test {
namespace {

class AppendTest : public RecordingFixture {
 protected:
  RecordingOptions Appending() {
    RecordingOptions options = Options();
    options.recorder.append = true;
    return options;
  }

  void RecordFor(int seconds, const RecordingOptions& options) {
    Recording recording(source_, options);
    Pass(recording, seconds);
    Stop(recording);
  }

  const std::string base_ = directory_ / "rec";
};

TEST_F(AppendTest, WithoutAnArchiveOneIsBegunAndLaterGoesOn) {
  source_.Add("a", 0, 1);
  RecordFor(2, Appending());
  source_.metrics["a"].values[kSingular] = 2;
  source_.Add("b", 1, 3);
  RecordFor(2, Appending());
  EXPECT_EQ(archives_, (std::vector<std::string>{base_, base_}));
  EXPECT_EQ(Values(base_, "a"), "1 1 | 2 2");
  EXPECT_EQ(Values(base_, "b"), "| 3 3");
  ExpectSound(base_);
}

TEST_F(AppendTest, ARecordingThatWasGivenUpGoesOn) {
  source_.Add("a", 0, 1);
  {
    Recording recording(source_, Appending());
    Pass(recording, 2);
  }
  RecordFor(1, Appending());
  EXPECT_EQ(Values(base_, "a"), "1 1 | 1");
  ExpectSound(base_);
}

TEST_F(AppendTest, AMetricThatIsAnotherOneByNowBeginsAnArchive) {
  source_.Add("a", 0, 1);
  RecordFor(2, Appending());
  source_.metrics["a"].desc.type = Type::kU64;
  RecordFor(2, Appending());
  ASSERT_EQ(archives_.size(), 3u);
  EXPECT_EQ(reasons_.size(), 1u);
  EXPECT_EQ(Values(archives_.back(), "a"), "1 1");
  for (const std::string& base : {base_, base_ + "-00"}) ExpectSound(base);
  RecordFor(1, Appending());
  EXPECT_EQ(archives_.back(), base_ + "-00");
}

TEST_F(AppendTest, AClockThatWasSetBackBeginsAnArchive) {
  source_.Add("a", 0, 1);
  RecordFor(2, Appending());
  source_.now = Timestamp{500, 0};
  RecordFor(2, Appending());
  EXPECT_EQ(archives_.back(), base_ + "-00");
  EXPECT_EQ(reasons_, std::vector<std::string>{"The clock was set back"});
  EXPECT_EQ(Values(archives_.back(), "a"), "1 1");
  for (const std::string& base : {base_, base_ + "-00"}) ExpectSound(base);
}

TEST_F(AppendTest, AnotherHostsArchiveIsRefused) {
  source_.Add("a", 0, 1);
  RecordFor(2, Appending());
  source_.host = "elsewhere";
  Recording recording(source_, Appending());
  Pass(recording, 1);
  ASSERT_TRUE(recording.is_over());
  ASSERT_TRUE(recording.failure());
  EXPECT_EQ(recording.failure()->code, Errc::kHostMismatch);
  EXPECT_EQ(Values(base_, "a"), "1 1");
}

TEST_F(AppendTest, WithoutASampleTheArchiveStaysAsItIs) {
  source_.Add("a", 0, 1);
  RecordFor(2, Appending());
  const ByteBuffer before = ReadFile(base_ + ".0");
  RecordFor(0, Appending());
  source_.metrics.clear();
  Recording recording(source_, Appending());
  Pass(recording, 1);
  EXPECT_TRUE(recording.is_over());
  EXPECT_EQ(ReadFile(base_ + ".0"), before);
  ExpectSound(base_);
}

TEST_F(AppendTest, WhatWasRecordedIsSyncedAfterAWhile) {
  source_.Add("a", 0, 1);
  FaultyFiles files;
  RecordingOptions options = Options();  // a sync is deferred to the next pass
  options.recorder.files = &files;
  options.sync_interval = 3 * kSecond;
  Recording recording(source_, options);
  std::vector<std::size_t> syncs;
  for (int i = 0; i < 9; ++i) {
    Pass(recording, 1);
    syncs.push_back(files.syncs());
  }
  EXPECT_EQ(syncs, (std::vector<std::size_t>{0, 0, 0, 0, 3, 3, 3, 4, 4}));
  Stop(recording);
}

TEST_F(AppendTest, EachSampleCanBeSynced) {
  source_.Add("a", 0, 1);
  FaultyFiles files;
  RecordingOptions options = Options();
  options.recorder.files = &files;
  options.recorder.sync_each_sample = true;
  Recording recording(source_, options);
  Pass(recording, 1);
  const std::size_t first = files.syncs();
  EXPECT_GE(first, 3u);
  Pass(recording, 1);
  EXPECT_EQ(files.syncs(), first + 1);  // only data are new
  Stop(recording);
}

// Any system call may fail.  The failure is reported.  The archive can still be read and continued.
TEST_F(AppendTest, EveryFailureOfTheSystemIsToldAndDoesNoHarm) {
  source_.Add("a", 0, 1);
  source_.AddSet("s", 2, {{1, 5}, {2, 6}});
  const auto record = [&](FaultyFiles& files) {
    RecordingOptions options = Appending();
    options.recorder.files = &files;
    options.recorder.sync_each_sample = true;
    options.volume = RecordingLimit{.amount = 2};
    options.samples = 3;
    Recording recording(source_, options);
    Pass(recording, 5);
    return recording.failure().has_value();
  };
  RecordFor(3, Appending());
  std::map<std::string, ByteBuffer> first;
  for (const std::string& name : FileNames(directory_.path()))
    first[name] = ReadFile(directory_ / name);
  const auto clean = [this] {
    for (const std::string& name : FileNames(directory_.path()))
      PosixFileSystem().Remove(directory_ / name);
  };
  std::size_t calls = 0;
  {
    FaultyFiles files;
    EXPECT_FALSE(record(files));
    calls = files.calls();
    EXPECT_EQ(Values(base_, "a"), "1 1 1 | 1 1 1");
  }
  ASSERT_GT(calls, 20u);
  for (std::size_t call = 0; call < calls; ++call) {
    for (const int error : {call % 2 == 0 ? EIO : ENOSPC, EINTR}) {
      SCOPED_TRACE(std::to_string(call) + ", " + std::to_string(error));
      clean();
      for (const auto& [name, content] : first) WriteFile(directory_ / name, content);
      FaultyFiles files;
      files.FailCall(call, error);
      EXPECT_EQ(record(files), error != EINTR);
      const std::string values = Values(base_, "a");
      EXPECT_TRUE(values.starts_with("1 1 1")) << values;
      if (error != EINTR) {
        RecordFor(1, Appending());
        EXPECT_TRUE(Values(base_, "a").starts_with(values + " | 1")) << Values(base_, "a");
      }
      ExpectSound(base_);
    }
  }
  clean();
  FaultyFiles files;
  files.ShortenWrites();
  EXPECT_FALSE(record(files));
  EXPECT_EQ(Values(base_, "a"), "1 1 1");
  ExpectSound(base_);
}

}  // namespace
}  // namespace fdr::test
