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

// By default, and for the peer, these words mean nothing.
TEST(TextsTest, UnitsOfVersion7AreParsedAndConverted) {
  EXPECT_TRUE(TwinsAgree({.program = kVersions, .arguments = {"units"}}));
  const TwinAnswers answers = RunTwins(
      {.program = kVersions, .arguments = {"units"}, .environment = {"FDR_PCP_VERSION=7"}});
  const std::string bad = ": -12362 unrecognized or duplicate base unit\n";
  EXPECT_EQ(answers.ours,
            "temperature (C): temperature (C)\n"
            "temperature (K): temperature (K)\n"
            "voltage (mV) / sec: voltage (mV) / sec\n"
            "/ power (uW): / power (uW)\n"
            "Kbyte current (uA): current (uA) Kbyte\n"
            "2 voltage (V): voltage (V)\n"
            "temperature" +
                bad + "temperature (X)" + bad + "voltage (mV) voltage (V)" + bad +
                "voltage (V) / current (A)" + bad + "power (W)^2" + bad + "temperature (C)x" + bad +
                "temperature (C) to temperature (F): 2.120000e+02\n"
                "temperature (F) to temperature (C): -4.000000e+01\n"
                "temperature (K) to temperature (C): -2.731500e+02\n"
                "temperature (C) to temperature (K): 0\n"
                "temperature (K) to temperature (C): -12362\n"
                "temperature (F) to temperature (F): 7\n"
                "temperature (C) to temperature (F): 68\n"
                "temperature (C) / sec to temperature (F) / sec: -12362\n"
                "voltage (V) to voltage (mV): 12000\n"
                "voltage (uV) to voltage (V): 5.000000e-06\n"
                "power (kW) to power (uW): 3000000000\n"
                "/ current (mA) to / current (A): 2000\n"
                "voltage (V) / min to voltage (mV) / sec: 1000\n"
                "voltage (V) to current (A): -12362\n"
                "voltage (V) to count: -12362\n");
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
