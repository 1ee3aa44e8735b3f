// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives after a loss of power, and recorders that resume them.  See docs/crash-contract.md.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/power_loss_files.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_recorder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::PowerLossFiles;
using test::ToyRecorder;
using test::ToySamples;

constexpr int kSamples = 12;

// FDR_SOAK=1 tests more losses of power.
std::uint32_t Losses() { return test::IsSoak() ? 20'000 : 2'000; }

enum class Syncing { kNever, kSometimes, kEach };

class PowerLossTest : public testing::Test {
 protected:
  PowerLossTest() { disk_.DoNotSync(); }

  // Records until the power is lost.  Returns the last sample that is surely on the medium, or -1.
  int Record(Syncing syncing, PowerLossFiles& files) const {
    WriterOptions options = options_;
    options.sync_each_record = syncing == Syncing::kEach;
    auto recorder = ToyRecorder::Create(base_, options, files);
    int safe = -1;
    if (!recorder) return safe;
    for (int n = 0; n < kSamples; ++n) {
      if (n % 5 == 4 && !recorder->writer().StartVolume()) return safe;
      if (!recorder->Sample(n)) return safe;
      if (syncing == Syncing::kSometimes && n % 3 == 2) {
        auto handles = recorder->writer().HandlesToSync();
        if (!handles || !SyncAndClose(std::move(*handles)) ||
            !SyncDirectoryOf(files, base_ + ".meta"))
          return safe;
        safe = n;
      }
      if (syncing == Syncing::kEach) safe = n;
    }
    return safe;
  }

  void Store(const std::map<std::string, ByteBuffer>& left) const {
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
    for (const auto& [path, content] : left) test::WriteFile(path, content);
  }

  // The number of calls that change or sync anything, if the power is not lost.
  std::size_t Calls(Syncing syncing) const {
    PowerLossFiles files(0);
    Record(syncing, files);
    return files.calls();
  }

  static std::string Samples(int last) {
    std::string all;
    for (int n = 0; n <= last; ++n) all += (n > 0 ? " " : "") + std::to_string(n);
    return all;
  }

  test::FaultyFiles disk_;  // for the recorder that resumes
  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  const WriterOptions options_ = test::ArchiveBuilder::Options(Version::k3);
};

TEST_F(PowerLossTest, NoSampleThatWasSyncedIsLostAndTheArchiveGoesOn) {
  const std::size_t calls = Calls(Syncing::kEach);
  for (std::uint32_t seed = 0; seed < Losses(); ++seed) {
    SCOPED_TRACE(seed);
    PowerLossFiles files(seed);
    files.LoseAfter(seed % calls);
    const int safe = Record(Syncing::kEach, files);
    Store(files.Left());
    if (safe >= 0) {
      // The sample that was being written may exist as well.
      const std::string samples = ToySamples(base_);
      ASSERT_TRUE(samples == Samples(safe) || samples == Samples(safe + 1)) << samples;
    }
    const auto found = FindArchiveFiles(base_);
    if (!found) continue;
    auto resumed = ToyRecorder::Resume(base_, options_, disk_);
    if (safe < 0 && !resumed) continue;  // names were lost: the files are no archive
    ASSERT_EQ(ErrorOf(resumed), "");
    ASSERT_TRUE(resumed->Sample(kSamples + 1));
    ASSERT_TRUE(resumed->writer().Close());
    const std::string samples = ToySamples(base_);
    const std::string last = std::to_string(kSamples + 1);
    ASSERT_TRUE(samples == Samples(safe) + " | " + last ||
                samples == Samples(safe + 1) + " | " + last || (safe < 0 && samples == last))
        << samples;
    ASSERT_EQ(test::ToyFaults(base_), 0u);
  }
}

// With a sync now and then, all samples up to the last sync are safe.  An archive that cannot be
// resumed causes a clear error.
TEST_F(PowerLossTest, WhatWasSyncedNowAndThenIsThere) {
  const std::size_t calls = Calls(Syncing::kSometimes);
  std::uint32_t refused = 0, continued = 0;
  for (std::uint32_t seed = 0; seed < Losses(); ++seed) {
    SCOPED_TRACE(seed);
    PowerLossFiles files(seed);
    files.LoseAfter(seed % calls);
    const int safe = Record(Syncing::kSometimes, files);
    Store(files.Left());
    if (safe < 0) continue;
    const std::string before = ToySamples(base_);
    ASSERT_TRUE((before + " ").starts_with(Samples(safe) + " ")) << before;
    auto resumed = ToyRecorder::Resume(base_, options_, disk_);
    if (!resumed) {
      ASSERT_EQ(resumed.error().code, Errc::kCorruptRecord) << resumed.error().Message();
      ++refused;
      continue;
    }
    ASSERT_TRUE(resumed->Sample(kSamples + 1));
    ASSERT_TRUE(resumed->writer().Close());
    const std::string after = ToySamples(base_);
    ASSERT_TRUE(after.starts_with(Samples(safe) + " ")) << after;
    ASSERT_TRUE(after.ends_with(" | " + std::to_string(kSamples + 1))) << after;
    ASSERT_EQ(test::ToyFaults(base_), 0u);
    ++continued;
  }
  EXPECT_GT(continued, 20 * refused);
}

// Without any sync, the files may have any content.  Readers and resuming recorders cope with that.
TEST_F(PowerLossTest, NobodyIsConfusedByWhatIsLeftWithoutASync) {
  const std::size_t calls = Calls(Syncing::kNever);
  for (std::uint32_t seed = 0; seed < Losses() / 2; ++seed) {
    SCOPED_TRACE(seed);
    PowerLossFiles files(seed);
    files.LoseAfter(seed % calls);
    Record(Syncing::kNever, files);
    Store(files.Left());
    (void)ToySamples(base_);
    auto resumed = ToyRecorder::Resume(base_, options_, disk_);
    if (!resumed) continue;
    ASSERT_TRUE(resumed->Sample(kSamples + 1));
    ASSERT_TRUE(resumed->writer().Close());
    ASSERT_TRUE(ToySamples(base_).ends_with(std::to_string(kSamples + 1)));
  }
}

}  // namespace
}  // namespace fdr
