// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/byte_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::MemoryFileSystem;

class ByteSinkTest : public testing::Test {
 protected:
  ByteSink Open() {
    Result<ByteSink> sink = ByteSink::Create(files_, "f");
    EXPECT_EQ(ErrorOf(sink), "");
    return std::move(*sink);
  }
  std::string Content() const { return std::string(AsText(files_.files.at("f"))); }

  MemoryFileSystem files_;
};

TEST_F(ByteSinkTest, EachRecordIsOneWrite) {
  ByteSink sink = Open();
  ASSERT_TRUE(sink.Append(AsBytes("first")));
  ASSERT_TRUE(sink.Append(AsBytes("second")));
  ASSERT_TRUE(sink.Sync());
  ASSERT_TRUE(sink.Close());
  EXPECT_EQ(Content(), "firstsecond");
  EXPECT_EQ(sink.size(), 11u);
  EXPECT_EQ(files_.calls(),
            (std::vector<std::string>{"create", "write", "write", "sync", "close"}));
}

TEST_F(ByteSinkTest, NeverOpensWhatIsThere) {
  files_.files["f"] = ByteBuffer(3);
  const Result<ByteSink> sink = ByteSink::Create(files_, "f");
  ASSERT_FALSE(sink);
  EXPECT_EQ(sink.error().code, Errc::kExists);
  EXPECT_EQ(sink.error().Message(), "f: File exists");
}

TEST_F(ByteSinkTest, InterruptedCallsAreRepeated) {
  for (const std::size_t call : {0u, 2u, 4u}) files_.FailCall(call, EINTR);
  ByteSink sink = Open();
  EXPECT_TRUE(sink.Append(AsBytes("first")));
  EXPECT_TRUE(sink.Sync());
  EXPECT_EQ(Content(), "first");
  EXPECT_EQ(files_.calls(),
            (std::vector<std::string>{"create", "create", "write", "write", "sync", "sync"}));
}

TEST_F(ByteSinkTest, ShortWritesAreContinued) {
  files_.ShortenCall(1);
  ByteSink sink = Open();
  EXPECT_TRUE(sink.Append(AsBytes("first")));
  EXPECT_EQ(Content(), "first");
}

TEST_F(ByteSinkTest, AttributesAreSetAllOfThemOrItFails) {
  ByteSink sink = Open();
  files_.FailCall(2, EINTR);
  ASSERT_TRUE(sink.SetAttributes({}));
  EXPECT_EQ(files_.calls(), (std::vector<std::string>{"create", "owner", "mode", "mode", "times"}));
  const std::vector<std::string> notes = {"owner and group", "mode", "times"};
  for (std::size_t i = 0; i < notes.size(); ++i) {
    MemoryFileSystem files;
    files.FailCall(i + 1, EPERM);
    Result<ByteSink> failing = ByteSink::Create(files, "f", kOpenToOwner);
    EXPECT_EQ(ErrorOf(failing->SetAttributes({})),
              "Operation not permitted; its " + notes[i] + " cannot be kept");
    EXPECT_FALSE(failing->Append(AsBytes("x"))) << "the first failure is final";
    EXPECT_FALSE(failing->SetAttributes({}));
  }
}

TEST_F(ByteSinkTest, NeitherDoesAPrivateOne) {
  files_.files["f"] = ByteBuffer(3);
  EXPECT_EQ(ByteSink::Create(files_, "f", kOpenToOwner).error().code, Errc::kExists);
}

TEST_F(ByteSinkTest, AnAppendThatFailsIsUndone) {
  files_.ShortenCall(2);
  files_.FailCall(3, ENOSPC);
  ByteSink sink = Open();
  ASSERT_TRUE(sink.Append(AsBytes("first")));
  const Result<void> failed = sink.Append(AsBytes("second"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Errc::kIo);
  EXPECT_EQ(failed.error().Message(), "f: No space left on device at offset 5");
  EXPECT_EQ(Content(), "first");
  EXPECT_EQ(sink.size(), 5u);
}

TEST_F(ByteSinkTest, ATornRecordThatCannotBeCutOffIsAdmitted) {
  files_.ShortenCall(1);
  files_.FailFrom(2, EIO);
  ByteSink sink = Open();
  EXPECT_EQ(ErrorOf(sink.Append(AsBytes("first"))),
            "Input/output error; a torn record may be left at the end");
  EXPECT_EQ(Content(), "fi");
}

TEST_F(ByteSinkTest, AnInterruptedCutIsRepeated) {
  files_.ShortenCall(1);
  files_.FailCall(2, EIO);
  files_.FailCall(3, EINTR);
  ByteSink sink = Open();
  EXPECT_EQ(ErrorOf(sink.Append(AsBytes("first"))), "Input/output error");
  EXPECT_EQ(Content(), "");
}

TEST_F(ByteSinkTest, TheFirstFailureIsFinal) {
  files_.FailCall(1, EIO);
  ByteSink sink = Open();
  ASSERT_FALSE(sink.Append(AsBytes("first")));
  EXPECT_EQ(ErrorOf(sink.Append(AsBytes("second"))), "Input/output error");
  EXPECT_EQ(ErrorOf(sink.Sync()), "Input/output error");
  EXPECT_EQ(ErrorOf(sink.Close()), "Input/output error");
  EXPECT_EQ(Content(), "");
  EXPECT_EQ(files_.open_descriptors(), 0u);
}

TEST_F(ByteSinkTest, AFailedSyncIsFinal) {
  files_.FailCall(1, EIO);
  ByteSink sink = Open();
  EXPECT_EQ(ErrorOf(sink.Sync()), "Input/output error");
  EXPECT_EQ(ErrorOf(sink.Append(AsBytes("more"))), "Input/output error");
}

TEST_F(ByteSinkTest, AFailedCloseIsToldButAnInterruptedOneIsNone) {
  files_.FailCall(1, EDQUOT);
  EXPECT_EQ(ErrorOf(Open().Close()), "Disk quota exceeded");
  files_.files.clear();
  files_.FailCall(3, EINTR);
  EXPECT_EQ(ErrorOf(Open().Close()), "");
  EXPECT_EQ(files_.calls().size(), 4u);
}

TEST_F(ByteSinkTest, IsOfNoUseOnceClosed) {
  ByteSink sink = Open();
  ASSERT_TRUE(sink.Close());
  EXPECT_EQ(ErrorOf(sink.Append(AsBytes("more"))), "Already closed");
  EXPECT_EQ(ErrorOf(sink.Close()), "Already closed");
}

TEST_F(ByteSinkTest, ItsEndClosesTheFile) {
  {
    ByteSink sink = Open();
    ByteSink moved = std::move(sink);
    EXPECT_EQ(files_.open_descriptors(), 1u);
    files_.files.clear();
    moved = Open();
    EXPECT_EQ(files_.open_descriptors(), 1u);
  }
  EXPECT_EQ(files_.open_descriptors(), 0u);
}

TEST_F(ByteSinkTest, GoesOnInAFileThatIsThereBehindWhatIsKept) {
  files_.files["f"] = ByteBuffer(7, std::byte{'x'});
  Result<ByteSink> sink = ByteSink::Open(files_, "f");
  ASSERT_EQ(ErrorOf(sink), "");
  EXPECT_TRUE(sink->Lock());
  EXPECT_TRUE(sink->Cut(3));
  EXPECT_TRUE(sink->Append(AsBytes("abc")));
  EXPECT_EQ(sink->size(), 6u);
  EXPECT_TRUE(sink->Close());
  EXPECT_EQ(Content(), "xxxabc");
  EXPECT_EQ(files_.calls(),
            (std::vector<std::string>{"open", "lock", "truncate", "sync", "write", "close"}));
  EXPECT_EQ(ErrorOf(ByteSink::Open(files_, "none")), "No such file or directory");
}

TEST_F(ByteSinkTest, WhatIsOnTheMediumIsNotSyncedAgain) {
  ByteSink sink = Open();
  ASSERT_TRUE(sink.Append(AsBytes("first")));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(sink.Sync());
  ASSERT_TRUE(sink.Append(AsBytes("second")));
  ByteSink moved = std::move(sink);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(moved.Sync());
  EXPECT_EQ(std::count(files_.calls().begin(), files_.calls().end(), "sync"), 2);
}

TEST_F(ByteSinkTest, AnotherHandleSyncsTheSameFile) {
  ByteSink sink = Open();
  ASSERT_TRUE(sink.Append(AsBytes("first")));
  Result<std::optional<ByteSink>> handle = sink.HandleToSync();
  ASSERT_EQ(ErrorOf(handle), "");
  ASSERT_TRUE(*handle);
  EXPECT_FALSE(*sink.HandleToSync());  // nothing new
  EXPECT_TRUE(sink.Close());
  std::vector<ByteSink> files;
  files.push_back(std::move(**handle));
  EXPECT_TRUE(SyncAndClose(std::move(files)));
  EXPECT_EQ(files_.calls(),
            (std::vector<std::string>{"create", "write", "duplicate", "close", "sync", "close"}));
}

TEST_F(ByteSinkTest, WhatWasSyncedOrIsBeingSyncedNeedsNoHandle) {
  ByteSink sink = Open();
  EXPECT_TRUE(*sink.HandleToSync());  // a new file
  ASSERT_TRUE(sink.Append(AsBytes("first")));
  ASSERT_TRUE(sink.Sync());
  EXPECT_FALSE(*sink.HandleToSync());
  ASSERT_TRUE(sink.Append(AsBytes("second")));
  EXPECT_TRUE(*sink.HandleToSync());
}

TEST_F(ByteSinkTest, AFailureToSyncIsToldAndAllIsClosed) {
  std::vector<ByteSink> files;
  files.push_back(Open());
  files_.files.clear();
  files.push_back(Open());
  files_.FailCall(2, EIO);
  EXPECT_EQ(ErrorOf(SyncAndClose(std::move(files))), "Input/output error");
  EXPECT_EQ(files_.open_descriptors(), 0u);
}

TEST_F(ByteSinkTest, WhatFailsOnTheWayToGoingOnIsTold) {
  for (std::size_t call = 0; call < 5; ++call) {
    MemoryFileSystem files;
    files.files["f"];
    files.FailCall(call, EIO);
    Result<ByteSink> sink = ByteSink::Open(files, "f");
    const Result<void> locked = sink ? sink->Lock() : Result<void>();
    Result<void> cut = sink ? sink->Cut(0) : Result<void>();
    if (cut && sink) cut = sink->Append(AsBytes(""));
    const bool handed = sink && sink->HandleToSync();
    EXPECT_FALSE(sink && locked && cut && handed) << call;
    EXPECT_EQ(files.open_descriptors(), sink ? 1u : 0u);
  }
}

TEST_F(ByteSinkTest, RemovesFiles) {
  files_.files["f"];
  EXPECT_EQ(ErrorOf(RemoveFile(files_, "f")), "");
  const Result<void> again = RemoveFile(files_, "f");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Errc::kNotFound);
}

TEST(PosixFileSystemTest, DoesWhatTheCallsSay) {
  const test::TempDirectory directory;
  FileSystem& files = PosixFileSystem();
  const std::string path = directory / "f";
  const int fd = files.Create(path, kOpenToOwner);
  ASSERT_GE(fd, 0);
  EXPECT_EQ(files.Create(path, kOpenToOwner), -EEXIST);
  EXPECT_EQ(files.Write(fd, AsBytes("abcdef")), 6);
  EXPECT_EQ(files.Truncate(fd, 3), 0);
  EXPECT_EQ(files.Write(fd, AsBytes("x")), 1);
  EXPECT_EQ(files.Sync(fd), 0);
  EXPECT_EQ(files.Close(fd), 0);
  EXPECT_EQ(AsText(test::ReadFile(path)), "abcx");
  EXPECT_EQ(files.Write(fd, AsBytes("x")), -EBADF);
  EXPECT_EQ(files.Truncate(fd, 3), -EBADF);
  EXPECT_EQ(files.Sync(fd), -EBADF);
  EXPECT_EQ(files.Close(fd), -EBADF);
  EXPECT_EQ(files.Remove(path), 0);
  EXPECT_EQ(files.Remove(path), -ENOENT);
  EXPECT_EQ(files.Create(directory / "no/such/directory", kOpenToAll), -ENOENT);

  test::WriteFile(directory / "a", AsBytes("1"));
  test::WriteFile(directory / "b", AsBytes("2"));
  std::vector<std::string> names;
  EXPECT_EQ(files.List(directory.path(), names), 0);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(files.List(directory / "no/such/directory", names), -ENOENT);
  EXPECT_EQ(files.SyncDirectory(directory.path()), 0);
  EXPECT_EQ(files.SyncDirectory(directory / "no/such/directory"), -ENOENT);
}

TEST(PosixFileSystemTest, AFileIsLockedUntilTheLastDescriptorOfItsOpeningIsClosed) {
  const test::TempDirectory directory;
  FileSystem& files = PosixFileSystem();
  const std::string path = directory / "f";
  EXPECT_EQ(files.Open(path), -ENOENT);
  test::WriteFile(path, AsBytes("abc"));
  const int one = files.Open(path);
  const int other = files.Open(path);
  EXPECT_EQ(files.Lock(one), 0);
  EXPECT_EQ(files.Lock(other), -EWOULDBLOCK);
  const int copy = files.Duplicate(one);
  EXPECT_EQ(files.Close(one), 0);
  EXPECT_EQ(files.Lock(other), -EWOULDBLOCK);
  EXPECT_EQ(files.Write(copy, AsBytes("d")), 1);
  EXPECT_EQ(files.Close(copy), 0);
  EXPECT_EQ(files.Lock(other), 0);
  EXPECT_EQ(files.Close(other), 0);
  EXPECT_EQ(AsText(test::ReadFile(path)), "abcd");
  EXPECT_EQ(files.Duplicate(copy), -EBADF);
  EXPECT_EQ(files.Lock(copy), -EBADF);
}

TEST(PosixFileSystemTest, RenamesWithoutReplacingEvenWhereTheSystemHasNoCallForIt) {
  const auto by_call = [](const std::string& from, const std::string& to) {
    return PosixFileSystem().Rename(from, to);
  };
  for (const std::function<int(const std::string&, const std::string&)>& rename :
       {std::function<int(const std::string&, const std::string&)>(by_call),
        std::function<int(const std::string&, const std::string&)>(RenameOntoPlaceholder)}) {
    const test::TempDirectory directory;
    test::WriteFile(directory / "a", AsBytes("1"));
    test::WriteFile(directory / "b", AsBytes("2"));
    EXPECT_EQ(rename(directory / "a", directory / "b"), -EEXIST);
    EXPECT_EQ(rename(directory / "none", directory / "c"), -ENOENT);
    EXPECT_EQ(test::FileNames(directory.path()), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(rename(directory / "a", directory / "c"), 0);
    EXPECT_EQ(test::FileNames(directory.path()), (std::vector<std::string>{"b", "c"}));
    EXPECT_EQ(AsText(test::ReadFile(directory / "c")), "1");
  }
}

}  // namespace
}  // namespace fdr
