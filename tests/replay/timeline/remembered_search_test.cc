// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/remembered_search.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/files/folio.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using std::chrono::seconds;

class RememberedSearchTest : public testing::Test {
 protected:
  // Whether a search was needed, which then found what is in use.
  bool Searches(std::chrono::steady_clock::duration later) {
    now_ += later;
    const bool is_needed = search_.IsNeeded(names_);
    if (is_needed) search_.End(true);
    return is_needed;
  }

  test::TempDirectory directory_;
  std::string names_ = directory_ / "a" + "," + directory_ / "inside";
  std::chrono::steady_clock::time_point now_;
  std::chrono::system_clock::duration ahead_ = seconds(0);
  RememberedSearch search_{
      {[this] { return now_; }, [this] { return std::chrono::system_clock::now() + ahead_; }}};
};

TEST_F(RememberedSearchTest, ADirectoryIsListedOnlyAfterItHasChanged) {
  EXPECT_TRUE(Searches(seconds(0)));
  EXPECT_TRUE(Searches(seconds(3))) << "another change may have the same time";
  EXPECT_TRUE(Searches(seconds(1)));
  EXPECT_FALSE(Searches(seconds(0)));
  EXPECT_FALSE(Searches(seconds(1000)));
  test::WriteFile(directory_ / "a.1", {});
  EXPECT_TRUE(Searches(seconds(1)));
  EXPECT_TRUE(Searches(seconds(1)));
  EXPECT_TRUE(Searches(seconds(3)));
  EXPECT_FALSE(Searches(seconds(1)));
  std::filesystem::create_directory(directory_ / "inside");
  EXPECT_TRUE(Searches(seconds(1)));
  EXPECT_TRUE(Searches(seconds(5)));
  EXPECT_FALSE(Searches(seconds(1)));
  test::WriteFile(directory_ / "inside/b.meta", {});
  EXPECT_TRUE(Searches(seconds(1)));
}

TEST_F(RememberedSearchTest, ADirectoryThatChangedLongAgoIsListedOnce) {
  ahead_ = std::chrono::hours(2);
  EXPECT_TRUE(Searches(seconds(0)));
  EXPECT_FALSE(Searches(seconds(0)));
  test::WriteFile(directory_ / "a.1", {});
  EXPECT_TRUE(Searches(seconds(0)));
}

TEST_F(RememberedSearchTest, WhatIsNotInUseIsSearchedAgain) {
  EXPECT_TRUE(Searches(seconds(0)));
  now_ += seconds(10);
  EXPECT_TRUE(search_.IsNeeded(names_));
  search_.End(false);
  EXPECT_TRUE(search_.IsNeeded(names_)) << "a file may become complete, and its directory stays";
  search_.End(true);
  EXPECT_FALSE(search_.IsNeeded(names_));
}

TEST_F(RememberedSearchTest, FoliosAndMissingDirectoriesAreAlwaysSearched) {
  names_ = directory_ / "folio";
  const std::string text = FolioText({});
  test::WriteFile(names_, AsBytes(text));
  EXPECT_TRUE(Searches(seconds(0)));
  EXPECT_TRUE(Searches(seconds(10)));
  names_ = directory_ / "nowhere/a";
  EXPECT_TRUE(Searches(seconds(10)));
  EXPECT_TRUE(Searches(seconds(10)));
}

}  // namespace
}  // namespace fdr
