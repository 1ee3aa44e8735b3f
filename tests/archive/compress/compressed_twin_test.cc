// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compressed_twin.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "fdr/archive/compress.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_recorder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::FaultyFiles;
using test::ToyRecorder;
using Names = std::vector<std::string>;

class CompressedTwinTest : public testing::TestWithParam<Compression> {
 protected:
  CompressedTwinTest() { disk_.DoNotSync(); }

  void Record() {
    for (const std::string& name : Files()) std::filesystem::remove(directory_ / name);
    auto recorder = ToyRecorder::Create(base_, Options(), disk_);
    ASSERT_TRUE(recorder);
    for (int n : {0, 1, 2}) ASSERT_EQ(ErrorOf(recorder->Sample(n)), "");
    ASSERT_EQ(ErrorOf(recorder->writer().Close()), "");
  }
  Result<void> GoOn(FileSystem& files, int sample = 5) {
    auto recorder = ToyRecorder::Resume(base_, Options(), files);
    if (!recorder) return Fail(recorder.error());
    if (auto sampled = recorder->Sample(sample); !sampled) return sampled;
    return recorder->writer().Close();
  }
  Result<Recompressed> Compress(FileSystem& files) const {
    RecompressOptions options;
    options.to.format = GetParam();
    options.files = &files;
    options.is_finished = true;
    return RecompressFile(base_ + ".0", options);
  }
  // Leaves both files, as if compressing had been interrupted before its last step.
  void LeaveBoth() {
    const ByteBuffer plain = test::ReadFile(base_ + ".0");
    ASSERT_EQ(ErrorOf(Compress(disk_)), "");
    test::WriteFile(base_ + ".0", plain);
  }

  static WriterOptions Options() { return test::ArchiveBuilder::Options(Version::k3); }
  Names Files() const { return test::FileNames(directory_.path()); }
  std::string Twin() const { return base_ + (GetParam() == Compression::kXz ? ".0.xz" : ".0.zst"); }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  FaultyFiles disk_;
};

// A compression that is killed at any call leaves files with which a recorder can go on.
TEST_P(CompressedTwinTest, WhereverCompressingEndsTheArchiveGoesOnAlone) {
  for (std::size_t call = 0;; ++call) {
    SCOPED_TRACE(call);
    Record();
    FaultyFiles dies;
    dies.FailFrom(call, EIO);
    const bool is_done = Compress(dies).has_value();
    ASSERT_EQ(ErrorOf(GoOn(disk_)), "");
    EXPECT_EQ(test::ToySamples(base_), "0 1 2 | 5");
    EXPECT_EQ(test::ToyFaults(base_), 0u);
    if (is_done) break;
    EXPECT_EQ(Files(), (Names{"toy.0", "toy.index", "toy.meta"}));
    EXPECT_EQ(ErrorOf(Compress(disk_)), "");
    EXPECT_EQ(test::ToySamples(base_), "0 1 2 | 5");
    ASSERT_LT(call, 100u);
  }
}

TEST_P(CompressedTwinTest, WhereverGoingOnEndsItCanGoOnAgain) {
  for (std::size_t call = 0;; ++call) {
    SCOPED_TRACE(call);
    Record();
    LeaveBoth();
    test::WriteFile(Twin() + ".part", AsBytes("half"));
    FaultyFiles dies;
    dies.DoNotSync();
    dies.FailFrom(call, EIO);
    const bool is_done = GoOn(dies).has_value();
    ASSERT_EQ(ErrorOf(GoOn(disk_, 6)), "");
    const std::string samples = test::ToySamples(base_);
    EXPECT_TRUE(samples.starts_with("0 1 2 |") && samples.ends_with(" 6")) << samples;
    EXPECT_EQ(test::ToyFaults(base_), 0u);
    EXPECT_EQ(Files(), (Names{"toy.0", "toy.index", "toy.meta"}));
    if (is_done) break;
    ASSERT_LT(call, 100u);
  }
}

TEST_P(CompressedTwinTest, WhatIsNotInTheVolumeIsNotRemoved) {
  for (const char* what : {"more", "other", "nonsense"}) {
    SCOPED_TRACE(what);
    Record();
    LeaveBoth();
    ByteBuffer plain = test::ReadFile(base_ + ".0");
    if (what[0] == 'm') plain.resize(plain.size() - 40);
    if (what[0] == 'o') plain.back() ^= std::byte{1};
    test::WriteFile(base_ + ".0", plain);
    if (what[0] == 'n') test::WriteFile(Twin(), AsBytes("nonsense"));
    const ByteBuffer twin = test::ReadFile(Twin());
    const auto resumed = GoOn(disk_);
    ASSERT_FALSE(resumed);
    EXPECT_EQ(resumed.error().code, Errc::kExists);
    EXPECT_EQ(test::ReadFile(Twin()), twin);
    EXPECT_EQ(test::ReadFile(base_ + ".0"), plain);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CompressedTwinTest,
                         testing::Values(Compression::kXz, Compression::kZstd));

}  // namespace
}  // namespace fdr
