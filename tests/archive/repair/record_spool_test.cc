// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/record_spool.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

TEST(RecordSpoolTest, GivesRecordsBackInTheOrderOfTime) {
  const test::TempDirectory directory;
  auto spool = RecordSpool::Create(directory.path());
  ASSERT_TRUE(spool) << spool.error().Message();
  for (const auto& [second, text] : std::vector<std::pair<int, const char*>>{
           {20, "b"}, {30, "dd"}, {10, "a"}, {20, "ccc"}, {40, ""}})
    ASSERT_TRUE(spool->Add({second, 0}, test::RecordBuilder().Text(text)));
  std::string all;
  ASSERT_TRUE(spool->Visit([&](Timestamp stamp, Bytes record) -> Result<void> {
    all += std::to_string(stamp.sec) + std::string(AsText(record)) + ' ';
    return {};
  }));
  EXPECT_EQ(all, "10a 20b 20ccc 30dd 40 ");
  EXPECT_TRUE(test::FileNames(directory.path()).empty());
}

TEST(RecordSpoolTest, WhoeverTakesThemMayStop) {
  const test::TempDirectory directory;
  auto spool = RecordSpool::Create(directory.path());
  ASSERT_TRUE(spool);
  for (const int second : {1, 2}) ASSERT_TRUE(spool->Add({second, 0}, {}));
  int visited = 0;
  const Result<void> outcome = spool->Visit([&](Timestamp, Bytes) -> Result<void> {
    ++visited;
    return Fail(Errc::kCancelled, "Enough");
  });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, Errc::kCancelled);
  EXPECT_EQ(visited, 1);
}

TEST(RecordSpoolTest, NeedsADirectory) { EXPECT_FALSE(RecordSpool::Create("/nowhere/at/all")); }

}  // namespace
}  // namespace fdr
