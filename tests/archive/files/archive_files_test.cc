// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/archive_files.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

class ArchiveNameTest : public testing::Test {
 protected:
  void Touch(std::string_view name) { test::WriteFile(directory_ / name, {}); }
  std::string Path(std::string_view name) const { return directory_ / name; }

  test::TempDirectory directory_;
};

TEST_F(ArchiveNameTest, AnyFileOfAnArchiveNamesIt) {
  for (const char* name : {"a.b.meta", "a.b.index", "a.b.0", "a.b.12"}) Touch(name);
  for (const char* name : {"a.b", "a.b.meta", "a.b.index", "a.b.0", "a.b.12"}) {
    const Result<ArchiveFiles> files = FindArchive(Path(name));
    ASSERT_TRUE(files) << name;
    EXPECT_EQ(files->base, Path("a.b"));
    EXPECT_EQ(files->metadata, Path("a.b.meta"));
    EXPECT_EQ(files->index, Path("a.b.index"));
    ASSERT_EQ(files->volumes.size(), 2u);
    EXPECT_EQ(files->volumes[1].number, 12);
    EXPECT_TRUE(files->CheckComplete());
  }
}

TEST_F(ArchiveNameTest, CompressedMembersCountWithOrWithoutTheirSuffix) {
  for (const char* name : {"a.meta.xz", "a.0.zst", "a.1"}) Touch(name);
  for (const char* name : {"a", "a.meta", "a.meta.xz", "a.0", "a.0.zst"}) {
    const Result<ArchiveFiles> files = FindArchive(Path(name));
    ASSERT_TRUE(files) << name;
    EXPECT_EQ(files->base, Path("a"));
    EXPECT_EQ(files->metadata, Path("a.meta.xz"));
    EXPECT_TRUE(files->index.empty());
    ASSERT_EQ(files->volumes.size(), 2u);
    EXPECT_EQ(files->volumes[0].path, Path("a.0.zst"));
  }
}

TEST_F(ArchiveNameTest, ThePlainFileOfAPairIsMeant) {
  for (const char* name : {"a.meta", "a.meta.xz", "a.0.xz", "a.0.gz", "a.0"}) Touch(name);
  const Result<ArchiveFiles> files = FindArchive(Path("a"));
  ASSERT_TRUE(files);
  EXPECT_EQ(files->metadata, Path("a.meta"));
  ASSERT_EQ(files->volumes.size(), 1u);
  EXPECT_EQ(files->volumes[0].path, Path("a.0"));
}

TEST_F(ArchiveNameTest, ABaseNameThatEndsInDigitsIsNotAVolume) {
  for (const char* name : {"2024.05.48.meta", "2024.05.48.0", "2024.05.48"}) Touch(name);
  const Result<ArchiveFiles> files = FindArchive(Path("2024.05.48"));
  ASSERT_TRUE(files);
  EXPECT_EQ(files->base, Path("2024.05.48"));
}

TEST_F(ArchiveNameTest, VolumesMayBeginAnywhereAndHaveGaps) {
  for (const char* name : {"a.meta", "a.7", "a.3", "a.10.xz", "a.x", "a.-1", "ab.5"}) Touch(name);
  const Result<ArchiveFiles> files = FindArchive(Path("a"));
  ASSERT_TRUE(files);
  ASSERT_EQ(files->volumes.size(), 3u);
  EXPECT_EQ(files->volumes[0].number, 3);
  EXPECT_EQ(files->volumes[1].number, 7);
  EXPECT_EQ(files->volumes[2].number, 10);
}

TEST_F(ArchiveNameTest, WhatIsMissingIsSaid) {
  EXPECT_EQ(FindArchive(Path("none")).error().code, Errc::kNotFound);
  EXPECT_EQ(FindArchive("").error().code, Errc::kInvalidArgument);
  Touch("data.0");
  EXPECT_EQ(FindArchive(Path("data"))->CheckComplete().error().code, Errc::kMissingFile);
  Touch("meta.meta");
  EXPECT_EQ(FindArchive(Path("meta"))->CheckComplete().error().code, Errc::kMissingFile);
}

TEST_F(ArchiveNameTest, AListMayHoldDirectories) {
  for (const char* name : {"b.meta", "b.0", "a.meta.xz", "a.0"}) Touch(name);
  const Result<std::vector<ArchiveFiles>> both = FindArchives(directory_.path());
  ASSERT_TRUE(both);
  ASSERT_EQ(both->size(), 2u);
  EXPECT_EQ((*both)[0].base, Path("a"));
  EXPECT_EQ((*both)[1].base, Path("b"));

  const Result<std::vector<ArchiveFiles>> list = FindArchives(Path("b") + "," + Path("a.0") + ",");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2u);
  EXPECT_EQ((*list)[0].base, Path("b"));
  EXPECT_FALSE(FindArchives(Path("b") + ",," + Path("a")));
}

TEST_F(ArchiveNameTest, WhatIsMissingOfAListIsAnErrorUnlessSomebodyListens) {
  for (const char* name : {"a.meta", "a.0"}) Touch(name);
  const std::string names = Path("x") + "," + Path("a") + "," + Path("y");
  EXPECT_EQ(FindArchives(names).error().file, Path("x"));
  std::vector<std::string> missing;
  const ProblemSink listen = [&](const Problem& problem) { missing.push_back(problem.file); };
  const Result<std::vector<ArchiveFiles>> found = FindArchives(names, listen);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].base, Path("a"));
  EXPECT_EQ(missing, (std::vector{Path("x"), Path("y")}));
  EXPECT_EQ(FindArchives(Path("x") + "," + Path("y"), listen).error().file, Path("x"));
  EXPECT_EQ(missing.size(), 2u) << "with nothing left it is an error, and no report";
}

TEST_F(ArchiveNameTest, AnEmptyDirectoryDoesNotHideTheArchiveBesideIt) {
  for (const char* name : {"today.meta", "today.0"}) Touch(name);
  std::filesystem::create_directory(Path("today"));
  const Result<std::vector<ArchiveFiles>> beside = FindArchives(Path("today"));
  ASSERT_TRUE(beside) << beside.error().Message();
  EXPECT_EQ((*beside)[0].base, Path("today"));
  for (const char* name : {"today/a.meta", "today/a.0"}) Touch(name);
  const Result<std::vector<ArchiveFiles>> inside = FindArchives(Path("today"));
  ASSERT_TRUE(inside);
  EXPECT_EQ((*inside)[0].base, Path("today/a")) << "as in PCP";
}

TEST_F(ArchiveNameTest, ADirectoryWithoutArchivesIsSaidToHaveNone) {
  EXPECT_EQ(FindArchives(directory_.path()).error().code, Errc::kNotFound);
}

}  // namespace
}  // namespace fdr
