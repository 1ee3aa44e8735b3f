// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records from an archive with known contents, also onto disks that fail.

#include "fdr/logger/archive_recorder.h"

#include <gtest/gtest.h>

#include "fdr/archive/check.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

constexpr const char* kPicture = R"(
time     1000  1010  1015  1020  1030  1040
c         100   110     |    10    20    30   counter
x[1]        1     2     |     -     4     5   instant double
x[2]        1     .     |     .     4     5   instant double
err         !     5     |     6     !     7   instant
)";

constexpr const char* kLaterPicture = R"(
time     2000  2010
c          40    50   counter
)";

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() {
    test::ToyArchive(directory_ / "toy", kPicture).WriteUpTo(test::ToyArchive::kAll);
    test::ToyArchive(directory_ / "later", kLaterPicture).WriteUpTo(test::ToyArchive::kAll);
  }

  std::unique_ptr<ArchiveContext> Source(Mode mode = Mode::kForward, std::int64_t step = 0,
                                         const std::string& name = "toy") {
    ReplayOptions options;
    options.watch_gaps = true;
    auto source = ArchiveContext::Open(directory_ / name, options);
    EXPECT_TRUE(source) << test::ErrorOf(source);
    EXPECT_TRUE((*source)->SetMode(mode, (*source)->label().start, step));
    return std::move(*source);
  }

  RecorderOptions Options(const std::string& base) {
    RecorderOptions options;
    options.names.text = base;
    options.identity = {"recorderhost", "/", 77};
    return options;
  }

  // Records the whole source.  Returns the error, if there is one.
  std::string Record(Context& source, const RecorderOptions& options,
                     std::vector<std::string> names = {""}) {
    ArchiveRecorder recorder(source, options);
    if (const Result<void> opened = recorder.Open(); !opened) return opened.error().Message();
    std::vector<MetricId> ids;
    for (const std::string& name : names)
      for (const std::string& leaf : source.Traverse(name).value_or(std::vector<std::string>()))
        ids.push_back(*source.Find(leaf));
    const auto metrics = recorder.Describe(ids);
    if (!metrics) return metrics.error().Message();
    Result<bool> more = true;
    while (more && *more) more = recorder.Sample(*metrics);
    const Result<void> finished = recorder.Finish();
    if (!more) return more.error().Message();
    return finished ? "" : finished.error().Message();
  }

  // The values of a metric, record by record.
  std::string Values(const std::string& base, const std::string& name) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return context.error().Message();
    const auto id = (*context)->Find(name);
    if (!id) return id.error().Message();
    FetchResult result;
    std::string all;
    while (test::Got((*context)->Fetch(std::span(&*id, 1), result))) {
      const FetchedSet& set = result.sets()[0];
      all += (all.empty() ? "" : " ") + std::string(result.after_gap() ? "|" : "");
      if (set.count == 0) all += "-";
      for (const FetchedValue& value : result.Values(set))
        all += std::to_string(value.header == 0 ? value.Word()
                                                : static_cast<std::uint32_t>(value.AsDouble())) +
               (&value == &result.Values(set).back() ? "" : ",");
    }
    return all;
  }

  static std::optional<Version> VersionOf(const std::string& base) {
    const auto context = ArchiveContext::Open(base);
    if (!context) return std::nullopt;
    return (*context)->timeline().archive(0).version();
  }

  static std::uint64_t Faults(const std::string& base) {
    const auto files = FindArchive(base);
    if (!files) return 1000;
    const CheckSummary summary = CheckArchive(*files, {}, [](const Finding&) {});
    return summary.count(Severity::kError) + summary.count(Severity::kWarning);
  }

  const test::TempDirectory directory_;
};

TEST_F(RecorderTest, AllThatASourceSaysIsRecorded) {
  for (const Version version : {Version::k2, Version::k3}) {
    const std::string copy = directory_ / (version == Version::k2 ? "v2" : "v3");
    RecorderOptions options = Options(copy);
    options.version = version;
    EXPECT_EQ(Record(*Source(), options), "");
    for (const char* metric : {"c", "x", "err"})
      EXPECT_EQ(Values(copy, metric), Values(directory_ / "toy", metric)) << metric;
    EXPECT_EQ(Values(copy, "c"), "100 110 |10 20 30");
    EXPECT_EQ(Faults(copy), 0u);
    const auto context = ArchiveContext::Open(copy);
    ASSERT_TRUE(context);
    EXPECT_EQ((*context)->HostName(), "toyhost");
    EXPECT_EQ((*context)->label().pid, 77);
    EXPECT_EQ((*context)->NamesOf(test::ToyMetric("c"))->front(), "c");
    EXPECT_EQ((*context)->AllInstances(test::ToyDomain("x"))->size(), 2u);
  }
}

TEST_F(RecorderTest, ARecordingBeginsAndEndsWithWhoItIsOf) {
  ASSERT_EQ(Record(*Source(), Options(directory_ / "copy"), {"c"}), "");
  const auto context = ArchiveContext::Open(directory_ / "copy");
  ASSERT_TRUE(context);
  FetchResult record;
  std::vector<std::size_t> sets;
  while (test::Got((*context)->FetchRecord(record))) sets.push_back(record.sets().size());
  EXPECT_EQ(sets, (std::vector<std::size_t>{5, 1, 1, 0, 1, 1, 1, 5}));
  EXPECT_EQ((*context)->timeline().archive(0).index().size(), 2u);
}

TEST_F(RecorderTest, AnArchiveCanBeThinned) {
  const auto source = Source(Mode::kInterpolated, 20'000'000'000);
  ASSERT_EQ(Record(*source, Options(directory_ / "thin"), {"c"}), "");
  EXPECT_EQ(Values(directory_ / "thin", "c"), "100 |10 30");
  EXPECT_EQ(Faults(directory_ / "thin"), 0u);
}

TEST_F(RecorderTest, WhatIsThereTwiceIsRecordedOnce) {
  EXPECT_EQ(Record(*Source(), Options(directory_ / "some"), {"c", "c"}), "");
  EXPECT_EQ(Values(directory_ / "some", "c"), "100 110 |10 20 30");
}

TEST_F(RecorderTest, WithoutASampleNoArchiveIsLeft) {
  const auto source = Source();
  ArchiveRecorder recorder(*source, Options(directory_ / "none"));
  ASSERT_TRUE(recorder.Open());
  EXPECT_TRUE(recorder.Finish());
  EXPECT_FALSE(FindArchive(directory_ / "none"));
}

TEST_F(RecorderTest, NothingIsOverwritten) {
  ASSERT_EQ(Record(*Source(), Options(directory_ / "one")), "");
  EXPECT_NE(Record(*Source(), Options(directory_ / "one")), "");
  EXPECT_EQ(Faults(directory_ / "one"), 0u);
}

// Readers and PCP's tools get along with version 2 whatever happens to the archive.
TEST_F(RecorderTest, TheDefaultIsVersionTwo) {
  ASSERT_EQ(Record(*Source(), Options(directory_ / "copy")), "");
  EXPECT_EQ(VersionOf(directory_ / "copy"), Version::k2);
}

TEST_F(RecorderTest, AnArchiveThatGoesOnKeepsItsVersion) {
  for (const Version version : {Version::k2, Version::k3}) {
    const std::string copy = directory_ / (version == Version::k2 ? "v2" : "v3");
    RecorderOptions options = Options(copy);
    options.version = version;
    ASSERT_EQ(Record(*Source(), options, {"c"}), "");
    options.append = true;
    options.version = version == Version::k2 ? Version::k3 : Version::k2;
    const std::string refused = Record(*Source(Mode::kForward, 0, "later"), options, {"c"});
    EXPECT_NE(refused.find("another version"), std::string::npos) << refused;
    options.version.reset();
    ASSERT_EQ(Record(*Source(Mode::kForward, 0, "later"), options, {"c"}), "");
    EXPECT_EQ(VersionOf(copy), version);
    EXPECT_EQ(Values(copy, "c"), "100 110 |10 20 30 |40 50");
  }
}

// Nothing is lost where the metadata of one archive end.
TEST_F(RecorderTest, FullMetadataBeginAnotherArchive) {
  RecorderOptions options = Options(directory_ / "full");
  options.metadata_limit = 1;
  std::vector<std::string> archives, reasons;
  options.on_archive = [&](const std::string& base, const std::string& why) {
    archives.push_back(base);
    reasons.push_back(why);
  };
  ASSERT_EQ(Record(*Source(), options), "");
  ASSERT_GT(archives.size(), 3u);
  EXPECT_EQ(reasons[1], "The metadata are full");
  std::string values;
  for (const std::string& archive : archives) {
    EXPECT_EQ(Faults(archive), 0u) << archive;
    values += Values(archive, "c") + ' ';
  }
  EXPECT_EQ(values, "100 110 10 20 30 ");
}

// Each failure of a system call is reported, and no descriptor stays open.  An interrupted call and
// a short write do no harm.
TEST_F(RecorderTest, EveryFailureOfTheSystemIsTold) {
  std::size_t calls = 0;
  {
    test::MemoryFileSystem files;
    RecorderOptions options = Options("rec");
    options.files = &files;
    ASSERT_EQ(Record(*Source(), options), "");
    calls = files.calls().size();
  }
  ASSERT_GT(calls, 10u);
  for (std::size_t call = 0; call < calls; ++call) {
    for (const int error : {EIO, ENOSPC}) {
      test::MemoryFileSystem files;
      files.FailFrom(call, error);
      RecorderOptions options = Options("rec");
      options.files = &files;
      EXPECT_NE(Record(*Source(), options), "") << files.calls()[call] << " " << call;
      EXPECT_EQ(files.open_descriptors(), 0u) << call;
    }
    test::MemoryFileSystem files;
    files.FailCall(call, EINTR);
    files.ShortenCall(call);
    RecorderOptions options = Options("rec");
    options.files = &files;
    EXPECT_EQ(Record(*Source(), options), "") << call;
  }
}

}  // namespace
}  // namespace fdr
