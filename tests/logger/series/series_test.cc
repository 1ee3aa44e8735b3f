// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// If an archive cannot take a sample, the recording goes on in the next one.  No sample is lost.

#include "fdr/tests/logger/recording_fixture.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr::test {
namespace {

class SeriesTest : public RecordingFixture {};

TEST_F(SeriesTest, AMetricThatHasBecomeAnotherOneBeginsAnArchive) {
  struct Case {
    const char* name;
    void (*change)(Desc&);
    const char* why;
  };
  const Case cases[] = {
      {"type", [](Desc& desc) { desc.type = Type::kU64; }, "another type"},
      {"semantics", [](Desc& desc) { desc.semantics = Semantics::kCounter; }, "other semantics"},
      {"domain", [](Desc& desc) { desc.indom = InDomId::Build(1, 7); }, "another instance domain"},
      {"units", [](Desc& desc) { desc.units.dim_count = 1; }, "other units"}};
  for (const Case& c : cases) {
    InventedSource source;
    source.Add("a", 0, 10);
    source.Add("b", 1, 20);
    ArchiveRecorder recorder(source, Options(c.name).recorder);
    ASSERT_TRUE(recorder.Open());
    const std::vector<MetricId> all = {source.metrics["a"].desc.id, source.metrics["b"].desc.id};
    auto metrics = recorder.Describe(all);
    ASSERT_TRUE(recorder.Sample(*metrics));
    c.change(source.metrics["a"].desc);
    if (source.metrics["a"].desc.indom == InDomId::Build(1, 7)) {
      source.metrics["a"].values = {{3, 10}};
      source.members[InDomId::Build(1, 7)] = {{3, "three"}};
    }
    source.metrics["a"].values.begin()->second = 11;
    metrics = recorder.Describe(all);
    ASSERT_TRUE(recorder.Sample(*metrics)) << c.name;
    ASSERT_TRUE(recorder.Sample(*metrics));
    ASSERT_TRUE(recorder.Finish());
    EXPECT_EQ(recorder.samples(), 3u);
    const std::string first = directory_ / c.name;
    EXPECT_EQ(archives_, (std::vector{first, first + "-00"}));
    ASSERT_EQ(reasons_.size(), 1u);
    EXPECT_EQ(reasons_[0].rfind("a: ", 0), 0u) << reasons_[0];
    EXPECT_NE(reasons_[0].find(c.why), std::string::npos) << reasons_[0];
    for (const std::string& base : archives_) ExpectSound(base);
    EXPECT_EQ(Values(first, "a"), "10");
    EXPECT_EQ(Values(first + "-00", "a"), "11 11");
    EXPECT_EQ(Values(first + "-00", "b"), "20 20");
    archives_.clear();
    reasons_.clear();
  }
}

TEST_F(SeriesTest, AClockThatWasSetBackBeginsAnArchive) {
  source_.Add("a", 0, 1);
  source_.AddSet("s", 1, {{1, 5}, {2, 6}});
  Recording recording(source_, Options());
  Pass(recording, 3);
  source_.now.sec -= 100;
  Pass(recording, 2);
  Stop(recording);
  EXPECT_EQ(reasons_, std::vector<std::string>{"The clock was set back"});
  ASSERT_EQ(archives_.size(), 2u);
  for (const std::string& base : archives_) ExpectSound(base);
  EXPECT_EQ(Values(archives_[0], "a"), "1 1 1");
  EXPECT_EQ(Values(archives_[1], "a"), "1 1");
  EXPECT_EQ(Values(archives_[1], "s"), "5,6 5,6");
  const auto context = ArchiveContext::Open(archives_[1]);
  ASSERT_TRUE(context);
  EXPECT_EQ((*context)->label().start, (Timestamp{904, 0}));
  EXPECT_EQ((*context)->AllInstances(kInvented)->size(), 2u);
}

// Stamps of version 2 are less fine.  Equal stamps count as in order.
TEST_F(SeriesTest, AClockThatStandsStillBeginsNone) {
  source_.Add("a", 0, 1);
  source_.now = {1000, 999};
  source_.step = 0;
  RecordingOptions options = Options();
  options.recorder.version = Version::k2;
  Recording recording(source_, options);
  Pass(recording, 3);
  Stop(recording);
  EXPECT_EQ(archives_.size(), 1u);
  EXPECT_EQ(Values(archives_[0], "a"), "1 1 1");
}

TEST_F(SeriesTest, TheNextArchiveBeginsWhenItIsAskedFor) {
  source_.Add("a", 0, 1);
  source_.labels[{LabelLevel::kItem, MetricId::Build(1, 1, 0).value}] = R"({"k":"v"})";
  Recording recording(source_, Options());
  recording.StartNextArchive("nothing is recorded yet");
  Pass(recording, 2);
  recording.StartNextArchive("so it shall be");
  Pass(recording, 2);
  Stop(recording);
  EXPECT_EQ(reasons_, std::vector<std::string>{"so it shall be"});
  ASSERT_EQ(archives_.size(), 2u);
  for (const std::string& base : archives_) {
    ExpectSound(base);
    EXPECT_EQ(Values(base, "a"), "1 1");
    const auto context = ArchiveContext::Open(base);
    ASSERT_TRUE(context);
    EXPECT_EQ((*context)->Labels(LabelLevel::kItem, MetricId::Build(1, 1, 0).value)->size(), 1u);
    FetchResult record;
    std::vector<std::size_t> sets;
    while (test::Got((*context)->FetchRecord(record))) sets.push_back(record.sets().size());
    EXPECT_EQ(sets, (std::vector<std::size_t>{5, 1, 1, 5}));
  }
}

// The next archive is lost.  The recording ends with the error of the disk.
TEST_F(SeriesTest, TheDiskMayBeFullWhenTheNextArchiveBegins) {
  source_.Add("a", 0, 1);
  MemoryFileSystem files;
  RecordingOptions options = Options();
  options.recorder.files = &files;
  Recording recording(source_, options);
  Pass(recording, 2);
  files.FailFrom(files.calls().size(), ENOSPC);
  recording.StartNextArchive("so it shall be");
  Pass(recording, 2);
  ASSERT_TRUE(recording.is_over());
  ASSERT_TRUE(recording.failure());
  EXPECT_EQ(recording.failure()->system_error, ENOSPC);
  EXPECT_EQ(files.open_descriptors(), 0u);
  EXPECT_EQ(archives_.size(), 1u);
}

}  // namespace
}  // namespace fdr::test
