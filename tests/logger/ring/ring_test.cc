// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A snapshot of the ring equals a recording that began at the start of the snapshot.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "fdr/logger/ring/ring_files.h"
#include "fdr/tests/logger/recording_fixture.h"
#include "fdr/tests/support/faulty_files.h"

namespace fdr::test {
namespace {

class RingTest : public RecordingFixture {
 protected:
  RingTest() { Fill(source_); }

  static void Fill(InventedSource& source) {
    source.Add("a.one", 1, 7);
    source.Add("a.two", 2, 70);
    source.AddSet("b.set", 3, {{1, 10}, {2, 20}});
    source.members[kInvented] = {{1, "one"}, {2, "two"}, {3, "three"}};
    source.labels[{LabelLevel::kContext, 0xffffffff}] = R"({"where":"here"})";
  }

  RecordingOptions RingOptionsFor(RingFiles& ring) {
    RecordingOptions options = Options("memory");
    options.recorder.files = &ring;
    return options;
  }

  // The changes of one second.
  static void Change(InventedSource& source, int second) {
    const auto id = static_cast<InstanceId>(10 + second);
    source.metrics["a.one"].values[kSingular] += 3;
    source.metrics["b.set"].values[id] = static_cast<std::uint64_t>(second);
    source.members[kInvented][id] = "came at " + std::to_string(second);
    source.metrics["b.set"].values.erase(id - 3);
    source.members[kInvented].erase(id - 3);
  }

  void PassChanging(Recording& recording, InventedSource& source, int from, int to) {
    for (int second = from; second < to; ++second) {
      Change(source, second);
      Pass(recording, 1);
    }
  }

  static std::string Write(const RingTape& tape, const std::string& base) {
    const Result<void> written = tape.WriteTo(base, base);
    EXPECT_TRUE(written) << ErrorOf(written);
    ExpectSound(base);
    return base;
  }

  // The records of a file behind its label, as bytes.
  static std::vector<std::string> RecordsOf(const std::string& file) {
    const ByteBuffer bytes = ReadFile(file);
    std::vector<std::string> records;
    for (std::size_t at = LoadU32(bytes.data()); at < bytes.size();) {
      const std::size_t length = LoadU32(bytes.data() + at);
      records.emplace_back(AsText(Bytes(bytes).subspan(at, length)));
      at += length;
    }
    return records;
  }
  static std::vector<std::string> Sorted(std::vector<std::string> records) {
    std::ranges::sort(records);
    return records;
  }
};

// A version, and how it says which instances changed.
using RecordsOfDomains = std::pair<Version, DomainRecords>;
class RingVersionTest : public RingTest, public testing::WithParamInterface<RecordsOfDomains> {
 protected:
  static void Choose(RecordingOptions& options) {
    std::tie(options.recorder.version, options.recorder.domains) = GetParam();
  }
};

std::string NameOf(const testing::TestParamInfo<RecordsOfDomains>& test) {
  return std::string(test.param.first == Version::k2 ? "v2" : "v3") +
         (test.param.second == DomainRecords::kFull ? "full" : "deltas");
}

TEST_P(RingVersionTest, ASnapshotIsARecordingOfTheWindow) {
  constexpr int kKept = 10, kAll = 25;
  RingFiles ring({.keep = kKept * kSecond, .most_bytes = 1 << 20});
  RecordingOptions options = RingOptionsFor(ring);
  Choose(options);
  Recording recording(source_, options);
  InventedSource same;
  Fill(same);
  PassChanging(recording, source_, 0, kAll);
  ASSERT_EQ(ring.Tapes().size(), 1u);
  const RingTape tape = ring.Tapes()[0];
  EXPECT_EQ(tape.end()->sec - tape.start()->sec, kKept);
  const std::string snapshot = Write(tape, directory_ / "snapshot");

  Stop(recording);

  // Records the same window without a ring.
  RecordingOptions normal = Options("normal");
  Choose(normal);
  Recording recorded(same, normal);
  const int first = kAll - kKept - 1;
  for (int second = 0; second < first; ++second) Change(same, second);
  same.now = tape.start()->Plus(-same.step);  // for the fetch before the first sample
  now_ = 0;
  PassChanging(recorded, same, first, kAll);
  Stop(recorded);
  const std::string base = directory_ / "normal";
  EXPECT_EQ(Sorted(RecordsOf(snapshot + ".meta")), Sorted(RecordsOf(base + ".meta")));
  std::vector<std::string> ours = RecordsOf(snapshot + ".0"), theirs = RecordsOf(base + ".0");
  ASSERT_EQ(ours.size(), theirs.size());
  EXPECT_EQ(ours.size(), kKept + 1 + 2u);
  for (std::size_t i = 1; i + 1 < ours.size(); ++i) EXPECT_EQ(ours[i], theirs[i]) << i;
  for (const char* name : {"pmcd.pmlogger.host", "pmcd.pmlogger.port", "pmcd.pid", "pmcd.seqnum"})
    EXPECT_EQ(Values(snapshot, name).size(), Values(base, name).size()) << name;
}

INSTANTIATE_TEST_SUITE_P(, RingVersionTest,
                         testing::Values(RecordsOfDomains{Version::k2, DomainRecords::kFull},
                                         RecordsOfDomains{Version::k3, DomainRecords::kFull},
                                         RecordsOfDomains{Version::k3, DomainRecords::kDeltas}),
                         NameOf);

TEST_F(RingTest, RecordingGoesOnAfterASnapshot) {
  RingFiles ring({.keep = 3 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  PassChanging(recording, source_, 0, 5);
  EXPECT_EQ(Values(Write(ring.Tapes()[0], directory_ / "1"), "a.one"), "13 16 19 22");
  PassChanging(recording, source_, 5, 7);
  EXPECT_EQ(Values(Write(ring.Tapes()[0], directory_ / "2"), "a.one"), "19 22 25 28");
}

TEST_F(RingTest, NothingHasNoSnapshot) {
  RingFiles ring({.keep = 3 * kSecond, .most_bytes = 1 << 20});
  EXPECT_TRUE(ring.Tapes().empty());
  Recording recording(source_, RingOptionsFor(ring));
  EXPECT_TRUE(ring.Tapes().empty());
  Pass(recording, 1);
  EXPECT_EQ(Values(Write(ring.Tapes()[0], directory_ / "one"), "a.two"), "70");
}

TEST_F(RingTest, MemoryIsBounded) {
  int warnings = 0;
  RingFiles ring({.keep = 1000 * kSecond, .most_bytes = 20'000, .on_short = [&] { ++warnings; }});
  Recording recording(source_, RingOptionsFor(ring));
  PassChanging(recording, source_, 0, 60);
  EXPECT_EQ(warnings, 0);
  PassChanging(recording, source_, 60, 400);
  EXPECT_EQ(warnings, 1);
  EXPECT_LE(ring.bytes(), 20'000u);
  const RingTape tape = ring.Tapes()[0];
  EXPECT_GT(tape.end()->sec - tape.start()->sec, 20);
  Write(tape, directory_ / "short");
}

// Members come and go for hours.  The memory for them does not grow.
TEST_F(RingTest, MetadataAreBounded) {
  RingFiles ring({.keep = 5 * kSecond, .most_bytes = 100 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  PassChanging(recording, source_, 0, 20'000);
  EXPECT_LT(ring.bytes(), 700'000u);
  const std::string base = Write(ring.Tapes()[0], directory_ / "late");
  const auto context = ArchiveContext::Open(base);
  ASSERT_TRUE(context);
  EXPECT_EQ((*context)->AllInstances(kInvented)->size(), 3 + 3 + 5u);
}

TEST_F(RingTest, AnotherArchiveIsAnotherSnapshot) {
  RingFiles ring({.keep = 6 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  Pass(recording, 4);
  recording.StartNextArchive("for the test");
  Pass(recording, 4);
  ASSERT_EQ(ring.Tapes().size(), 2u);
  EXPECT_EQ(Values(Write(ring.Tapes()[0], directory_ / "1"), "a.one"), "7 7");
  EXPECT_EQ(Values(Write(ring.Tapes()[1], directory_ / "2"), "a.one"), "7 7 7 7");
  Pass(recording, 10);
  EXPECT_EQ(ring.Tapes().size(), 1u) << "what is too old is gone";
}

TEST_F(RingTest, MarksAreKept) {
  RingFiles ring({.keep = 6 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  Pass(recording, 4);
  source_.trouble = Errc::kDisconnected;
  Pass(recording, 1);
  source_.trouble.reset();
  Pass(recording, 2);
  EXPECT_NE(Values(Write(ring.Tapes()[0], directory_ / "1"), "a.one").find(" | "),
            std::string::npos);
}

// The process or the disk may be gone from any call on.
TEST_F(RingTest, ASnapshotHasItsNameOnlyWhenItIsWhole) {
  RingFiles ring({.keep = 9 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  PassChanging(recording, source_, 0, 5);
  const RingTape tape = ring.Tapes()[0];
  const std::string whole = Write(tape, directory_ / "whole");
  std::size_t calls = 0, named = 0;
  for (bool is_written = false; !is_written; ++calls) {
    const std::string base = directory_ / ("cut" + std::to_string(calls));
    FaultyFiles files;
    files.DoNotSync();
    files.FailFrom(calls, EIO);
    is_written = tape.WriteTo(base, whole, files).has_value();
    if (!std::filesystem::exists(base + ".meta")) continue;
    ++named;
    for (const char* part : {".0", ".meta", ".index"})
      EXPECT_EQ(ReadFile(base + part), ReadFile(whole + part)) << "call " << calls << ' ' << part;
  }
  EXPECT_GT(named, 1u);
  EXPECT_GT(calls, 20u);
}

// As on a full disk.
TEST_F(RingTest, ASnapshotThatFailsLeavesNoFiles) {
  RingFiles ring({.keep = 9 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  PassChanging(recording, source_, 0, 5);
  const RingTape tape = ring.Tapes()[0];
  std::filesystem::create_directory(directory_ / "full");
  std::size_t failures = 0;
  for (bool is_written = false; !is_written;) {
    const std::string base = directory_ / "full/snapshot";
    FaultyFiles files;
    files.DoNotSync();
    files.FailCall(failures, ENOSPC);
    is_written = tape.WriteTo(base, "snapshot", files).has_value();
    if (std::filesystem::exists(base + ".meta"))  // it is whole, and only its last sync failed
      for (const char* part : {".0", ".meta", ".index"}) std::filesystem::remove(base + part);
    EXPECT_TRUE(std::filesystem::is_empty(directory_ / "full")) << "call " << failures;
    if (!is_written) ++failures;
  }
  EXPECT_GT(failures, 20u);
}

TEST_F(RingTest, ADiskThatFailsIsTold) {
  RingFiles ring({.keep = 6 * kSecond, .most_bytes = 1 << 20});
  Recording recording(source_, RingOptionsFor(ring));
  Pass(recording, 2);
  const RingTape tape = ring.Tapes()[0];
  EXPECT_EQ(tape.WriteTo(directory_ / "none/1", "1").error().system_error, ENOENT);
  Write(tape, directory_ / "1");
  EXPECT_EQ(tape.WriteTo(directory_ / "1", "1").error().code, Errc::kExists);
}

}  // namespace
}  // namespace fdr::test
