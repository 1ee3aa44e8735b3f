// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/stretch_order.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr::test {
namespace {

class StretchOrderTest : public ::testing::Test {
 protected:
  void Begin(std::int64_t start, InstanceId instance) { order_.Begin({start, 0}, instance); }
  void End(std::int64_t start, InstanceId instance, bool keep = true) {
    Stretch stretch;
    stretch.start = {start, 0};
    stretch.instance = instance;
    order_.End(stretch, keep);
  }

  std::string seen_;
  StretchOrder order_{[this](const Stretch& stretch) {
    seen_ += std::to_string(stretch.start.sec) + ":" + std::to_string(stretch.instance) + " ";
  }};
};

TEST_F(StretchOrderTest, AStretchWaitsForThoseThatBeganBefore) {
  Begin(1, 0);
  Begin(2, 1);
  Begin(2, 2);
  End(2, 2);
  EXPECT_EQ(seen_, "");
  End(1, 0);
  EXPECT_EQ(seen_, "1:0 ");
  End(2, 1);
  EXPECT_EQ(seen_, "1:0 2:1 2:2 ");
}

TEST_F(StretchOrderTest, ADroppedStretchLetsOthersPass) {
  Begin(1, 0);
  Begin(2, 1);
  End(2, 1);
  End(1, 0, false);
  EXPECT_EQ(seen_, "2:1 ");
}

TEST_F(StretchOrderTest, MemoryHasALimit) {
  Begin(0, 0);
  for (int i = 1; i <= 100'001; ++i) {
    Begin(i, 1);
    End(i, 1);
  }
  EXPECT_EQ(seen_, "1:1 ");
}

}  // namespace
}  // namespace fdr::test
