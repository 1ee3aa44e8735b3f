// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tables of processes: those that live are few, those that ever lived are many.

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// A minute in which 60 processes live at a time, 3,000 in all.  The later a process comes, the more
// it uses.
void WriteShortLives(const std::string& base) {
  constexpr InDomId kAllProcesses = InDomId::Build(60, 9);
  constexpr std::int64_t kLives = 50, kSeconds = 60;
  const auto id = [](std::uint32_t item) { return MetricId::Build(60, 8, item); };
  const Units msec{.dim_time = 1, .scale_time = 2};
  ArchiveBuilder archive(base);
  archive.Metric({"proc.psinfo.sname", id(0), Type::kString, kAllProcesses, Semantics::kDiscrete})
      .Metric({"proc.psinfo.utime", id(1), Type::kU64, kAllProcesses, Semantics::kCounter, msec})
      .Metric({"proc.psinfo.stime", id(2), Type::kU64, kAllProcesses, Semantics::kCounter, msec});
  for (std::uint32_t item = 3; item < 8; ++item)
    archive.Metric({"proc.other.n" + std::to_string(item), id(item), Type::kU32, kAllProcesses});
  InstanceList all;
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < kLives * kSeconds; ++i)
    names.push_back(std::to_string(i + 1) + " program");
  for (std::size_t i = 0; i < names.size(); ++i)
    all.push_back({static_cast<InstanceId>(i + 1), names[i]});
  archive.InDom(At(0), kAllProcesses, all);
  for (std::int64_t i = 0; i < 2 * kSeconds; ++i) {
    std::vector<Values> sets;
    for (std::uint32_t item = 0; item < 8; ++item) sets.push_back({id(item), {}});
    for (std::int64_t k = 0; k < kLives; ++k) {
      const auto process = static_cast<InstanceId>(i / 2 * kLives + k + 1);
      sets[0].values.emplace_back(process, std::string("R"));
      for (std::size_t item = 1; item < 8; ++item)
        sets[item].values.emplace_back(process, i % 2 * std::int64_t{process} / 10);
    }
    archive.Record(At(0.5 * static_cast<double>(i)), sets);
  }
}

std::size_t LinesOfPrograms(const std::string& out) {
  std::size_t count = 0;
  for (std::size_t at = out.find("program"); at != out.npos; at = out.find("program", at + 1))
    ++count;
  return count;
}

TEST(ManyProcessesTest, ATableShowsThoseThatLive) {
  const TempDirectory directory;
  const std::string base = directory / "lives";
  WriteShortLives(base);
  const ChildOutcome report =
      RunFdr({"replay", base, ":ps", "--top", "3", "-S", "58s", "-T", "59s"});
  EXPECT_EQ(report.exit_status, 0) << report.err;
  EXPECT_GE(LinesOfPrograms(report.out), 3U) << report.out;
  const ChildOutcome metrics =
      RunFdr({"replay", base, "proc", "--top", "5", "-S", "58s", "-T", "59s"});
  EXPECT_EQ(metrics.exit_status, 0) << metrics.err;
  EXPECT_GE(LinesOfPrograms(metrics.out), 5U) << metrics.out;
}

}  // namespace
}  // namespace fdr::test
