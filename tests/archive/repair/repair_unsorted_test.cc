// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Repairs archives whose records are not in the order of time.  The repaired archives are sorted,
// and have all records.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/repair.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsorted_archive.h"

namespace fdr {
namespace {

std::vector<std::string> RecordsOf(const std::string& base) {
  std::vector<std::string> records;
  const auto archive = Archive::Open(base);
  EXPECT_TRUE(archive) << archive.error().Message();
  if (!archive) return records;
  RecordCursor cursor(**archive);
  while (const auto frame = cursor.Next().value_or(std::nullopt))
    records.emplace_back(AsText(frame->body));
  return records;
}

TEST(RepairUnsortedTest, NothingIsLostAndThePeerAccepts) {
  const std::uint64_t archives = test::IsSoak() ? 500 : 20;
  std::uint64_t data_moved = 0, metadata_moved = 0;
  for (std::uint64_t seed = 0; seed < archives; ++seed) {
    const test::TempDirectory directory;
    const std::string names = test::WriteRandomArchives(directory.path(), seed).names;
    const test::UnsortedArchive archive =
        test::WriteUnsorted(names.substr(0, names.find(',')), directory.path(), seed);
    const std::string out = directory / "out";
    RepairOptions options;
    for (const bool dry_run : {true, false}) {
      options.dry_run = dry_run;
      const Result<RepairReport> report = RepairArchive(archive.unsorted, out, options);
      ASSERT_TRUE(report) << report.error().Message();
      std::uint64_t kept = 0;
      for (const RepairedFile& file : report->files) {
        EXPECT_EQ(file.records_dropped, 0u) << file.path;
        kept += file.number >= 0 ? file.records_kept : 0;
        (file.number >= 0 ? data_moved : metadata_moved) += file.records_moved;
      }
      EXPECT_EQ(kept, archive.records);
    }
    EXPECT_EQ(RecordsOf(out), RecordsOf(archive.sorted)) << seed;
    EXPECT_EQ(test::ReadFile(out + ".meta"), test::ReadFile(archive.sorted + ".meta")) << seed;
    const test::ChildOutcome checked = test::RunPeer({"pmlogcheck", "-w", out});
    EXPECT_EQ(checked.exit_status, 0) << checked.out << checked.err;
    EXPECT_EQ(checked.err.find("backwards"), std::string::npos) << checked.err;
    const test::ChildOutcome dumped = test::RunPeer({"pmdumplog", "-a", out});
    EXPECT_EQ(dumped.exit_status, 0) << dumped.err;
  }
  EXPECT_GT(data_moved, archives);
  EXPECT_GT(metadata_moved, archives);
}

}  // namespace
}  // namespace fdr
