// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies whose records pass through a stage: the feed, a choice of metrics, and the writer.

#include "fdr/archive/copy/metric_stage.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/metadata/label_history.h"
#include "fdr/tests/archive/copy/copied_archive.h"
#include "fdr/tests/archive/copy/record_stamps.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;
using test::ReadFile;
using test::Single;
using test::StampsOf;

constexpr MetricId kLoadOfAgent = MetricId::Build(60, 0, 1);
constexpr MetricId kDiscReads = MetricId::Build(60, 1, 1);
constexpr MetricId kOtherAgent = MetricId::Build(70, 0, 1);
constexpr InDomId kDiscNames = InDomId::Build(60, 1);
constexpr InDomId kOtherNames = InDomId::Build(70, 1);

class MetricStageTest : public testing::TestWithParam<Version> {
 protected:
  // The metrics at the seconds 1 to 6, others at odd ones only.
  void Write(const std::string& name, std::int32_t pid = 1, int from = 1) {
    WriterOptions options = test::ArchiveBuilder::Options(GetParam());
    options.label.pid = pid;
    test::ArchiveBuilder builder(directory_ / name, options);
    builder.Metric({.name = "agent.load", .id = kLoadOfAgent})
        .Metric({.name = "disc.reads", .id = kDiscReads, .indom = kDiscNames})
        .Metric({.name = "other.count", .id = kOtherAgent, .indom = kOtherNames})
        .Text(TextKind::kMetricOneLine, kDiscReads.value, "reads")
        .Text(TextKind::kMetricOneLine, kOtherAgent.value, "others")
        .LabelSets(At(from), LabelLevel::kContext, kContextId, {{{{"place", "\"here\""}}}})
        .LabelSets(At(from), LabelLevel::kDomain, 60, {{{{"agent", "\"linux\""}}}})
        .LabelSets(At(from), LabelLevel::kDomain, 70, {{{{"agent", "\"other\""}}}})
        .InDom(At(from), kDiscNames, {{0, "sda"}, {1, "sdb"}})
        .InDom(At(from), kOtherNames, {{7, "seven"}});
    for (int second = from; second < from + 6; ++second) {
      std::vector<test::Values> values = {Single(kLoadOfAgent, std::int64_t{second})};
      if (second % 2 == 1)
        values.push_back({kDiscReads, {{0, std::int64_t{second}}, {1, std::int64_t{5}}}});
      if (second == from + 3) builder.Mark(At(second - 0.5));
      values.push_back({kOtherAgent, {{7, std::int64_t{second}}}});
      builder.Record(At(second), values);
    }
  }

  Result<JoinReport> Copy(const std::vector<std::string>& names,
                          const std::unordered_set<MetricId>& chosen,
                          FileSystem& files = PosixFileSystem()) {
    std::vector<ArchiveFiles> inputs;
    for (const std::string& name : names) inputs.push_back(FindArchive(directory_ / name).value());
    options_.stages = [&](CopySink& writer, const Metadata& metadata) -> Result<CopySink*> {
      return &choice_.emplace(metadata.metrics(), chosen, writer);
    };
    return JoinArchives(inputs, out_, options_, files);
  }

  std::unique_ptr<Archive> Written() const {
    auto archive = Archive::Open(out_);
    EXPECT_EQ(ErrorOf(archive), "");
    return archive ? std::move(*archive) : nullptr;
  }

  void ExpectSound() const { test::ExpectSound(out_); }

  const test::TempDirectory directory_;
  const std::string out_ = directory_ / "out";
  JoinOptions options_;
  std::optional<MetricStage> choice_;
};

TEST_P(MetricStageTest, OnlyChosenMetricsAndTheirMetadataAreThere) {
  Write("in");
  const auto copied = Copy({"in"}, {kDiscReads});
  ASSERT_EQ(ErrorOf(copied), "");
  EXPECT_EQ(copied->copied.records, 3u);
  EXPECT_EQ(copied->copied.marks, 1u);
  const auto archive = Written();
  EXPECT_EQ(StampsOf(*archive), "1/ 3 3.5m 5 ");
  const Metadata& metadata = archive->metadata();
  ASSERT_EQ(metadata.metrics().size(), 1u);
  EXPECT_EQ(metadata.NamesOf(kDiscReads).front(), "disc.reads");
  EXPECT_EQ(metadata.FindText(TextKind::kMetricOneLine, kDiscReads.value), "reads");
  EXPECT_FALSE(metadata.FindText(TextKind::kMetricOneLine, kOtherAgent.value));
  EXPECT_NE(metadata.FindInDom(kDiscNames), nullptr);
  EXPECT_EQ(metadata.FindInDom(kOtherNames), nullptr);
  EXPECT_NE(metadata.FindLabels(LabelLevel::kContext, kContextId), nullptr);
  EXPECT_NE(metadata.FindLabels(LabelLevel::kDomain, 60), nullptr);
  EXPECT_EQ(metadata.FindLabels(LabelLevel::kDomain, 70), nullptr);
  ExpectSound();
}

TEST_P(MetricStageTest, AllMetricsAreTheSameRecords) {
  Write("in");
  ASSERT_EQ(ErrorOf(Copy({"in"}, {kLoadOfAgent, kDiscReads, kOtherAgent})), "");
  EXPECT_TRUE(ReadFile(directory_ / "in.0") == ReadFile(out_ + ".0"));
  ExpectSound();
}

TEST_P(MetricStageTest, AChoiceOfAChoiceIsTheChoice) {
  Write("in");
  ASSERT_EQ(ErrorOf(Copy({"in"}, {kDiscReads})), "");
  for (const char* suffix : {".0", ".meta", ".index"})
    std::filesystem::rename(out_ + suffix, directory_ / "once" + suffix);
  ASSERT_EQ(ErrorOf(Copy({"once"}, {kDiscReads, kLoadOfAgent})), "");
  for (const char* suffix : {".0", ".meta", ".index"})
    EXPECT_TRUE(ReadFile(directory_ / "once" + suffix) == ReadFile(out_ + suffix)) << suffix;
}

TEST_P(MetricStageTest, SeveralArchivesGetMarksBetweenThem) {
  Write("a", 1, 1);
  Write("b", 2, 21);
  const auto copied = Copy({"b", "a"}, {kLoadOfAgent});
  ASSERT_EQ(ErrorOf(copied), "");
  EXPECT_EQ(StampsOf(*Written()), "1/ 2 3 3.5m 4 5 6 6.001m 21 22 23 23.5m 24 25 26 ");
  ExpectSound();
}

TEST_P(MetricStageTest, AMissingVolumeIsAGap) {
  {
    test::ArchiveBuilder builder(directory_ / "in", GetParam());
    builder.Metric({.name = "agent.load", .id = kLoadOfAgent});
    for (int second = 1; second <= 6; ++second) {
      if (second % 2 == 1 && second > 1) builder.Volume();
      builder.Record(At(second), {Single(kLoadOfAgent, std::int64_t{second})});
    }
  }
  std::filesystem::remove(directory_ / "in.1");
  std::string problems;
  options_.on_problem = [&](const Problem& problem) { problems += problem.what + '\n'; };
  ASSERT_EQ(ErrorOf(Copy({"in"}, {kLoadOfAgent})), "");
  EXPECT_EQ(StampsOf(*Written()), "1/ 2 2.001m 5 6 ");
  EXPECT_EQ(problems, "The volume is missing\n");
}

TEST_P(MetricStageTest, NothingChosenIsNoArchive) {
  Write("in");
  const auto copied = Copy({"in"}, {});
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::kEmpty);
  for (const std::string& name : test::FileNames(directory_.path()))
    EXPECT_FALSE(name.starts_with("out")) << name;
}

TEST_P(MetricStageTest, NoFailingCallLeavesAFile) {
  Write("in");
  test::FaultyFiles whole;
  ASSERT_EQ(ErrorOf(Copy({"in"}, {kDiscReads}, whole)), "");
  for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(out_ + suffix);
  for (std::size_t call = 0; call < whole.calls(); ++call) {
    test::FaultyFiles files;
    files.DoNotSync();
    files.FailCall(call, ENOSPC);
    const auto copied = Copy({"in"}, {kDiscReads}, files);
    for (const std::string& name : test::FileNames(directory_.path())) {
      EXPECT_TRUE(copied || !name.starts_with("out")) << name << ' ' << call;
      if (name.starts_with("out")) std::filesystem::remove(directory_ / name);
    }
  }
}

// A file of notes, complete only at the end.
class Notes final : public CopyCompanion {
 public:
  explicit Notes(std::string path) : path_(std::move(path)) {}
  void Begin(FileSystem& files) override { files_ = &files; }
  Result<void> End() override {
    Result<ByteSink> file = ByteSink::Create(*files_, path_, kOpenToOwner);
    if (!file) return Fail(file.error());
    Result<void> written = file->Append(AsBytes("notes"));
    if (written) written = file->Sync();
    return written ? file->Close() : written;
  }

 private:
  std::string path_;
  FileSystem* files_ = nullptr;
};

TEST_P(MetricStageTest, ACompanionIsThereIfTheArchiveIs) {
  Write("in");
  std::filesystem::create_directory(directory_ / "elsewhere");
  Notes notes(directory_ / "elsewhere/notes");
  options_.companion = &notes;
  test::FaultyFiles whole;
  ASSERT_EQ(ErrorOf(Copy({"in"}, {kDiscReads}, whole)), "");
  EXPECT_EQ(AsText(ReadFile(directory_ / "elsewhere/notes")), "notes");
  for (std::size_t call = 0; call < whole.calls(); ++call) {
    test::RemoveFiles(directory_, "out");
    std::filesystem::remove(directory_ / "elsewhere/notes");
    test::FaultyFiles files;
    files.FailCall(call, ENOSPC);
    const auto copied = Copy({"in"}, {kDiscReads}, files);
    EXPECT_EQ(std::filesystem::exists(out_ + ".meta"), copied.has_value()) << call;
    EXPECT_EQ(test::FileNames(directory_ / "elsewhere").empty(), !copied) << call;
  }
}

TEST_P(MetricStageTest, ACompanionReplacesNothing) {
  Write("in");
  test::WriteFile(directory_ / "notes", AsBytes("mine"));
  Notes notes(directory_ / "notes");
  options_.companion = &notes;
  const auto copied = Copy({"in"}, {kDiscReads});
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Errc::kExists);
  EXPECT_EQ(AsText(ReadFile(directory_ / "notes")), "mine");
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
}

INSTANTIATE_TEST_SUITE_P(Versions, MetricStageTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
