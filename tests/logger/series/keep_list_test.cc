// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/keep_list.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

const auto kAnyArchive = [](const KeptArchive&) { return true; };

class KeepListTest : public testing::Test {
 protected:
  std::string Add(const std::string& name) const {
    return ErrorOf(list_.Add(directory(), {name, {17, 5}, 42}));
  }
  // The names on the list, and then the errors of ignored lines in brackets.
  std::string Read() const {
    std::vector<Error> ignored;
    const auto archives = list_.Read(directory(), kAnyArchive, ignored);
    std::string all = ErrorOf(archives);
    if (archives)
      for (const KeptArchive& archive : *archives) all += archive.name + ' ';
    for (const Error& error : ignored) all += '[' + error.what + ']';
    return all;
  }
  Directory directory() const { return *Directory::Open(PosixFileSystem(), place_.path()); }
  std::string Text() const { return std::string(AsText(ReadFile(place_ / list_.name()))); }
  void Write(const std::string& name, std::string_view text) const {
    WriteFile(place_ / name, AsBytes(text));
  }

  const TempDirectory place_;
  const KeepList list_{"a%S"};
};

TEST_F(KeepListTest, PeopleSeeItAndReadWhatItIs) {
  EXPECT_EQ(Add("a1"), "");
  EXPECT_EQ(Add("a2"), "");
  EXPECT_EQ(FileNames(place_.path()), std::vector<std::string>{"fdr-keep.a%S.txt"});
  const std::string text = Text();
  EXPECT_TRUE(text.starts_with("# fdr record --keep: the archives beside this file that it may "))
      << text;
  EXPECT_TRUE(text.ends_with("# See fdr-record(1).\na1\t17\t5\t42\na2\t17\t5\t42\n")) << text;
  EXPECT_EQ(Read(), "a1 a2 ");
}

TEST_F(KeepListTest, TheListOfEarlierVersionsIsReadAndTakenOver) {
  Write(".a%S.archives", "old\t1\t2\t3\nolder\t4\t5\t6\n");
  EXPECT_EQ(Read(), "old older ");
  EXPECT_EQ(Add("a1"), "");
  EXPECT_EQ(FileNames(place_.path()), std::vector<std::string>{"fdr-keep.a%S.txt"});
  EXPECT_EQ(Read(), "old older a1 ");
}

TEST_F(KeepListTest, WhatIsNoListIsNotTakenOver) {
  const std::string text = "old\t1\t2\t3\n../b\t1\t2\t3\n";
  Write(".a%S.archives", text);
  EXPECT_EQ(Add("a1"), "");
  EXPECT_EQ(AsText(ReadFile(place_ / ".a%S.archives")), text);
  EXPECT_EQ(Read(), "old a1 [Lines that name no archive beside it are ignored: 1]");
}

TEST_F(KeepListTest, OnlyFilesBesideItAreOnIt) {
  for (const char* name : {"", ".", "..", "../a", "b/a", "/a", "a\tb", "a\nb", "#a", "a\x01"})
    EXPECT_EQ(Add(name), "An archive of this name cannot be removed later") << name;
  EXPECT_EQ(Add("a1"), "");
  Write(list_.name(), Text() + "../a\t1\t2\t3\n/a\t1\t2\t3\nb/a\t1\t2\t3\n..\t1\t2\t3\na\t1\t2\n" +
                          "\t1\t2\t3\na\t1\t2\t99999999999\n" + std::string(1000, 'x') +
                          "\t1\t2\t3\n\nlast\t1\t2\t3");
  EXPECT_EQ(Read(), "a1 last [Lines that name no archive beside it are ignored: 8]");
}

TEST_F(KeepListTest, EachIsOnItOnce) {
  for (const char* name : {"a1", "a1", "a2", "a1"}) EXPECT_EQ(Add(name), "");
  EXPECT_EQ(Read(), "a1 a2 ");
}

TEST_F(KeepListTest, NothingElseInItsPlaceIsReadOrWritten) {
  const std::string elsewhere = place_ / "elsewhere";
  const std::string text =
      "# fdr record --keep: the archives beside this file that it may remove some "
      "day.\na1\t1\t2\t3\n";
  WriteFile(elsewhere, AsBytes(text));
  std::filesystem::create_symlink(elsewhere, place_ / list_.name());
  EXPECT_EQ(Add("a2"), "A symbolic link, where the list of archives should be");
  EXPECT_EQ(Read(), "[A symbolic link, where the list of archives should be]");
  EXPECT_EQ(AsText(ReadFile(elsewhere)), text);
  std::filesystem::remove(place_ / list_.name());
  std::filesystem::create_directory(place_ / list_.name());
  EXPECT_EQ(Add("a2"), "A directory, where the list of archives should be");
  std::filesystem::remove(place_ / list_.name());
  Write(list_.name(), "a1\t1\t2\t3\n");
  EXPECT_EQ(Add("a2"), "Not a list of archives: its first line is different");
  EXPECT_EQ(Read(), "[Not a list of archives: its first line is different]");
  EXPECT_EQ(Text(), "a1\t1\t2\t3\n");
}

// Earlier entries must not be lost, since other recorders may have appended some.
TEST_F(KeepListTest, AFullDiskTakesNothingFromIt) {
  EXPECT_EQ(Add("a1"), "");
  const std::string before = Text();
  for (std::size_t call = 0;; ++call) {
    FaultyFiles files;
    files.FailCall(call, ENOSPC);
    const auto opened = Directory::Open(files, place_.path());
    const auto added = opened ? list_.Add(*opened, {"a2", {17, 5}, 42}) : Result<void>();
    if (files.calls() <= call) break;
    EXPECT_TRUE(Text().starts_with(before));
  }
  FaultyFiles files;
  files.ShortenWrites();
  EXPECT_EQ(ErrorOf(list_.Add(*Directory::Open(files, place_.path()), {"a3", {17, 5}, 42})),
            "No space left on device");
  EXPECT_EQ(Add("a4"), "");
  EXPECT_TRUE(Text().starts_with(before));
  EXPECT_TRUE(Text().ends_with("\na4\t17\t5\t42\n")) << Text();
}

}  // namespace
}  // namespace fdr::test
