// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp_error_text.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(PcpErrorTextTest, OfBothReleases) {
  EXPECT_EQ(PcpErrorText(0), "No error");
  EXPECT_EQ(PcpErrorText(-2), "No such file or directory");
  EXPECT_EQ(PcpErrorText(-12345), "Generic error, already reported above");
  EXPECT_EQ(PcpErrorText(-21344, PcpRelease::k7), "Functionality not yet implemented");
  EXPECT_EQ(PcpErrorText(-12352), "No such PMAPI error code (-12352)");
  EXPECT_EQ(PcpErrorText(5), "No such PMAPI error code (5)");
  EXPECT_EQ(PcpErrorText(-99999), "No such PMAPI error code (-99999)");
}

TEST(PcpErrorTextTest, WhatRelease7SaysInOtherWords) {
  EXPECT_EQ(PcpErrorText(-12370), "End of PCP archive log");
  EXPECT_EQ(PcpErrorText(-12370, PcpRelease::k7), "End of PCP archive");
  EXPECT_EQ(PcpErrorText(-12354, PcpRelease::k7), "Empty archive file");
  EXPECT_EQ(PcpErrorText(-12372, PcpRelease::k7),
            "Illegal label record at start of a PCP archive file");
  EXPECT_EQ(PcpErrorText(-12379, PcpRelease::k7),
            "Instance domain identifier not defined in the PCP archive");
  EXPECT_EQ(PcpErrorText(-12415), "No such PMAPI error code (-12415)");
  EXPECT_EQ(PcpErrorText(-12415, PcpRelease::k7), "Bad value for function argument");
}

}  // namespace
}  // namespace fdr
