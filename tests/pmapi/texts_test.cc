// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts, numbers and conversions, with random and adversarial inputs.  The everyday test runs a
// seeded part; with FDR_SOAK in the environment, it runs hundreds of thousands.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/soak.h"

namespace fdr::test {
namespace {

class GeneratedTest : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedTest, BothLibrariesAnswerTheSame) {
  const bool soak = IsSoak();
  const int seeds = soak ? 50 : 1;
  for (int seed = 1; seed <= seeds && !HasFailure(); ++seed)
    EXPECT_TRUE(TwinsAgree({.program = GetParam(), .arguments = {std::to_string(seed), "10000"}}));
}

INSTANTIATE_TEST_SUITE_P(Texts, GeneratedTest,
                         ::testing::Values("conversions", "metric_specs", "name_texts", "strings",
                                           "time_arithmetic", "units_parser", "values"),
                         [](const auto& test) { return std::string(test.param); });

constexpr const char* kVersions = "text_versions";

TEST(TextsTest, VersionsDependOnTheEnvironment) {
  EXPECT_TRUE(TwinsAgree({.program = kVersions}));
  const TwinAnswers answers = RunTwins(
      {.program = kVersions, .environment = {"FDR_PCP_VERSION=7", "PCP_SQUASH_NEWLINES="}});
  EXPECT_EQ(answers.ours,
            "End of PCP archive\n"
            "Bad value for function argument\n"
            "count x 10^3\n"
            "temperature (F) / sec\n"
            "-12362\n"
            "0 -5\n"
            "0 0.3333333333333333\n"
            "\"a b\"\n");
}

// docs/compatibility.md, "Texts, numbers and conversions".
TEST(TextsTest, WhatDiffersOnPurpose) {
  const Result<ChildOutcome> outcome =
      RunChild({.argv = {FDR_TWINS "/text_versions_ours", "edges"}});
  ASSERT_TRUE(outcome) << outcome.error().Message();
  EXPECT_TRUE(outcome->Succeeded());
  EXPECT_EQ(outcome->out,
            "No such PMAPI error code (-21345)\n"
            "-1 -1 0 #\n"
            "-12362\n"
            "-12362 unrecognized or duplicate base unit\n"
            "-12345 \n^ -- performance metric name expected\n\n"
            "-12362 \"\" [][0 event records]1 1.4012985e-45 0x1\n");
}

}  // namespace
}  // namespace fdr::test
