// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels are merged and printed.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

TEST(LabelsTest, OfArchivesAreMergedAndPrintedAlike) {
  for (const char* name : {"20190628.06.31", "mmv.help", "omnibus_v3", "sample-labels"})
    EXPECT_TRUE(
        TwinsAgree({.program = "labels", .arguments = {std::string(kPeerArchives) + "/" + name}}))
        << name;
  for (const char* name : {"golden/v2-labels-texts", "golden/v3-labels-texts"})
    EXPECT_TRUE(TwinsAgree({.program = "labels", .arguments = {TestData(name)}})) << name;
}

TEST(LabelsTest, ThatAProgramMadeAreMergedAndPrintedAlike) {
  const int seeds = IsSoak() ? 50 : 1;
  for (int seed = 1; seed <= seeds && !HasFailure(); ++seed)
    EXPECT_TRUE(TwinsAgree({.program = "labels", .arguments = {std::to_string(seed), "10000"}}));
}

}  // namespace
}  // namespace fdr::test
