// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damages every file of small archives in every simple way.  Repair may fail, but only with a clear
// error.  Otherwise, our check and the peer's check find no error in the repaired archive, and the
// archive has lost only the damaged part.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <random>

#include "fdr/archive/archive.h"
#include "fdr/archive/check.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/archive/repair.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/golden_archives.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsynced_files.h"

namespace fdr {
namespace {

struct DataRecord {
  std::string bytes;  // of the body
  std::int32_t volume = 0;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
  bool is_mark = false;
};

std::vector<DataRecord> DataRecords(const std::string& base) {
  std::vector<DataRecord> records;
  const auto archive = Archive::Open(base);
  EXPECT_TRUE(archive) << archive.error().Message();
  if (!archive) return records;
  RecordCursor cursor(**archive);
  ResultRecord record;
  while (true) {
    const auto frame = cursor.Next();
    EXPECT_TRUE(frame) << frame.error().Message();
    if (!frame || !*frame) return records;
    EXPECT_TRUE(record.Decode((*archive)->label().version, (*frame)->body));
    records.push_back({.bytes = std::string(AsText((*frame)->body)),
                       .volume = (*archive)->files().volumes[cursor.volume()].number,
                       .offset = (*frame)->offset,
                       .end = (*frame)->end(),
                       .is_mark = record.is_mark()});
  }
}

class RepairDamageTest : public testing::TestWithParam<test::GoldenArchive> {
 protected:
  RepairDamageTest() : original_(DataRecords(test::GoldenBase(GetParam()))) {
    const std::filesystem::path golden(test::GoldenBase(GetParam()));
    const std::string stem = golden.filename().string() + '.';
    for (const std::string& name : test::FileNames(golden.parent_path().string())) {
      if (!name.starts_with(stem)) continue;
      const std::string part = name.substr(stem.size());
      files_[part] = test::ReadFile(golden.parent_path() / name);
      test::WriteFile(in_ + '.' + part, files_[part]);
    }
  }

  // Repairs the archive after one of its files is replaced.  Returns the repaired data records, or
  // nothing if no good record is left (kEmpty).
  std::optional<std::vector<DataRecord>> Repair(const std::string& part, Bytes damaged) {
    for (const auto& [p, bytes] : files_) std::filesystem::remove(out_ + '.' + p);
    Replace(part, damaged);
    const Result<RepairReport> report = RepairArchive(in_, out_, {}, disk_);
    Replace(part, files_[part]);
    ++repairs_;
    if (!report) {
      EXPECT_EQ(report.error().code, Errc::kEmpty) << report.error().Message();
      EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
      return std::nullopt;
    }
    report_ = *report;
    std::string findings;
    const CheckSummary summary = CheckArchive(*FindArchive(out_), {}, [&](const Finding& finding) {
      if (finding.severity() == Severity::kError) findings += finding.sentence + '\n';
    });
    EXPECT_EQ(summary.count(Severity::kError), 0u) << findings;
    return DataRecords(out_);
  }

  // Removes the old file first: some file systems wait for the disk when a file is overwritten.
  void Replace(const std::string& part, Bytes bytes) const {
    std::filesystem::remove(in_ + '.' + part);
    test::WriteFile(in_ + '.' + part, bytes);
  }

  // How many of the original records are among the repaired records.
  std::size_t Kept(const std::vector<DataRecord>& repaired) const {
    std::multimap<std::string_view, int> bodies;
    for (const DataRecord& record : repaired) bodies.emplace(record.bytes, 0);
    std::size_t kept = 0;
    for (const DataRecord& record : original_) {
      const auto found = bodies.find(record.bytes);
      if (found == bodies.end()) continue;
      bodies.erase(found);
      ++kept;
    }
    return kept;
  }

  std::size_t RecordsKept() const {
    std::size_t kept = 0;
    for (const RepairedFile& file : report_.files)
      if (file.number >= 0) kept += file.records_kept;
    return kept;
  }

  // How many records a damaged byte can cost: at most its own record.  A mark at the end of a
  // volume is lost with the record before it, because no later record confirms the mark.
  std::size_t RecordsAtRisk(std::int32_t volume, std::uint64_t at) const {
    const auto hit = std::find_if(
        original_.begin(), original_.end(),
        [&](const DataRecord& record) { return record.volume == volume && at < record.end; });
    if (hit == original_.end() || hit->offset > at) return 1;
    const auto next = hit + 1;
    if (next == original_.end() || next->volume != volume || !next->is_mark) return 1;
    const auto behind = next + 1;
    return behind == original_.end() || behind->volume != volume ? 2 : 1;
  }

  // Whether repair converted floats.  A flipped bit can turn one metric into another, and the
  // values of that metric then decide how repair stores floats.
  bool FloatsConverted() const {
    for (const RepairedFile& file : report_.files)
      for (const RepairNote& note : file.notes)
        if (note.what.starts_with("Floats were not stored")) return true;
    return false;
  }

  std::size_t WholeBefore(std::int32_t volume, std::uint64_t cut) const {
    return static_cast<std::size_t>(std::count_if(
        original_.begin(), original_.end(),
        [&](const DataRecord& record) { return record.volume != volume || record.end <= cut; }));
  }

  void ExpectThePeerAgrees() {
    const test::ChildOutcome outcome = test::RunPeer({"pmlogcheck", "-w", out_});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.out << outcome.err;
    ++peer_checks_;
  }

  static bool IsVolume(const std::string& part) { return part != "meta" && part != "index"; }

  const test::TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
  std::map<std::string, ByteBuffer> files_;  // by suffix
  const std::vector<DataRecord> original_;
  test::UnsyncedFiles disk_;
  RepairReport report_;
  std::size_t repairs_ = 0;
  std::size_t peer_checks_ = 0;
  std::mt19937 random_{1};
};

TEST_P(RepairDamageTest, TornFilesLoseTheTornRecordAndWhatWasBehindIt) {
  for (const auto& [part, bytes] : files_) {
    test::ForEachTruncation(bytes, [&, p = part](Bytes damaged) {
      const auto repaired = Repair(p, damaged);
      const std::string where = p + " cut at " + std::to_string(damaged.size());
      if (p == "index") {
        ASSERT_TRUE(repaired) << where;
        EXPECT_EQ(Kept(*repaired), original_.size()) << where;
      } else if (IsVolume(p) && repaired) {
        // Repair may write a new mark in place of a torn one.
        EXPECT_GE(Kept(*repaired), WholeBefore(std::stoi(p), damaged.size())) << where;
      } else if (IsVolume(p)) {
        EXPECT_EQ(WholeBefore(std::stoi(p), damaged.size()), 0u) << where;
      }
      if (repaired && random_() % (test::IsSoak() ? 64 : 512) == 0) ExpectThePeerAgrees();
    });
  }
  EXPECT_GT(repairs_, 700u);
  EXPECT_GT(peer_checks_, 0u);
}

TEST_P(RepairDamageTest, AFlippedBitLosesNoMoreThanItsRecord) {
  for (const auto& [part, bytes] : files_) {
    test::ForEachBitFlip(bytes, [&, p = part](Bytes damaged) {
      if (!test::IsSoak() && random_() % 64 != 0) return;
      const auto repaired = Repair(p, damaged);
      const auto at = std::mismatch(damaged.begin(), damaged.end(), files_[p].begin()).first;
      const std::string where = p + " flipped at " + std::to_string(at - damaged.begin());
      ASSERT_TRUE(repaired || (p == "meta" && original_.size() > 0)) << where;
      if (p == "index") {
        EXPECT_EQ(Kept(*repaired), original_.size()) << where;
      } else if (IsVolume(p)) {
        const auto offset = static_cast<std::uint64_t>(at - damaged.begin());
        EXPECT_GE(RecordsKept() + RecordsAtRisk(std::stoi(p), offset), original_.size()) << where;
        // A second record may be dropped besides the damaged one.  If two records contradict each
        // other, repair cannot know which one is wrong.
        EXPECT_TRUE(FloatsConverted() || Kept(*repaired) + 2 >= original_.size()) << where;
      } else if (repaired) {
        const RepairedFile& metadata = report_.files.front();
        const auto dependent =
            std::count_if(metadata.notes.begin(), metadata.notes.end(), [](const RepairNote& note) {
              return note.what.starts_with("What changed in instance domain");
            });
        EXPECT_LE(metadata.stretches_lost + metadata.records_dropped,
                  1u + static_cast<std::size_t>(dependent))
            << where;
      }
      if (repaired && random_() % 16 == 0) ExpectThePeerAgrees();
    });
  }
  EXPECT_GT(peer_checks_, 0u);
}

// By default two archives of version 2 and one of version 3.  FDR_SOAK=1 takes all of them.
std::vector<test::GoldenArchive> Chosen() {
  std::vector<test::GoldenArchive> chosen;
  for (const test::GoldenArchive& archive : test::GoldenArchives()) {
    const std::string_view name = archive.name;
    if (test::IsSoak() || name == "v2-marks-volumes" || name == "v2-all-types" ||
        name == "v3-instances-delta")
      chosen.push_back(archive);
  }
  return chosen;
}

std::string NameOf(const testing::TestParamInfo<test::GoldenArchive>& golden) {
  std::string name = golden.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Golden, RepairDamageTest, testing::ValuesIn(Chosen()), NameOf);

}  // namespace
}  // namespace fdr
