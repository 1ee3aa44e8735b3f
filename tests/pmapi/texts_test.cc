// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts, numbers and conversions: random and adversarial inputs, a seeded part every day and, with
// FDR_SOAK in the environment, hundreds of thousands.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fdr/tests/pmapi/twins.h"

namespace fdr::test {
namespace {

class GeneratedTest : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedTest, BothLibrariesAnswerTheSame) {
  const bool soak = std::getenv("FDR_SOAK") != nullptr;
  const int seeds = soak ? 50 : 1;
  for (int seed = 1; seed <= seeds && !HasFailure(); ++seed)
    EXPECT_TRUE(TwinsAgree({.program = GetParam(), .arguments = {std::to_string(seed), "10000"}}));
}

INSTANTIATE_TEST_SUITE_P(Texts, GeneratedTest,
                         ::testing::Values("conversions", "metric_specs", "name_texts", "strings",
                                           "time_arithmetic", "units_parser", "values"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace fdr::test
