// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Journals that another user planted.  tests/archive/copy/replace_archive_test.cc has those that
// fdr leaves.

#include "fdr/archive/files/settle_replacement.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <map>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;

class SettleReplacementTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a.meta", "a.0", "a.1", "b.meta", "b.0", "notes"}) Put(name, "old");
    for (const char* name : {"a.meta.fdr-new", "a.0.fdr-new"}) Put(name, "newer");
  }

  void Put(const std::string& name, const std::string& text) const {
    test::WriteFile(directory_ / name, std::as_bytes(std::span(text)));
  }
  void Plant(const ReplacementJournal& journal) const { Put("a.fdr-copy", *journal.Encode()); }

  std::string Settle() const { return ErrorOf(SettleReplacement(PosixFileSystem(), base_)); }

  std::map<std::string, std::string> Found() const {
    std::map<std::string, std::string> found;
    for (const std::string& name : test::FileNames(directory_.path()))
      found[name] = std::string(AsText(test::ReadFile(directory_ / name)));
    return found;
  }

  // It is refused, and nothing changes.
  void ExpectRefused(const std::string& why) const {
    const auto before = Found();
    EXPECT_NE(Settle().find(why), std::string::npos) << Settle();
    const auto found = FindArchive(base_);
    ASSERT_FALSE(found);
    EXPECT_NE(ErrorOf(found).find(why), std::string::npos) << ErrorOf(found);
    EXPECT_EQ(Found(), before);
    // Other archives of the directory can be read.
    int missing = 0;
    const auto all = FindArchives(directory_.path(), [&](const Problem&) { ++missing; });
    ASSERT_EQ(ErrorOf(all), "");
    EXPECT_EQ(all->size(), 1u);
    EXPECT_EQ(missing, 1);
  }

  const ReplacementJournal journal_{.before = {{".meta", 3}, {".0", 3}, {".1", 3}},
                                    .after = {{".meta", 5}, {".0", 5}}};
  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_F(SettleReplacementTest, TheNewFilesTakeTheirPlaces) {
  Plant(journal_);
  EXPECT_EQ(Settle(), "");
  const std::map<std::string, std::string> wanted = {
      {"a.meta", "newer"}, {"a.0", "newer"}, {"b.meta", "old"}, {"b.0", "old"}, {"notes", "old"}};
  EXPECT_EQ(Found(), wanted);
}

TEST_F(SettleReplacementTest, ADraftIsUndone) {
  Put("a.fdr-copy.part", "fdr-copy 1\nbefo");
  Put("a.1.xz.part.fdr-new", "newer");
  Put("a.notes.fdr-new", "a user's");
  Put("ab.0.fdr-new", "of another archive");
  EXPECT_EQ(Settle(), "");
  const auto found = Found();
  EXPECT_EQ(found.size(), 8u);
  EXPECT_TRUE(found.contains("a.notes.fdr-new"));
  EXPECT_TRUE(found.contains("ab.0.fdr-new"));
}

TEST_F(SettleReplacementTest, ADamagedJournalIsRefused) {
  Put("a.fdr-copy", "fdr-copy 1\nafter 5 .meta\nafter 5 .0\nend 0000000000000000\n");
  ExpectRefused("the digest is another one");
  std::filesystem::resize_file(directory_ / "a.fdr-copy", ReplacementJournal::kLargest + 1);
  ExpectRefused("too long");
}

TEST_F(SettleReplacementTest, SizesThatDifferAreRefused) {
  ReplacementJournal other = journal_;
  for (const std::size_t i : {0u, 1u}) {
    other = journal_;
    other.after[i].size = 4;
    Plant(other);
    ExpectRefused("Not what the journal of");
  }
  for (const std::size_t i : {0u, 1u, 2u}) {
    other = journal_;
    other.before[i].size = 4;
    Plant(other);
    ExpectRefused("Not what the journal of");
  }
  other = journal_;
  other.before.erase(other.before.begin() + 1);
  Plant(other);
  ExpectRefused("Not what the journal of");  // a.0 would be overwritten
  std::filesystem::remove(directory_ / "a.0.fdr-new");
  Plant(journal_);
  ExpectRefused("Not what the journal of");
}

TEST_F(SettleReplacementTest, WhatIsNoFileIsRefused) {
  Plant(journal_);
  std::filesystem::remove(directory_ / "a.0.fdr-new");
  std::filesystem::create_symlink("notes", directory_ / "a.0.fdr-new");
  ExpectRefused("Not a regular file");
  std::filesystem::remove(directory_ / "a.fdr-copy");
  std::filesystem::create_symlink("notes", directory_ / "a.fdr-copy");
  ExpectRefused("A symbolic link");
}

// The tests run as root where they can.
TEST_F(SettleReplacementTest, AJournalDoesNotReplaceTheFilesOfAnotherUser) {
  if (::geteuid() != 0) return;
  Plant(journal_);
  for (const char* name : {"a.fdr-copy", "a.meta.fdr-new", "a.0.fdr-new", "a.meta", "a.0"})
    ASSERT_EQ(::chown((directory_ / name).c_str(), 1234, 0), 0);
  ExpectRefused("another user");  // a.1 belongs to root
  ASSERT_EQ(::chown((directory_ / "a.1").c_str(), 1234, 0), 0);
  EXPECT_EQ(Settle(), "");
}

}  // namespace
}  // namespace fdr
