// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/whole_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

std::string Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class WholeFileTest : public testing::Test {
 protected:
  std::size_t Entries() const {
    const std::filesystem::directory_iterator all(directory_.path());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  test::TempDirectory directory_;
  const std::string path_ = directory_.path() + "/picture.svg";
};

TEST_F(WholeFileTest, ANewFileHasTheBytesAndNothingElseIsLeft) {
  EXPECT_TRUE(CheckReplaceable(path_));
  EXPECT_EQ(Entries(), 0u);
  ASSERT_TRUE(ReplaceFile(path_, "one"));
  EXPECT_EQ(Read(path_), "one");
  EXPECT_EQ(Entries(), 1u);
}

TEST_F(WholeFileTest, AnOldFileIsReplacedWithItsPermissionsAndReadersKeepIt) {
  ASSERT_TRUE(ReplaceFile(path_, "one"));
  ASSERT_EQ(::chmod(path_.c_str(), 0640), 0);
  std::ifstream reader(path_);
  ASSERT_TRUE(ReplaceFile(path_, "two"));
  EXPECT_EQ(Read(path_), "two");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "one");
  struct stat now = {};
  ASSERT_EQ(::stat(path_.c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 0777, 0640u);
  EXPECT_EQ(Entries(), 1u);
}

TEST_F(WholeFileTest, ALinkStaysALink) {
  ASSERT_TRUE(ReplaceFile(path_, "one"));
  const std::string link = directory_.path() + "/link";
  std::filesystem::create_symlink(path_, link);
  ASSERT_TRUE(ReplaceFile(link, "two"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(Read(path_), "two");
}

TEST_F(WholeFileTest, ADeviceIsWrittenTo) {
  EXPECT_TRUE(CheckReplaceable("/dev/null"));
  EXPECT_TRUE(ReplaceFile("/dev/null", "one"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(WholeFileTest, AnErrorNamesTheFile) {
  for (const std::string& path :
       {directory_.path() + "/missing/picture.svg", directory_.path(), std::string()}) {
    const Result<void> checked = CheckReplaceable(path), replaced = ReplaceFile(path, "x");
    ASSERT_FALSE(checked) << path;
    ASSERT_FALSE(replaced) << path;
    EXPECT_EQ(checked.error().file, path);
    EXPECT_EQ(replaced.error().file, path);
  }
  const Result<void> full = ReplaceFile("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().Message().find("/dev/full: No space left"), std::string::npos);
}

}  // namespace
}  // namespace fdr::tools
