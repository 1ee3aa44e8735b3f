// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/archive_names.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

class ArchiveNamesTest : public testing::Test {
 protected:
  ArchiveNames Names(const std::string& pattern, const Zone& zone = {}) {
    return ArchiveNames({.text = pattern, .zone = zone, .clock = [this] { return now_; }}, files_);
  }

  // Returns the next name, and takes it.
  std::string Take(ArchiveNames& names) {
    const Result<std::string> name = names.Next();
    if (!name) return test::ErrorOf(name);
    files_.files[*name + ".meta"] = {};
    return *name;
  }

  test::MemoryFileSystem files_;
  Timestamp now_{1706691845, 0};  // 2024-01-31 09:04:05 UTC
};

TEST_F(ArchiveNamesTest, APlainNameIsTheFirstOne) {
  ArchiveNames names = Names("web");
  EXPECT_EQ(Take(names), "web");
  EXPECT_EQ(Take(names), "web-00");
  EXPECT_EQ(Take(names), "web-01");
}

// A plain name is never replaced by another.  The writer of the archive reports that it is taken.
TEST_F(ArchiveNamesTest, APlainNameThatIsTakenStaysWhatItIs) {
  files_.files["web.index"] = {};
  ArchiveNames names = Names("web");
  EXPECT_EQ(Take(names), "web");
}

TEST_F(ArchiveNamesTest, ConversionsAreReplaced) {
  ArchiveNames names = Names("logs/%Y%m%d.%H.%M");
  EXPECT_EQ(Take(names), "logs/20240131.09.04");
  now_.sec += 60;
  EXPECT_EQ(Take(names), "logs/20240131.09.05");
}

TEST_F(ArchiveNamesTest, ANumberFollowsWhatIsTaken) {
  files_.files["20240131.0.xz"] = {};
  files_.files["20240131-00.index"] = {};
  ArchiveNames names = Names("%Y%m%d");
  EXPECT_EQ(Take(names), "20240131-01");
  EXPECT_EQ(Take(names), "20240131-02");
}

TEST_F(ArchiveNamesTest, TimesAreThoseOfTheZone) {
  ArchiveNames names = Names("%d.%H.%M %Z %z %j %a", Zone::FromTz("AEST-10"));
  EXPECT_EQ(Take(names), "31.19.04 AEST +1000 031 Wed");
}

TEST_F(ArchiveNamesTest, LeapYearsAreKnown) {
  ArchiveNames names = Names("%j");
  now_.sec = 1735603200;  // 2024-12-31
  EXPECT_EQ(Take(names), "366");
  now_.sec = 1767139200;  // 2025-12-31
  EXPECT_EQ(Take(names), "365");
}

TEST_F(ArchiveNamesTest, APatternThatGivesNothingIsRefused) {
  ArchiveNames names = Names(std::string(5000, 'x') + "%Y");
  const Result<std::string> name = names.Next();
  ASSERT_FALSE(name);
  EXPECT_EQ(name.error().code, Errc::kInvalidArgument);
}

TEST_F(ArchiveNamesTest, ADirectoryThatCannotBeReadIsAnError) {
  ArchiveNames names = Names("%Y");
  files_.FailCall(0, EACCES);
  const Result<std::string> name = names.Next();
  ASSERT_FALSE(name);
  EXPECT_NE(name.error().code, Errc::kExists);
}

}  // namespace
}  // namespace fdr
