// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --scrub` together with options that change metrics: what is harmless stays, and
// nothing else becomes harmless.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kNumberOfUsers = MetricId::Build(60, 0, 1);
constexpr MetricId kSysForks = MetricId::Build(60, 0, 2);
constexpr MetricId kUserOfProcess = MetricId::Build(3, 24, 0);
constexpr MetricId kWrongNode = MetricId::Build(60, 12, 4);
constexpr MetricId kShopCustomer = MetricId::Build(70, 0, 1);

class ScrubChangedTest : public testing::Test {
 protected:
  void SetUp() override { Write("in", 0, Type::kU32); }

  void Write(const std::string& name, int from, Type type_of_users) {
    ArchiveBuilder builder(directory_ / name, Version::k3);
    builder.Metric({.name = "kernel.all.nusers", .id = kNumberOfUsers, .type = type_of_users})
        .Metric({.name = "kernel.all.sysfork", .id = kSysForks, .semantics = Semantics::kCounter})
        .Metric({.name = "proc.id.uid", .id = kUserOfProcess})
        .Metric({.name = "kernel.uname.nodename", .id = kWrongNode})
        .Metric({.name = "shop.customer", .id = kShopCustomer});
    for (int second = from; second < from + 6; ++second)
      builder.Record(At(second), {Single(kNumberOfUsers, std::int64_t{111000222}),
                                  Single(kSysForks, std::int64_t{222000333}),
                                  Single(kUserOfProcess, std::int64_t{333000444}),
                                  Single(kWrongNode, std::int64_t{555000666}),
                                  Single(kShopCustomer, std::int64_t{444000555})});
  }

  // All that is in the copy.
  std::string Scrub(std::vector<std::string> more) {
    const std::string out = directory_ / ("out" + std::to_string(copies_++));
    more.insert(more.begin(), {"copy", "--scrub", directory_ / "in"});
    more.push_back(out);
    const ChildOutcome outcome = RunFdr(std::move(more));
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    const std::string all = RunFdr({"dump", "-a", out}).out;
    EXPECT_FALSE(Has(all, "333000444")) << "a user";
    EXPECT_FALSE(Has(all, "444000555")) << "a customer";
    EXPECT_FALSE(Has(all, "555000666")) << "a number in place of a text";
    return all;
  }
  std::string Rules(const std::string& text) const {
    WriteFile(directory_ / "rules", AsBytes(text));
    return directory_ / "rules";
  }

  const TempDirectory directory_;
  int copies_ = 0;
};

TEST_F(ScrubChangedTest, ThinnedCountersStay) {
  const std::string all = Scrub({"-t", "2s"});
  EXPECT_TRUE(Has(all, "111000222"));
  EXPECT_TRUE(Has(all, "222000333"));
}

// By whole weeks, and for all archives of a run by the same number of them.
TEST_F(ScrubChangedTest, ARandomShiftHidesTheDate) {
  Write("a", 100, Type::kU32);
  Write("b", 5000, Type::kU32);
  std::filesystem::create_directory(directory_ / "copies");
  const ChildOutcome outcome = RunFdr({"copy", "--scrub", "--shift", "random", directory_ / "a",
                                       directory_ / "b", directory_ / "copies/"});
  ASSERT_EQ(outcome.exit_status, 0) << outcome.err;
  std::vector<std::int64_t> shifts;
  for (const std::string name : {"a", "b"}) {
    const auto before = Archive::Open(directory_ / name);
    const auto after = Archive::Open(directory_ / "copies" + '/' + name);
    ASSERT_TRUE(before && after);
    shifts.push_back((*before)->label().start.sec - (*after)->label().start.sec);
    EXPECT_EQ((*before)->label().start.nsec, (*after)->label().start.nsec);
  }
  EXPECT_EQ(shifts[0], shifts[1]);
  constexpr std::int64_t kDay = 86'400, kWeek = 7 * kDay;
  EXPECT_EQ(shifts[0] % kWeek, 0);
  EXPECT_GE(shifts[0], 366 * kDay);
  EXPECT_LE(shifts[0], 3640 * kDay);
}

TEST_F(ScrubChangedTest, StatisticsHaveTheRuleOfTheirMetric) {
  const std::string all = Scrub({"-t", "2s", "--statistics=min,max,mean"});
  EXPECT_TRUE(Has(all, "222000333"));
  for (const char* statistic : {"min", "max", "mean"})
    EXPECT_TRUE(Has(all, "(fdr.kernel.all.nusers." + std::string(statistic) + "): value 111000222"))
        << statistic << all;
}

TEST_F(ScrubChangedTest, OtherTypesAndNumbersStay) {
  const std::string all =
      Scrub({"--rewrite", Rules("metric kernel.all.sysfork { type -> U64 }\n"
                                "metric kernel.all.nusers { pmid -> 60.7.7 }\n")});
  EXPECT_TRUE(Has(all, "111000222"));
  EXPECT_TRUE(Has(all, "222000333"));
}

TEST_F(ScrubChangedTest, ExchangedNumbersAreNoWayOut) {
  const std::string all =
      Scrub({"--rewrite", Rules("metric kernel.all.nusers { pmid -> 3.24.0 }\n"
                                "metric proc.id.uid { pmid -> 60.0.1 }\n"
                                "metric shop.customer { pmid -> 60.0.2 }\n"
                                "metric kernel.all.sysfork { pmid -> 70.0.1 }\n")});
  EXPECT_TRUE(Has(all, "111000222"));
  EXPECT_TRUE(Has(all, "222000333"));
}

TEST_F(ScrubChangedTest, ANewNameMakesNothingHarmless) {
  Scrub({"--rename", "shop.customer=kernel.all.nprocs"});
  Scrub({"--rename", "proc.id.uid=kernel.all.nprocs"});
  Scrub({"--rename", "proc.id.uid=kernel.all.nprocs", "-t", "2s", "--statistics=min,max,mean"});
  Scrub({"--rewrite", Rules("metric shop.customer { sem -> counter units -> 0,0,1,0,0,ONE }")});
  EXPECT_TRUE(Has(Scrub({"--rename", "kernel.all.nusers=shop.things"}), "111000222"));
  EXPECT_FALSE(Has(Scrub({"--rename", "kernel.all.nusers=proc.id.uid_nm"}), "shop.things"));
}

TEST_F(ScrubChangedTest, ConflictsAreSettledWithoutALoss) {
  Write("later", 10, Type::kU64);
  for (const char* conflict : {"convert", "split"}) {
    const std::string all = Scrub({directory_ / "later", "--conflict", conflict});
    std::size_t values = 0;
    for (std::size_t at = all.find("111000222"); at != all.npos; at = all.find("111000222", at + 1))
      ++values;
    EXPECT_EQ(values, 12u) << conflict << all;
  }
}

}  // namespace
}  // namespace fdr::test
