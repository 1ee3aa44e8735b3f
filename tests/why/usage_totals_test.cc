// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/usage_totals.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::why {
namespace {

using test::At, test::ArchiveBuilder, test::Payload, test::TempDirectory;

constexpr InDomId kPrograms = InDomId::Build(508, 0), kUsers = InDomId::Build(508, 1);
constexpr MetricId kExits = MetricId::Build(508, 0, 1), kExitsOfUsers = MetricId::Build(508, 1, 1);

class UsageTotalsTest : public testing::Test {
 protected:
  UsageTotals Read() const {
    const auto archive = ArchiveContext::Open(base_);
    EXPECT_TRUE(archive.has_value());
    const UsageWindow window{At(10), At(20), At(0), At(30), 0};
    const auto totals = ReadTotals(**archive, window, [](Timestamp) { return true; });
    EXPECT_TRUE(totals.has_value());
    return *totals;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_F(UsageTotalsTest, ProgramsAndUsersAreCountedInTheStretchAndAroundIt) {
  ArchiveBuilder archive(base_);
  archive.Metric({"fdr.usage.by_program.exits", kExits, Type::kU64, kPrograms, Semantics::kCounter})
      .Metric({"fdr.usage.by_user.exits", kExitsOfUsers, Type::kU64, kUsers, Semantics::kCounter})
      .InDom(At(0), kPrograms, {{0, "(other)"}, {1, "sh"}, {2, "expr"}, {3, "cc"}})
      .InDom(At(0), kUsers, {{7, "mail"}});
  for (int t = 0; t <= 30; ++t) {
    const std::int64_t used = std::clamp(t - 12, 0, 5) * 100;
    std::vector<std::pair<InstanceId, Payload>> programs = {{0, std::int64_t{t} * 1000},
                                                            {1, std::int64_t{t}}};
    // A new one begins at 0.  One that had a name before goes on with its counter.
    if (t >= 12) programs.emplace_back(2, used);
    if (t >= 15) programs.emplace_back(3, std::int64_t{90'000});
    archive.Record(At(t), {{kExits, programs}, {kExitsOfUsers, {{7, used}}}});
  }
  archive.Close();
  const UsageTotals totals = Read();
  EXPECT_TRUE(totals.are_known[kTotalExits]);
  EXPECT_FALSE(totals.are_known[kTotalTime]);
  EXPECT_FALSE(totals.programs.contains("(other)"));
  EXPECT_DOUBLE_EQ(totals.programs.at("sh").in[kTotalExits], 10);
  EXPECT_DOUBLE_EQ(totals.programs.at("sh").out[kTotalExits], 20);
  EXPECT_DOUBLE_EQ(totals.programs.at("expr").in[kTotalExits], 500);
  EXPECT_FALSE(totals.programs.contains("cc"));
  EXPECT_DOUBLE_EQ(totals.users.at("mail").in[kTotalExits], 500);
}

TEST_F(UsageTotalsTest, BytesOfUnitsAreThoseFromAndToDisks) {
  constexpr InDomId kUnits = InDomId::Build(508, 3);
  constexpr MetricId kUnitsRead = MetricId::Build(508, 3, 2),
                     kUnitsWritten = MetricId::Build(508, 3, 3);
  ArchiveBuilder archive(base_);
  archive
      .Metric({"fdr.usage.by_unit.read_bytes", kUnitsRead, Type::kU64, kUnits, Semantics::kCounter})
      .Metric(
          {"fdr.usage.by_unit.write_bytes", kUnitsWritten, Type::kU64, kUnits, Semantics::kCounter})
      .InDom(At(0), kUnits, {{0, "(other)"}, {1, "cron.service"}});
  for (std::int64_t t = 0; t <= 30; ++t)
    archive.Record(At(static_cast<double>(t)),
                   {{kUnitsRead, {{0, t}, {1, t * 10}}}, {kUnitsWritten, {{0, t}, {1, t * 5}}}});
  archive.Close();
  const UsageTotals totals = Read();
  EXPECT_DOUBLE_EQ(totals.units.at("cron.service").in[kTotalDisk], 150);
  EXPECT_DOUBLE_EQ(totals.units.at("cron.service").out[kTotalDisk], 300);
  EXPECT_EQ(totals.units.size(), 2u);
  EXPECT_TRUE(totals.units.contains(kOtherUses)) << "one of them may be the right one";
  EXPECT_FALSE(totals.are_known[kTotalDisk]);
}

TEST_F(UsageTotalsTest, ArchivesMayLackThem) {
  ArchiveBuilder archive(base_);
  archive.Metric({"fdr.usage.by_program.exits", kExits, Type::kString, kPrograms})
      .InDom(At(0), kPrograms, {{1, "sh"}});
  for (int t = 0; t <= 30; ++t) archive.Record(At(t), {{kExits, {{1, std::string("many")}}}});
  archive.Close();
  const UsageTotals totals = Read();
  EXPECT_TRUE(totals.programs.empty());
  EXPECT_FALSE(totals.are_known[kTotalExits]);
}

}  // namespace
}  // namespace fdr::why
