// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/temp_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

class TempFileTest : public testing::Test {
 protected:
  const std::string& directory() const { return directory_.path(); }

 private:
  test::TempDirectory directory_;
};

TEST_F(TempFileTest, HoldsWhatWasAppendedAndHasNoName) {
  for (const auto create : {TempFile::Create, TempFile::CreateAndUnlink}) {
    auto file = create(directory());
    ASSERT_TRUE(file) << file.error().Message();
    EXPECT_TRUE(std::filesystem::is_empty(directory()));
    ASSERT_TRUE(file->Append(AsBytes("first, ")));
    ASSERT_TRUE(file->Append(AsBytes("second")));
    EXPECT_EQ(file->size(), 13u);
    const auto source = std::move(*file).IntoSource("somebody");
    EXPECT_EQ(source->name(), "somebody");
    const auto bytes = test::ReadAll(*source);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(AsText(*bytes), "first, second");
  }
}

TEST_F(TempFileTest, AMissingDirectoryIsAnError) {
  for (const auto create : {TempFile::Create, TempFile::CreateAndUnlink}) {
    const auto file = create(directory() + "/missing");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Errc::kIo);
    EXPECT_EQ(file.error().what, "Temporary file: No such file or directory");
    EXPECT_EQ(file.error().file, directory() + "/missing");
  }
}

TEST_F(TempFileTest, CanBeMoved) {
  auto a = TempFile::Create(directory());
  auto b = TempFile::Create(directory());
  ASSERT_TRUE(a && b);
  ASSERT_TRUE(a->Append(AsBytes("a")));
  *b = std::move(*a);
  ASSERT_TRUE(b->Append(AsBytes("b")));
  EXPECT_EQ(std::move(*b).IntoSource("x")->size(), 2u);
}

TEST_F(TempFileTest, AFullDiskIsAnError) {
  auto file = TempFile::Create(directory());
  ASSERT_TRUE(file);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = file->Append(ByteBuffer(2000));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().what, "Temporary file: File too large");
}

}  // namespace
}  // namespace fdr
