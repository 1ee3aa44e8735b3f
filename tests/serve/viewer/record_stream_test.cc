// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/record_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/tests/serve/viewer/viewer_archives.h"
#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

TEST(RecordStreamTest, DamageIsAGapAndIsReportedWithItsPlace) {
  const TempDirectory directory;
  const std::string base = directory / "toy";
  WriteToy(base, "time     1000  1010  1020  1030\nc         100   200   300   400   counter\n");
  const std::uint64_t offset = DamageRecord(base + ".0", 1);
  std::vector<Problem> problems;
  ReplayOptions options;
  options.on_damage = [&](const Problem& problem) { problems.push_back(problem); };
  const auto archive = ArchiveContext::Open(base, options);
  ASSERT_TRUE(archive);
  EXPECT_TRUE(problems.empty()) << "opening does not meet it";
  RecordStream stream(**archive, (*archive)->label().start);
  std::string seen;
  while (const auto record = stream.Next().value_or(std::nullopt))
    seen += record->is_gap ? '|' : 'r';
  EXPECT_EQ(seen, "r|rr");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].file, base + ".0");
  EXPECT_EQ(problems[0].offset, offset);
}

}  // namespace
}  // namespace fdr::test
