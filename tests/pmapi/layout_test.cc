// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/tests/pmapi/twins.h"

namespace fdr::test {
namespace {

TEST(Layout, StructuresAndConstantsOfTheHeaderAreThoseOfThePeer) {
  EXPECT_TRUE(TwinsAgree({.program = "layout"}));
}

}  // namespace
}  // namespace fdr::test
