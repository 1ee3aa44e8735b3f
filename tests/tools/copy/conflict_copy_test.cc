// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --conflict`: archives whose metrics changed meanwhile.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kUsed = MetricId::Build(60, 1, 1);
constexpr MetricId kOtherUsed = MetricId::Build(60, 1, 2);
constexpr MetricId kSame = MetricId::Build(60, 1, 3);
constexpr Units kKbyte{.dim_space = 1, .scale_space = 1};
constexpr Units kByte{.dim_space = 1};

class ConflictCopyTest : public testing::Test {
 protected:
  // Records at `from`, and a second later.
  void Write(const std::string& name, int from, const Metric& metric, std::int64_t value) {
    ArchiveBuilder builder(directory_ / name, Version::k2);
    builder.Metric(metric).Metric({.name = "same", .id = kSame});
    for (const int second : {from, from + 1})
      builder.Record(At(second), {Single(metric.id, value), Single(kSame, std::int64_t{second})});
  }
  void WriteOlderAndNewer() {
    Write("older", 1, {.name = "mem.used", .id = kUsed, .type = Type::kU32, .units = kKbyte},
          4'000'000'000);
    Write("newer", 11, {.name = "mem.used", .id = kUsed, .type = Type::kU64, .units = kByte}, 7);
  }

  ChildOutcome Copy(const std::string& conflict, std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {"copy", directory_ / "newer", directory_ / "older", out_, "--conflict", conflict});
    return RunFdr(std::move(more));
  }
  std::string Recorded(const std::string& metric) const {
    EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
    const std::string csv = RunFdr({"replay", out_, metric, "--raw", "--csv"}).out;
    std::string values;
    for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1)
      values += csv.substr(csv.find(',', at) + 1, csv.find('\n', at) - csv.find(',', at));
    for (char& c : values) c = c == '\n' ? ' ' : c;
    return values;
  }
  void Remove() const {
    for (const char* suffix : {".0", ".meta", ".index"}) std::filesystem::remove(out_ + suffix);
  }
  bool IsWritten() const { return std::filesystem::exists(out_ + ".meta"); }

  const TempDirectory directory_;
  const std::string out_ = directory_ / "out";
};

TEST_F(ConflictCopyTest, ConversionLosesNothing) {
  WriteOlderAndNewer();
  const ChildOutcome outcome = Copy("convert");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "converted what the archives describe differently: mem.used\n");
  EXPECT_EQ(Recorded("mem.used"), "4096000000000 4096000000000 7 7 ");
  EXPECT_EQ(Recorded("same"), "1 2 11 12 ");
  EXPECT_NE(PeerOutput({"pminfo", "-d", "-a", out_, "mem.used"})
                .find("Data Type: 64-bit unsigned int  InDom: PM_INDOM_NULL 0xffffffff"),
            std::string::npos);
}

TEST_F(ConflictCopyTest, PartsAreMetricsOfTheirOwn) {
  WriteOlderAndNewer();
  const ChildOutcome outcome = Copy("split");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "split what the archives describe differently: mem.used, mem.used_1\n");
  EXPECT_EQ(Recorded("mem.used"), "7 7 ");
  EXPECT_EQ(Recorded("mem.used_1"), "4000000000 4000000000 ");
}

TEST_F(ConflictCopyTest, PartsAreChosenWithTheirMetric) {
  WriteOlderAndNewer();
  EXPECT_EQ(Copy("split", {"--only", "mem.used"}).exit_status, 0);
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}),
            "mem.used\nmem.used_1\nevent.flags\nevent.missed\n");
  EXPECT_EQ(Recorded("mem.used_1"), "4000000000 4000000000 ");
}

TEST_F(ConflictCopyTest, WhatIsDroppedIsNowhere) {
  WriteOlderAndNewer();
  const ChildOutcome outcome = Copy("drop");
  EXPECT_EQ(outcome.exit_status, 3) << outcome.err;
  EXPECT_EQ(outcome.err, "dropped what the archives describe differently: mem.used\n");
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}), "same\nevent.flags\nevent.missed\n");
  EXPECT_EQ(Recorded("same"), "1 2 11 12 ");
}

TEST_F(ConflictCopyTest, NothingIsWrittenWhereAConversionIsImpossible) {
  Write("older", 1, {.name = "mem.used", .id = kUsed, .semantics = Semantics::kCounter}, 1);
  Write("newer", 11, {.name = "mem.used", .id = kUsed}, 2);
  const ChildOutcome outcome = Copy("convert");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_NE(outcome.err.find("mem.used: semantics"), std::string::npos) << outcome.err;
  EXPECT_FALSE(IsWritten());
  EXPECT_EQ(Copy("split").exit_status, 0);
  EXPECT_EQ(Recorded("mem.used"), "2 2 ");
  EXPECT_EQ(Recorded("mem.used_1"), "1 1 ");
}

TEST_F(ConflictCopyTest, ANameWithTwoNumbersIsSplit) {
  Write("older", 1, {.name = "mem.used", .id = kOtherUsed}, 1);
  Write("newer", 11, {.name = "mem.used", .id = kUsed}, 2);
  EXPECT_EQ(Copy("convert").exit_status, 1);
  EXPECT_EQ(Copy("split").exit_status, 0);
  EXPECT_EQ(Recorded("mem.used"), "2 2 ");
  EXPECT_EQ(Recorded("mem.used_1"), "1 1 ");
}

TEST_F(ConflictCopyTest, ANumberWithTwoNamesIsSplit) {
  Write("older", 1, {.name = "mem.old", .id = kUsed}, 1);
  Write("newer", 11, {.name = "mem.new", .id = kUsed}, 2);
  const ChildOutcome outcome = Copy("split");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Recorded("mem.new"), "2 2 ");
  EXPECT_EQ(Recorded("mem.old"), "1 1 ") << "the name was free";
}

TEST_F(ConflictCopyTest, RulesSeeWhatWasConverted) {
  WriteOlderAndNewer();
  for (const std::vector<std::string>& rules :
       {std::vector<std::string>{"--label", "a=b"}, {"--shift", "1s"}, {"--host", "x"}}) {
    EXPECT_EQ(Copy("convert", rules).exit_status, 0);
    EXPECT_EQ(Recorded("mem.used"), "4096000000000 4096000000000 7 7 ");
    EXPECT_NE(PeerOutput({"pminfo", "-d", "-a", out_, "mem.used"}).find("64-bit unsigned"),
              std::string::npos);
    Remove();
  }
}

TEST_F(ConflictCopyTest, ANameWithTwoNumbersIsChosenWhole) {
  Write("older", 1, {.name = "mem.used", .id = kOtherUsed}, 1);
  Write("newer", 11, {.name = "mem.used", .id = kUsed}, 2);
  EXPECT_EQ(Copy("split", {"--only", "mem.used"}).exit_status, 0);
  EXPECT_EQ(Recorded("mem.used"), "2 2 ");
  EXPECT_EQ(Recorded("mem.used_1"), "1 1 ");
  Remove();
  EXPECT_EQ(Copy("split", {"--without", "mem.used"}).exit_status, 0);
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}), "same\nevent.flags\nevent.missed\n");
}

TEST_F(ConflictCopyTest, OnlyChosenMetricsHaveToAgree) {
  WriteOlderAndNewer();
  for (const char* conflict : {"stop", "convert", "split", "drop"})
    for (const std::vector<std::string>& choice :
         {std::vector<std::string>{"--only", "same"}, {"--without", "mem"}}) {
      const ChildOutcome outcome = Copy(conflict, choice);
      EXPECT_EQ(outcome.exit_status, 0) << conflict;
      EXPECT_EQ(outcome.err, "") << conflict;
      EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}), "same\nevent.flags\nevent.missed\n");
      EXPECT_EQ(Recorded("same"), "1 2 11 12 ");
      Remove();
    }
  EXPECT_EQ(Copy("stop", {"--only", "same,mem"}).exit_status, 1);
  EXPECT_FALSE(IsWritten());
}

// The merged metadata have the name for one of the numbers only.
TEST_F(ConflictCopyTest, ANameWithTwoNumbersIsLeftOutWhole) {
  Write("older", 1, {.name = "mem.used", .id = kOtherUsed}, 1);
  Write("newer", 11, {.name = "mem.used", .id = kUsed}, 2);
  const ChildOutcome outcome = Copy("stop", {"--without", "mem.used"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(PeerOutput({"pminfo", "-a", out_}), "same\nevent.flags\nevent.missed\n");
  EXPECT_FALSE(PeerOutput({"pmdumplog", out_}).find("60.1.1") != std::string::npos);
}

TEST_F(ConflictCopyTest, AnArchiveOutsideTheWindowHasNoSay) {
  WriteOlderAndNewer();
  const ChildOutcome outcome = Copy("drop", {"-S", "@22:13:30", "-Z", "UTC"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Recorded("mem.used"), "7 7 ");
}

TEST_F(ConflictCopyTest, ADryRunSaysWhatWouldCome) {
  WriteOlderAndNewer();
  const ChildOutcome outcome = Copy("convert", {"--dry-run"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "would have converted what the archives describe differently: mem.used\n");
  EXPECT_FALSE(IsWritten());
}

TEST_F(ConflictCopyTest, ArchivesThatAgreeAreJoinedAsEver) {
  Write("older", 1, {.name = "mem.used", .id = kUsed}, 1);
  Write("newer", 11, {.name = "mem.used", .id = kUsed}, 2);
  for (const char* conflict : {"convert", "split", "drop"}) {
    const ChildOutcome outcome = Copy(conflict);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(Recorded("mem.used"), "1 1 2 2 ");
    Remove();
  }
}

}  // namespace
}  // namespace fdr::test
