// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/collecting_files.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::MemoryFileSystem;

constexpr std::size_t kMost = CollectingFiles::kMostWaiting;

TEST(CollectingFilesTest, SmallWritesBecomeOne) {
  MemoryFileSystem disk;
  CollectingFiles files(disk);
  Result<ByteSink> sink = ByteSink::Create(files, "a");
  ASSERT_TRUE(sink);
  const std::size_t before = disk.calls().size();
  std::string all;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = std::to_string(i) + ' ';
    ASSERT_TRUE(sink->Append(AsBytes(text)));
    all += text;
  }
  EXPECT_EQ(disk.calls().size(), before);
  ASSERT_TRUE(sink->Sync());
  EXPECT_EQ(disk.calls().size(), before + 2) << "a write and a sync";
  EXPECT_EQ(AsText(disk.files["a"]), all);
}

TEST(CollectingFilesTest, LargeOnesAndSmallOnesKeepTheirOrder) {
  MemoryFileSystem disk;
  CollectingFiles files(disk);
  Result<ByteSink> sink = ByteSink::Create(files, "a");
  ASSERT_TRUE(sink);
  std::string all;
  for (const std::size_t size :
       {std::size_t{3}, kMost - 3, std::size_t{1}, kMost + 1, kMost, std::size_t{7}}) {
    const std::string text(size, static_cast<char>('a' + all.size() % 26));
    ASSERT_TRUE(sink->Append(AsBytes(text)));
    all += text;
  }
  ASSERT_TRUE(sink->Close());
  EXPECT_TRUE(AsText(disk.files["a"]) == all);
}

TEST(CollectingFilesTest, ACutTakesWhatWaitsAndWhatIsWritten) {
  MemoryFileSystem disk;
  CollectingFiles files(disk);
  Result<ByteSink> sink = ByteSink::Create(files, "a");
  ASSERT_TRUE(sink);
  ASSERT_TRUE(sink->Append(AsBytes("0123")));
  ASSERT_TRUE(sink->Cut(3));
  EXPECT_EQ(AsText(disk.files["a"]), "012");
  ASSERT_TRUE(sink->Append(AsBytes("abc")));
  ASSERT_TRUE(sink->Cut(2));
  ASSERT_TRUE(sink->Append(AsBytes("xy")));
  ASSERT_TRUE(sink->Close());
  EXPECT_EQ(AsText(disk.files["a"]), "01xy");
}

TEST(CollectingFilesTest, AnExtensionKeepsWhatWaits) {
  MemoryFileSystem disk;
  CollectingFiles files(disk);
  Result<ByteSink> sink = ByteSink::Create(files, "a");
  ASSERT_TRUE(sink);
  ASSERT_TRUE(sink->Append(AsBytes("01")));
  ASSERT_TRUE(sink->Sync());
  ASSERT_TRUE(sink->Append(AsBytes("23")));
  ASSERT_TRUE(sink->Cut(6));
  EXPECT_EQ(AsText(disk.files["a"]), std::string_view("0123\0\0", 6));
  ASSERT_TRUE(sink->Append(AsBytes("67")));
  ASSERT_TRUE(sink->Cut(7));
  EXPECT_EQ(AsText(disk.files["a"]), std::string_view("0123\0\0"
                                                      "6",
                                                      7));
}

TEST(CollectingFilesTest, ACutThatFailsChangesNoSize) {
  MemoryFileSystem disk;
  CollectingFiles files(disk);
  const int fd = files.Create("a", 0666);
  ASSERT_EQ(files.Write(fd, AsBytes("0123")), 4);
  ASSERT_EQ(files.Sync(fd), 0);
  disk.FailCall(disk.calls().size(), EIO);
  EXPECT_EQ(files.Truncate(fd, 2), -EIO);
  ASSERT_EQ(files.Write(fd, AsBytes("45")), 2);
  ASSERT_EQ(files.Truncate(fd, 5), 0);
  ASSERT_EQ(files.Close(fd), 0);
  EXPECT_EQ(AsText(disk.files["a"]), "01234");
}

// It may have any size.
TEST(CollectingFilesTest, AFileThatExistsIsNotOpened) {
  MemoryFileSystem disk;
  disk.files["a"] = ByteBuffer(5);
  CollectingFiles files(disk);
  const Result<ByteSink> sink = ByteSink::Open(files, "a");
  ASSERT_FALSE(sink);
  EXPECT_EQ(sink.error().system_error, ENOTSUP);
}

// The file system may also refuse a part of the bytes.
TEST(CollectingFilesTest, NoErrorIsLost) {
  for (const bool is_large : {false, true}) {
    MemoryFileSystem disk;
    CollectingFiles files(disk);
    Result<ByteSink> sink = ByteSink::Create(files, "a");
    ASSERT_TRUE(sink);
    disk.FailFrom(disk.calls().size(), ENOSPC);
    Result<void> appended;
    for (int i = 0; appended && i < (is_large ? 1000 : 1); ++i)
      appended = sink->Append(AsBytes(std::string(1000, 'x')));
    EXPECT_EQ(appended.has_value(), !is_large);
    const Result<void> synced = sink->Sync();
    ASSERT_FALSE(synced);
    EXPECT_EQ(synced.error().system_error, ENOSPC);
    EXPECT_FALSE(sink->Close());
  }
}

}  // namespace
}  // namespace fdr
