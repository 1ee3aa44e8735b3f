// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_words.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

using why::Use;

std::string UseOf(Use use, why::Amount amount) {
  return UseText({.program = "bash", .amount = amount}, {.use = use});
}

TEST(WhyWordsTest, WhatACulpritUsedHasAUnit) {
  EXPECT_EQ(UseOf(Use::kCpu, why::CountOf(1.4)), "1.4 CPUs");
  EXPECT_EQ(UseOf(Use::kNetwork, why::CountOf(0.5)), "0.5 CPUs");
  EXPECT_EQ(UseOf(Use::kForks, why::CountOf(0.9)), "0.9 CPUs");
  EXPECT_EQ(UseOf(Use::kForks, why::EventsPerSecond(320)), "320 processes/s");
  EXPECT_EQ(UseOf(Use::kWaiting, why::ShareOf(0.4)), "40 % of the time");
  EXPECT_EQ(UseOf(Use::kMemory, why::BytesOf(2097152)), "2 MiB");
  EXPECT_EQ(UseOf(Use::kDisk, why::BytesPerSecond(2097152)), "2 MiB/s");
}

}  // namespace
}  // namespace fdr::tools
