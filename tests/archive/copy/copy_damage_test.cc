// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies of damaged archives: all whole records are in them, and the damage is reported.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <random>

#include "fdr/archive/check.h"
#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/copy/metric_stage.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::ErrorOf;

constexpr MetricId kCopiedLoad = MetricId::Build(60, 0, 1);
constexpr InDomId kCopiedCpus = InDomId::Build(60, 1);
constexpr int kRecords = 30;

class CopyDamageTest : public testing::TestWithParam<Version> {
 protected:
  CopyDamageTest() {
    test::ArchiveBuilder builder(in_, GetParam());
    builder.Metric({.name = "toy.load", .id = kCopiedLoad, .indom = kCopiedCpus})
        .InDom(At(0), kCopiedCpus, {{0, "a"}, {1, "b"}});
    for (int second = 0; second < kRecords; ++second)
      builder.Record(At(second),
                     {{kCopiedLoad, {{0, std::int64_t{second}}, {1, std::int64_t{5}}}}});
    builder.Close();
    for (const char* suffix : {".meta", ".0", ".index"})
      whole_[suffix] = test::ReadFile(in_ + suffix);
    disk_.DoNotSync();
  }

  ProblemSink Sink() {
    return [this](const Problem&) { ++problems_; };
  }

  // In one of three ways.  The number of records; nothing if there is no new archive.
  std::optional<std::uint64_t> Copy(int way) {
    problems_ = 0;
    for (const char* suffix : {".meta", ".0", ".index"}) std::filesystem::remove(out_ + suffix);
    if (way == 0) {
      OpenOptions options;
      options.metadata_damage = MetadataDamage::kSkip;
      options.on_problem = Sink();
      const auto archive = Archive::Open(in_, options);
      if (!archive) return std::nullopt;
      const auto copied =
          CopyPart(**archive, out_, {.span = {start_, {}}, .on_problem = Sink()}, disk_);
      error_ = ErrorOf(copied);
      return copied ? std::optional(copied->records) : std::nullopt;
    }
    std::optional<MetricStage> choice;
    JoinOptions options;
    options.on_problem = Sink();
    options.spans.front().start = start_;
    if (way == 2)
      options.stages = [&](CopySink& writer, const Metadata& metadata) -> Result<CopySink*> {
        return &choice.emplace(metadata.metrics(), std::unordered_set{kCopiedLoad}, writer);
      };
    const auto joined = JoinArchives({*FindArchive(in_)}, out_, options, disk_);
    error_ = ErrorOf(joined);
    return joined ? std::optional(joined->copied.records) : std::nullopt;
  }

  // Errors in the new archive.
  std::string Errors() const {
    std::string errors;
    const auto files = FindArchive(out_);
    EXPECT_EQ(ErrorOf(files), "");
    if (!files) return errors;
    CheckArchive(*files, {}, [&](const Finding& finding) {
      if (finding.severity() == Severity::kError) errors += finding.sentence + '\n';
    });
    return errors;
  }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  std::map<std::string, ByteBuffer> whole_;
  test::FaultyFiles disk_;
  int problems_ = 0;
  Timestamp start_ = At(0);
  std::string error_;  // of the last copy
};

TEST_P(CopyDamageTest, ATornVolumeIsCopiedUpToItsLastWholeRecord) {
  const ByteBuffer& volume = whole_[".0"];
  const std::size_t label = LabelSize(GetParam());
  const std::size_t record = (volume.size() - label) / kRecords;
  for (std::size_t size = label + record; size < volume.size(); size += 7) {
    test::WriteFile(in_ + ".0", Bytes(volume).first(size));
    for (const int way : {0, 1, 2}) {
      const auto records = Copy(way);
      ASSERT_TRUE(records) << size << ' ' << way;
      EXPECT_EQ(*records, (size - label) / record) << size << ' ' << way;
      EXPECT_EQ(problems_ > 0, (size - label) % record != 0) << size << ' ' << way;
      EXPECT_EQ(Errors(), "") << size << ' ' << way;
    }
  }
}

TEST_P(CopyDamageTest, ADamagedRecordCostsItselfOnly) {
  const std::size_t label = LabelSize(GetParam());
  const std::size_t record = (whole_[".0"].size() - label) / kRecords;
  for (const int lost : {5, 17}) {
    ByteBuffer volume = whole_[".0"];
    const std::size_t at = label + record * static_cast<std::size_t>(lost);
    for (const std::size_t word : {at, at + record - 4}) StoreU32(volume.data() + word, 0);
    test::WriteFile(in_ + ".0", volume);
    for (const int way : {0, 1, 2}) {
      EXPECT_EQ(Copy(way), std::optional<std::uint64_t>(kRecords - 1)) << lost << ' ' << way;
      EXPECT_GT(problems_, 0) << way;
      EXPECT_EQ(Errors(), "") << way;
    }
  }
}

// A window may begin in what cannot be decompressed.
TEST_P(CopyDamageTest, ABlockThatCannotBeDecompressedCostsItsRecordsOnly) {
  constexpr int kLarge = 200;
  for (const char* suffix : {".meta", ".0", ".index"}) std::filesystem::remove(in_ + suffix);
  {
    test::ArchiveBuilder builder(in_, GetParam());
    builder.Metric({.name = "toy.blob", .id = kCopiedLoad, .type = Type::kAggregate});
    for (std::uint32_t second = 0; second < kLarge; ++second)
      builder.Record(At(second),
                     {test::Single(kCopiedLoad, test::SampleContent(1000, second + 1))});
  }
  ByteBuffer bytes = test::Compress({"xz", "-c", "--block-size=4096"}, test::ReadFile(in_ + ".0"));
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 24, std::byte{0xa5});
  test::WriteFile(in_ + ".0.xz", bytes);
  std::filesystem::remove(in_ + ".0");
  for (int start = 0; start < kLarge; start += 3) {
    start_ = At(start);
    for (const int way : {0, 1, 2}) {
      const auto records = Copy(way);
      ASSERT_TRUE(records) << start << ' ' << way << ' ' << error_;
      EXPECT_LE(*records, static_cast<std::uint64_t>(kLarge - start));
      EXPECT_EQ(Errors(), "") << start << ' ' << way;
      if (start > 0) continue;
      EXPECT_GT(*records, kLarge / 3u) << way;
      EXPECT_GT(problems_, 0) << way;
    }
  }
}

// Whatever the bytes are, a copy ends, and a new archive can be opened.
TEST_P(CopyDamageTest, RandomDamageNeverMakesHalfAnArchive) {
  std::mt19937 random(7);
  const int rounds = (test::IsSoak() ? 3000 : 150) / test::kSlowness;
  for (int round = 0; round < rounds; ++round) {
    for (const auto& [suffix, bytes] : whole_) {
      ByteBuffer damaged = bytes;
      for (int flips = static_cast<int>(random() % 3); flips > 0; --flips)
        damaged[random() % damaged.size()] ^=
            std::byte{static_cast<unsigned char>(1u << random() % 8)};
      if (random() % 8 == 0) damaged.resize(random() % damaged.size());
      test::WriteFile(in_ + suffix, damaged);
    }
    for (const int way : {0, 1, 2}) {
      const auto records = Copy(way);
      std::size_t files = 0;
      for (const std::string& name : test::FileNames(directory_.path()))
        files += name.starts_with("out") ? 1 : 0;
      EXPECT_EQ(files, records ? 3u : 0u) << round << ' ' << way;
      if (!records) continue;
      EXPECT_EQ(ErrorOf(Archive::Open(out_)), "") << round << " " << way;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, CopyDamageTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr
