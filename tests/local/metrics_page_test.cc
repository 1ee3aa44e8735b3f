// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/metrics_page.h"

#include <gtest/gtest.h>

#include "fdr/archive/base/byte_order.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

TEST(MetricsPageTest, IsUpToDate) {
  const ByteBuffer page = test::ReadFile(test::TestData("../docs/metrics.md"));
  EXPECT_TRUE(AsText(page) == test::MetricsPage())
      << "build/release/tests/local/metrics_page > docs/metrics.md";
}

}  // namespace
}  // namespace fdr
