// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_summary.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

using tools::RecordSummary;

TEST(RecordSummaryTest, ItSaysHowMuchAndWhereAndHowToLook) {
  EXPECT_EQ(RecordSummary({{3, 2048, {"/var/tmp/today"}, false}}),
            "recorded 3 samples, 2.0 KiB, in /var/tmp/today; to see more: fdr diff /var/tmp/today, "
            "or fdr view /var/tmp/today");
  EXPECT_EQ(RecordSummary({{1, 20, {"my archive"}, false}}),
            "recorded 1 sample, 20 B, in 'my archive'; to see more: fdr diff 'my archive', or fdr "
            "view 'my archive'");
  EXPECT_EQ(RecordSummary({{3, 2048, {"d/a", "d/b"}, false}}),
            "recorded 3 samples, 2.0 KiB, in 2 archives in d; to see more of the last one: "
            "fdr diff d/b, or fdr view d/b");
  EXPECT_EQ(RecordSummary({{3, 1024, {"d/a"}, false}, {4, 1024, {"e/b"}, false}}),
            "recorded 7 samples of 2 hosts, 2.0 KiB, in 2 archives; to see more of the last one: "
            "fdr diff e/b, or fdr view e/b");
}

TEST(RecordSummaryTest, ARingHasForgottenMuch) {
  EXPECT_EQ(RecordSummary({{300, 2048, {"/tmp/ring-01"}, true}}),
            "recorded 300 samples; those still in memory are now in /tmp/ring-01; to see more: "
            "fdr diff /tmp/ring-01, or fdr view /tmp/ring-01");
}

TEST(RecordSummaryTest, NothingIsNoLine) {
  EXPECT_EQ(RecordSummary({{0, 0, {"a"}, false}}), "");
  EXPECT_EQ(RecordSummary({{3, 2048, {}, true}}), "");
  EXPECT_EQ(RecordSummary({}), "");
}

}  // namespace
}  // namespace fdr::test
