// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/fold.h"

#include <gtest/gtest.h>

namespace fdr::why {
namespace {

Finding Of(Cause cause, double score, CellRange cells, const std::string& program = "") {
  Finding finding;
  finding.cause = cause;
  finding.score = score;
  finding.cells = cells;
  if (!program.empty()) finding.culprits.push_back({.program = program});
  return finding;
}

std::string Text(std::vector<Finding> findings) {
  Fold(findings);
  std::string text;
  for (const Finding& finding : findings) {
    text += (text.empty() ? "" : ", ") + std::string(NameOf(finding.cause));
    for (const std::string& other : finding.others) text += " (" + other + ')';
  }
  return text;
}

TEST(Fold, WhatOneProgramDidIsOneFinding) {
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}, "dd"), Of(Cause::kDisk, 30, {12, 20}, "dd")}),
            "disk (the processors were busy)");
}

TEST(Fold, TwoProgramsAreTwoFindings) {
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}, "solver"), Of(Cause::kDisk, 60, {12, 20}, "dd")}),
            "disk, cpu");
}

TEST(Fold, OtherTimesAreOtherFindings) {
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}, "dd"), Of(Cause::kDisk, 30, {20, 40}, "dd")}),
            "cpu, disk");
}

TEST(Fold, ADiskBlocksProcesses) {
  EXPECT_EQ(Text({Of(Cause::kBlocked, 50, {10, 20}, "a"), Of(Cause::kDisk, 30, {12, 30}, "b")}),
            "disk (processes were blocked)");
}

TEST(Fold, ProcessesThatCameAndWentFillTheProcessors) {
  Finding cpu = Of(Cause::kCpu, 50, {10, 20}, "sh");
  cpu.culprits[0].through_children = true;
  EXPECT_EQ(Text({cpu, Of(Cause::kForkStorm, 30, {12, 20}, "sh")}),
            "fork-storm (the processors were busy)");
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}), Of(Cause::kForkStorm, 30, {12, 20})}),
            "fork-storm (the processors were busy)");
}

TEST(Fold, WhatAStarterStartedIsItsOwn) {
  Finding storm = Of(Cause::kForkStorm, 30, {12, 20}, "bash");
  storm.culprits[0].started = "true";
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}, "true"), storm}),
            "fork-storm (the processors were busy)");
  EXPECT_EQ(Text({Of(Cause::kCpu, 50, {10, 20}, "solver"), storm}), "cpu, fork-storm");
}

TEST(Fold, AForkStormDoesNotHideWhatSomebodyElseDid) {
  Finding cpu = Of(Cause::kCpu, 50, {10, 20}, "billing");
  cpu.culprits[0].through_children = true;
  EXPECT_EQ(Text({cpu, Of(Cause::kForkStorm, 30, {12, 20}, "bash")}), "cpu, fork-storm");
}

TEST(Fold, NearStretchesOfOneCauseAreOneFinding) {
  std::vector<Finding> findings = {
      Of(Cause::kDisk, 50, {10, 20}, "dd"), Of(Cause::kDisk, 30, {25, 40}, "dd"),
      Of(Cause::kDisk, 20, {50, 53}, "dd"), Of(Cause::kDisk, 10, {120, 130}, "dd")};
  for (Finding& finding : findings) finding.use = Use::kDisk;
  findings.push_back(findings[0]);
  findings.back().where = "sdb";
  findings.back().cells = {25, 40};
  findings.back().culprits[0].program = "cp";
  Fold(findings);
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].cells.first, 10U);
  EXPECT_EQ(findings[0].cells.end, 53U);
}

TEST(Fold, AnIncidentIsAsBadAsItsWorst) {
  std::vector<Finding> findings = {Of(Cause::kBlocked, 50, {10, 20}),
                                   Of(Cause::kDisk, 30, {12, 30})};
  Fold(findings);
  EXPECT_EQ(findings[0].score, 50);
}

TEST(Fold, AStepOfTheClockLooksLikeAGap) {
  EXPECT_EQ(Text({Of(Cause::kGap, 80, {10, 20}), Of(Cause::kClock, 60, {19, 20})}),
            "clock (nothing was recorded for a while)");
}

}  // namespace
}  // namespace fdr::why
