// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damaged volumes: what can be read is, and what cannot is told once.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/pmapi/twins.h"

namespace fdr::test {
namespace {

// The others of these have damage where the peer trusts the index, or that ends its archive.
TEST(PmapiDamage, IsToldAndPassedAsByThePeer) {
  TwinRequest request{.program = "damage"};
  for (int i = 1; i <= 9; ++i)
    request.arguments.push_back("/var/lib/pcp/testsuite/badarchives/badlen-" + std::to_string(i));
  request.arguments.push_back("/var/lib/pcp/testsuite/badarchives/badti-2");
  EXPECT_TRUE(TwinsAgree(request));
  const std::string ours = RunTwins(request).ours;
  EXPECT_NE(ours.find(" Corrupted record in a PCP archive log\n 1290580161"), ours.npos)
      << "a record behind damage";
}

}  // namespace
}  // namespace fdr::test
