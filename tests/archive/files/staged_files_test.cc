// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/staged_files.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::MemoryFileSystem;

ByteSink Write(FileSystem& files, const std::string& path, std::string_view text) {
  Result<ByteSink> sink = ByteSink::Create(files, path);
  EXPECT_TRUE(sink);
  EXPECT_TRUE(sink->Append(AsBytes(text)));
  return std::move(*sink);
}

std::string Names(const MemoryFileSystem& files) {
  std::string names;
  for (const auto& [name, bytes] : files.files) names += name + ' ';
  return names;
}

TEST(StagedFilesTest, FilesGetTheirNamesTogetherTheFirstLast) {
  MemoryFileSystem files;
  StagedFiles staged(files);
  (void)Write(staged, "a", "1").Close();
  (void)Write(staged, "b", "2").Sync();
  EXPECT_EQ(Names(files), "a.part b.part ");
  EXPECT_TRUE(staged.Commit());
  EXPECT_EQ(Names(files), "a b ");
  EXPECT_EQ(AsText(files.files["a"]), "1");

  MemoryFileSystem stopped;
  StagedFiles half(stopped);
  (void)Write(half, "a", "1");
  (void)Write(half, "b", "2");
  stopped.FailFrom(stopped.calls().size() + 1, EIO);
  EXPECT_FALSE(half.Commit());
  EXPECT_EQ(Names(stopped), "a.part b ") << "as after a crash: the first file has no name yet";
}

TEST(StagedFilesTest, NamesThatDoNotReachTheMediumAreTakenBack) {
  MemoryFileSystem files;
  StagedFiles staged(files);
  (void)Write(staged, "a", "1");
  (void)Write(staged, "b", "2");
  files.FailCall(files.calls().size() + 2, EIO);
  EXPECT_FALSE(staged.Commit());
  EXPECT_EQ(files.calls()[files.calls().size() - 3], "sync-directory");
  EXPECT_EQ(Names(files), "");
}

TEST(StagedFilesTest, WithoutACommitNothingStays) {
  MemoryFileSystem files;
  {
    StagedFiles staged(files);
    (void)Write(staged, "a", "1");
    (void)Write(staged, "b", "2");
  }
  EXPECT_EQ(Names(files), "");
  EXPECT_EQ(files.open_descriptors(), 0u);
}

TEST(StagedFilesTest, ANameThatIsTakenIsLeftAloneAndNothingElseStays) {
  for (const std::string taken : {"a", "b", "c"}) {
    MemoryFileSystem files;
    files.files[taken] = {std::byte{'x'}};
    {
      StagedFiles staged(files);
      for (const char* name : {"a", "b", "c"}) (void)Write(staged, name, "1");
      const Result<void> committed = staged.Commit();
      ASSERT_FALSE(committed);
      EXPECT_EQ(committed.error().code, Errc::kExists);
      EXPECT_EQ(committed.error().file, taken);
    }
    EXPECT_EQ(Names(files), taken + ' ');
    EXPECT_EQ(AsText(files.files[taken]), "x");
  }
}

TEST(StagedFilesTest, RemovedAndRenamedFilesAreRemembered) {
  MemoryFileSystem files;
  StagedFiles staged(files);
  for (const char* name : {"a", "b"}) (void)Write(staged, name, name);
  EXPECT_TRUE(RemoveFile(staged, "a"));
  EXPECT_FALSE(RemoveFile(staged, "a"));
  EXPECT_TRUE(RenameFile(staged, "b", "c"));
  EXPECT_FALSE(RenameFile(staged, "b", "c"));
  EXPECT_TRUE(staged.Commit());
  EXPECT_EQ(Names(files), "c ");
}

TEST(StagedFilesTest, AFileThatIsStagedAlreadyIsNotReplaced) {
  MemoryFileSystem files;
  files.files["a.part"] = {};
  {
    StagedFiles staged(files);
    const Result<ByteSink> sink = ByteSink::Create(staged, "a");
    ASSERT_FALSE(sink);
    EXPECT_EQ(sink.error().code, Errc::kExists);
  }
  EXPECT_EQ(Names(files), "a.part ");
}

TEST(StagedFilesTest, WhatIsWrittenIsWhatTheSystemTakes) {
  MemoryFileSystem files;
  StagedFiles staged(files);
  ByteSink sink = Write(staged, "a", "12");
  files.FailCall(files.calls().size(), ENOSPC);
  EXPECT_FALSE(sink.Append(AsBytes("3")));
  EXPECT_EQ(files.calls().back(), "truncate");
}

}  // namespace
}  // namespace fdr
