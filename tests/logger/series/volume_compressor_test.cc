// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/volume_compressor.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <filesystem>

#include "fdr/archive/files/file_claim.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using test::ErrorOf;

class VolumeCompressorTest : public testing::Test {
 protected:
  std::string Volume(int number, std::size_t size = 50'000) const {
    std::string path = directory_ / ("a." + std::to_string(number));
    test::WriteFile(path, test::SampleContent(size, static_cast<std::uint32_t>(number + 1)));
    return path;
  }

  static void WaitFor(const VolumeCompressor& compressor) {
    EXPECT_TRUE(test::WaitUntil([&] { return compressor.pending() == 0; }));
  }

  void ExpectContent(const std::string& path, int number, std::size_t size = 50'000) const {
    const auto source = OpenSource(path);
    ASSERT_EQ(ErrorOf(source), "");
    const auto content = test::ReadAll(**source);
    ASSERT_EQ(ErrorOf(content), "");
    EXPECT_TRUE(*content == test::SampleContent(size, static_cast<std::uint32_t>(number + 1)));
  }

  std::vector<std::string> Files() const { return test::FileNames(directory_.path()); }

  const test::TempDirectory directory_;
};

TEST_F(VolumeCompressorTest, VolumesAreCompressedWhileOthersAreAdded) {
  VolumeCompressor compressor({.format = Compression::kZstd});
  for (int i = 0; i < 20; ++i) compressor.Add(Volume(i));
  WaitFor(compressor);
  EXPECT_TRUE(compressor.TakeFailures().empty());
  EXPECT_EQ(Files().size(), 20u);
  for (int i = 0; i < 20; ++i) ExpectContent(directory_ / ("a." + std::to_string(i) + ".zst"), i);
}

TEST_F(VolumeCompressorTest, SeveralThreadsMayAdd) {
  VolumeCompressor compressor({.format = Compression::kXz});
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 5; ++i) compressor.Add(Volume(t * 10 + i, 5000));
      });
  }
  WaitFor(compressor);
  EXPECT_TRUE(compressor.TakeFailures().empty());
  EXPECT_EQ(Files().size(), 15u);
  ExpectContent(directory_ / "a.24.xz", 24, 5000);
}

TEST_F(VolumeCompressorTest, WhatFailsIsToldOnceAndStaysAsItIs) {
  test::FaultyFiles files;
  files.FailFrom(3, ENOSPC);
  VolumeCompressor compressor({.format = Compression::kXz}, files);
  const std::string path = Volume(0);
  compressor.Add(path);
  compressor.Add(directory_ / "nothing");
  compressor.Add(directory_.path());
  WaitFor(compressor);
  const std::vector<Error> failures = compressor.TakeFailures();
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[0].system_error, ENOSPC);
  EXPECT_EQ(failures[1].what, "Not a regular file");
  EXPECT_TRUE(compressor.TakeFailures().empty());
  ExpectContent(path, 0);
}

TEST_F(VolumeCompressorTest, ItsEndDoesNotWaitAndLosesNothing) {
  constexpr std::size_t kLarge = 24 << 20;  // seconds of work
  const std::string large = Volume(0, kLarge), other = Volume(1);
  {
    VolumeCompressor compressor({.format = Compression::kXz, .level = 9});
    compressor.Add(large);
    compressor.Add(other);
    EXPECT_TRUE(test::WaitUntil([&] { return std::filesystem::exists(large + ".xz.part"); }));
    EXPECT_EQ(compressor.pending(), 2u);
  }
  // A destructor that waited for the work would leave a.0.xz.
  EXPECT_EQ(Files(), (std::vector<std::string>{"a.0", "a.1"}));
  EXPECT_EQ(std::filesystem::file_size(large), kLarge);
}

TEST_F(VolumeCompressorTest, MoreThanCanWaitAreLeft) {
  constexpr std::size_t kMore = VolumeCompressor::kMostWaiting + 2;
  VolumeCompressor compressor({.format = Compression::kXz, .level = 9});
  compressor.Add(Volume(0, 8 << 20));
  for (std::size_t i = 1; i < kMore; ++i) compressor.Add(directory_ / "nothing");
  const std::vector<Error> failures = compressor.TakeFailures();
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[0].Message(),
            directory_ / "nothing: Not compressed: too many volumes wait for that");
}

TEST_F(VolumeCompressorTest, AVolumeThatSomebodyHasIsWaitedForAndThenLeft) {
  const std::string path = Volume(0), other = Volume(1);
  VolumeCompressor compressor({.format = Compression::kXz});
  {
    const auto claim = FileClaim::Take(path);
    ASSERT_EQ(ErrorOf(claim), "");
    compressor.Add(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(compressor.pending(), 1u);
  }
  WaitFor(compressor);
  EXPECT_TRUE(compressor.TakeFailures().empty());
  ExpectContent(path + ".xz", 0);

  const auto claim = FileClaim::Take(other);
  compressor.Add(other);
  WaitFor(compressor);
  const std::vector<Error> failures = compressor.TakeFailures();
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].code, Errc::kBusy);
  ExpectContent(other, 1);
}

TEST_F(VolumeCompressorTest, WithoutVolumesThereIsNoThread) {
  const VolumeCompressor compressor({.format = Compression::kXz});
  EXPECT_EQ(compressor.pending(), 0u);
}

}  // namespace
}  // namespace fdr
