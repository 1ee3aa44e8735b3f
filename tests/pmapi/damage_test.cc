// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Damaged volumes: every readable record is read, and each damage is reported once.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/pmapi/twins.h"

namespace fdr::test {
namespace {

// The peer's other damaged archives are left out.  Their damage is where the peer trusts the index,
// or it ends the archive for the peer.
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
