// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Volumes of an open archive, of which some are closed because there are too many.

#include "fdr/archive/opened/opened_volumes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/few_descriptors.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr int kVolumes = 40;

class OpenedVolumesTest : public testing::Test {
 protected:
  // Each volume has one record.  All were read, so the first ones are closed.
  void SetUp() override {
    constexpr MetricId kMetric = MetricId::Build(60, 0, 1);
    {
      test::ArchiveBuilder builder(base_);
      builder.Metric({.name = "toy.count", .id = kMetric});
      for (int i = 0; i < kVolumes; ++i) {
        if (i > 0) builder.Volume();
        builder.Record(test::At(i), {test::Single(kMetric, std::int64_t{i})});
      }
    }
    Result<std::unique_ptr<Archive>> archive = Archive::Open(base_);
    ASSERT_TRUE(archive) << archive.error().Message();
    archive_ = std::move(*archive);
    EXPECT_EQ(Records(), kVolumes);
  }

  int Records() const {
    RecordCursor cursor(*archive_);
    for (int records = 0;; ++records) {
      const Result<std::optional<Frame>> frame = cursor.Next();
      EXPECT_TRUE(frame) << frame.error().Message();
      if (!frame || !*frame) return records;
    }
  }

  Errc FirstError() const {
    std::byte byte{};
    const Result<const ByteSource*> source = archive_->Volume(0);
    if (!source) return source.error().code;
    const auto got = (*source)->ReadAt(0, {&byte, 1});
    EXPECT_FALSE(got);
    return got ? Errc::kIo : got.error().code;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  const test::FewDescriptors few_{32};
  std::unique_ptr<Archive> archive_;
};

TEST_F(OpenedVolumesTest, AreReadAgainAndRefreshed) {
  EXPECT_EQ(Records(), kVolumes);
  ASSERT_TRUE(archive_->Refresh());
  EXPECT_EQ(Records(), kVolumes);
}

TEST_F(OpenedVolumesTest, AClosedVolumeThatWasCompressedIsFoundByARefresh) {
  const ByteBuffer content = test::ReadFile(base_ + ".0");
  test::WriteFile(base_ + ".0.xz", test::Compress({"xz"}, content));
  std::filesystem::remove(base_ + ".0");
  EXPECT_EQ(FirstError(), Errc::kBusy);
  ASSERT_TRUE(archive_->Refresh());
  EXPECT_EQ(Records(), kVolumes);
}

TEST_F(OpenedVolumesTest, AnOpenVolumeThatWasRemovedIsReadToItsEnd) {
  const std::string last = base_ + "." + std::to_string(kVolumes - 1);
  const Result<const ByteSource*> source = archive_->Volume(kVolumes - 1);
  ASSERT_TRUE(source);
  std::filesystem::remove(last);
  EXPECT_EQ(Records(), kVolumes);
  EXPECT_EQ(Records(), kVolumes);
}

}  // namespace
}  // namespace fdr
