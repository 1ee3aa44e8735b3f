// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_download.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

constexpr std::string_view kPicture = R"(
time      1000  1010  1020  1030  1040
x            1     2     3     4     5   instant double
)";

constexpr std::uint64_t kMostOfCuts = 1 << 20;

class CutDownloadTest : public testing::Test {
 protected:
  CutDownloadTest() {
    WriteToy(directory_ / "toy", kPicture);
    archive_ = std::move(*ArchiveContext::Open(directory_ / "toy"));
    std::filesystem::create_directory(directory_ / "tmp");
    ::setenv("TMPDIR", (directory_ / "tmp").c_str(), 1);
  }
  ~CutDownloadTest() override { ::unsetenv("TMPDIR"); }

  bool IsClean() const { return std::filesystem::is_empty(directory_ / "tmp"); }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> archive_;
};

TEST_F(CutDownloadTest, TheFilesLastAsLongAsTheirDirectoryIsKept) {
  {
    const auto cut = tools::CutForDownload(kMostOfCuts)(*archive_, At(1010), At(1030),
                                                        [] { return Result<void>(); });
    ASSERT_TRUE(cut) << cut.error().Message();
    EXPECT_FALSE(std::filesystem::is_empty(cut->directory));
  }
  EXPECT_TRUE(IsClean());
}

TEST_F(CutDownloadTest, AllTogetherHaveALimit) {
  const auto cut_out = [this](const CutWindow& cut) {
    return cut(*archive_, At(1010), At(1030), [] { return Result<void>(); });
  };
  std::uint64_t size = 0;
  {
    const auto first = cut_out(tools::CutForDownload(kMostOfCuts));
    ASSERT_TRUE(first) << first.error().Message();
    for (const auto& file : std::filesystem::directory_iterator(first->directory))
      size += file.file_size();
  }
  const CutWindow cut = tools::CutForDownload(size * 3 / 2);
  {
    const auto first = cut_out(cut);
    ASSERT_TRUE(first) << first.error().Message();
    const auto second = cut_out(cut);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::kBusy);
  }
  EXPECT_TRUE(IsClean());
  EXPECT_TRUE(cut_out(cut));
}

TEST_F(CutDownloadTest, DamageInsideARecordStaysAsItIs) {
  DamageRecord(directory_ / "toy.0", 2);
  const auto cut = tools::CutForDownload(kMostOfCuts)(*archive_, At(1000), At(1040),
                                                      [] { return Result<void>(); });
  ASSERT_TRUE(cut) << cut.error().Message();
  std::vector<Problem> problems;
  ReplayOptions options;
  options.on_damage = [&](const Problem& problem) { problems.push_back(problem); };
  const auto copy = ArchiveContext::Open(cut->directory, options);
  ASSERT_TRUE(copy) << copy.error().Message();
  std::string walk;
  FetchResult result;
  while (test::Got((*copy)->FetchRecord(result)))
    walk += std::to_string(std::lround(SecondsBetween(At(0), result.stamp()))) + ' ';
  EXPECT_EQ(walk, "1000 1010 1030 1040 ");
  EXPECT_EQ(problems.size(), 1u);
}

TEST_F(CutDownloadTest, ALimitEndsTheWork) {
  int asked = 0;
  const auto cut = tools::CutForDownload(kMostOfCuts)(*archive_, At(1000), At(1040), [&asked] {
    return ++asked < 2 ? Result<void>() : Fail(Errc::kTimeout, "the limit of one request");
  });
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, Errc::kTimeout);
  EXPECT_EQ(asked, 2) << "at the start, and with each piece";
  EXPECT_TRUE(IsClean()) << "nothing is left behind";
}

}  // namespace
}  // namespace fdr::test
