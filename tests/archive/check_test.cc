// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/check/check_labels.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using enum CheckCode;
using test::Check;
using test::CheckOutcome;
using test::CheckToy;

TEST(CheckTest, ASoundArchiveHasNoFindings) {
  for (const Version version : {Version::k2, Version::k3}) {
    const CheckOutcome outcome = Check(CheckToy(version));
    EXPECT_EQ(outcome.Codes(), "");
    EXPECT_EQ(outcome.summary.metrics, 5u);
    EXPECT_EQ(outcome.summary.records, 3u);
    EXPECT_EQ(outcome.summary.values, 21u);
    EXPECT_EQ(outcome.summary.count(Severity::kError), 0u);
    EXPECT_TRUE(outcome.summary.omitted.empty());
    ASSERT_TRUE(outcome.summary.label);
    EXPECT_EQ(outcome.summary.label->host.view(), "toyhost");
  }
}

TEST(CheckTest, EveryFaultOfFilesAndLabelsIsFound) {
  const auto change_label = [](const char* suffix, auto change) {
    return [=](CheckToy& toy) {
      toy.patches[suffix] = [=](ByteBuffer& file) {
        LabelRecord label = *LabelRecord::Decode(file, "");
        change(label);
        ByteBuffer bytes;
        label.Encode(bytes);
        std::copy(bytes.begin(), bytes.end(), file.begin());
      };
    };
  };
  const auto set_byte = [](const char* suffix, std::size_t at, int value) {
    return [=](CheckToy& toy) {
      toy.patches[suffix] = [=](ByteBuffer& file) { file.at(at) = static_cast<std::byte>(value); };
    };
  };
  const auto cut = [](const char* suffix, std::size_t size) {
    return
        [=](CheckToy& toy) { toy.patches[suffix] = [=](ByteBuffer& file) { file.resize(size); }; };
  };
  const auto without = [](const char* suffix) {
    return [=](CheckToy& toy) { toy.missing = {suffix}; };
  };
  const std::size_t label_size = LabelSize(Version::k3);
  test::ExpectFound(
      {
          {kFileNoMetadata, without(".meta")},
          {kFileNoVolume, without(".0")},
          {kFileNoIndex, without(".index")},
          {kFileVolumeGap, [](CheckToy& toy) { toy.volumes[2] = {}; }},
          {kFileNoRecords, [](CheckToy& toy) { toy.volumes[1] = {}; }},
          {kFileNoRecords, [](CheckToy& toy) { toy.entries.clear(); }},
          {kArchiveNoData, [](CheckToy& toy) { toy.data().clear(); }},
          {kArchiveNoMetrics, [](CheckToy& toy) { toy.metadata.clear(); }},
          {kLabelMissing, cut(".0", 0)},
          {kLabelBad, cut(".meta", label_size - 1)},
          {kLabelBad, set_byte(".index", 4, 0)},
          {kLabelVersion, set_byte(".0", 7, 1)},
          {kLabelFeatures, [](CheckToy& toy) { toy.label.features = 4; }},
          {kLabelVolume, change_label(".0", [](LabelRecord& label) { label.volume = 3; })},
          {kLabelMismatch, change_label(".meta", [](LabelRecord& label) { label.pid = 1; })},
          {kLabelMismatch, change_label(".index", [](LabelRecord& l) { l.host = LabelText("x"); })},
          {kLabelDiffers, change_label(".meta", [](LabelRecord& label) { label.start.sec--; })},
          {kLabelDiffers,
           change_label(".meta", [](LabelRecord& l) { l.timezone = LabelText("x"); })},
          {kLabelDiffers,
           change_label(".meta", [](LabelRecord& l) { l.zoneinfo = LabelText("x"); })},
          {kLabelDiffers,
           change_label(".meta", [](LabelRecord& label) { label.features = 0x80000000; })},
          {kLabelStamp, [](CheckToy& toy) { toy.label.start.nsec = kNanosPerSecond; }},
          {kLabelEarly, [](CheckToy& toy) { toy.label.start.sec--; }},
          {kLabelGarbage, set_byte(".0", label_size - 5, 'x')},
          {kLabelGarbage, [](CheckToy& toy) { toy.label.reserved = 1; }},
      },
      {"archive.", "label."});
}

TEST(CheckTest, FilesThatCannotBeReadAreFindings) {
  const test::TempDirectory directory;
  const CheckToy toy;
  toy.Write(directory / "toy");
  std::filesystem::remove(directory / "toy.0");
  test::WriteFile(directory / "toy.0.xz", AsBytes("this is no xz file"));
  const CheckOutcome outcome = Check(directory / "toy");
  EXPECT_EQ(outcome.Only(kFileUnreadable).file, directory / "toy.0.xz");
  EXPECT_TRUE(outcome.Has(kArchiveNoData));
}

TEST(CheckTest, OfTwoFormsOfAFileThePlainOneIsChecked) {
  const test::TempDirectory directory;
  const CheckToy toy;
  toy.Write(directory / "toy");
  test::WriteFile(directory / "toy.meta.gz", AsBytes("whatever"));
  const CheckOutcome outcome = Check(directory / "toy");
  EXPECT_NE(outcome.Only(kFileBothForms).sentence.find("toy.meta.gz"), std::string::npos);
  EXPECT_EQ(outcome.findings.size(), 1u);
}

TEST(CheckTest, FilesTooLargeForVersion2AreFindings) {
  const CheckOptions options;
  CheckSummary summary;
  std::vector<std::string> sentences;
  const FindingSink sink = [&](const Finding& f) { sentences.push_back(f.sentence); };
  FileReport report("toy.0", options, sink, summary);
  CheckFileSize(0x7fffffff, Version::k2, report);
  CheckFileSize(0x80000000, Version::k3, report);
  EXPECT_TRUE(sentences.empty());
  CheckFileSize(0x80000000, Version::k2, report);
  EXPECT_EQ(sentences, std::vector<std::string>{"2147483648 bytes"});
}

TEST(CheckTest, WithoutAnyLabelTheFramesAreStillChecked) {
  CheckToy toy;
  const auto spoil = [](ByteBuffer& file) { file[7] = std::byte{1}; };
  toy.patches = {{".index", spoil}, {".meta", spoil}, {".0", spoil}};
  toy.data().back().pop_back();
  const CheckOutcome outcome = Check(toy);
  EXPECT_FALSE(outcome.summary.label);
  EXPECT_EQ(outcome.Codes(), "frame.truncated label.version");
  EXPECT_EQ(outcome.Only(kFrameTruncated).offset, toy.DataOffset(2));
}

TEST(CheckTest, AFileWithABadLabelIsCheckedWithTheLabelOfTheOthers) {
  CheckToy toy;
  toy.patches[".0"] = [](ByteBuffer& file) { file[4] = std::byte{0}; };
  toy.AddRecord(10, [](ResultEncoder& record) { record.AddSet(test::kForks, 0); });
  const CheckOutcome outcome = Check(toy);
  EXPECT_EQ(outcome.Codes(), "data.backwards label.bad");
  EXPECT_EQ(outcome.summary.records, 4u);
}

TEST(CheckTest, FindingsBeyondTheLimitAreCounted) {
  CheckToy toy;
  for (int i = 0; i < 30; ++i)
    toy.AddRecord(10, [](ResultEncoder& record) { record.AddSet(MetricId::Build(1, 1, 1), 0); });
  const CheckOutcome outcome = Check(toy, {.limit = 7});
  EXPECT_EQ(outcome.findings.size(), 8u) << outcome.Codes();
  ASSERT_EQ(outcome.summary.omitted.size(), 1u);
  EXPECT_EQ(outcome.summary.omitted[0].code, kDataNoDescNoValues);
  EXPECT_EQ(outcome.summary.omitted[0].count, 23u);
  EXPECT_EQ(outcome.summary.count(Severity::kWarning), 30u);
  EXPECT_EQ(outcome.summary.count(Severity::kError), 1u);  // back from 20 to 10
}

TEST(CheckTest, ProgressEndsAtTheNumberOfBytes) {
  const CheckToy toy;
  std::uint64_t last = 0;
  const auto on_progress = [&](std::uint64_t bytes) {
    EXPECT_GE(bytes, last);
    last = bytes;
  };
  const CheckOutcome outcome = Check(toy, {.on_progress = on_progress});
  EXPECT_EQ(last, outcome.summary.bytes);
}

}  // namespace
}  // namespace fdr
