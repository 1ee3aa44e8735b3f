// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows that a chart is drawn from: joined, thinned, and sorted.

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::test {
namespace {

using tools::Cell;

class PlotTest : public testing::Test {
 protected:
  PlotTest() {
    for (const char* name : {"a", "b"}) {
      tools::Column column;
      column.metric = name;
      column.desc.type = Type::kDouble;
      columns_.push_back(column);
    }
  }

  void Make(bool joins) {
    plot_ = tools::MakePlot(columns_, {.time = {Zone(), false, 0},
                                       .width = 40,
                                       .height = 12,
                                       .utf8 = false,
                                       .joins_records = joins});
  }

  void Add(double seconds, Cell a, Cell b, bool after_gap = false) {
    std::string out;
    plot_->Add({At(seconds), {std::move(a), std::move(b)}, false, after_gap}, out);
    EXPECT_EQ(out, "");
  }

  std::string Draw() {
    std::string out;
    plot_->End(out);
    return out;
  }

  std::vector<tools::Column> columns_;
  std::unique_ptr<tools::RowSink> plot_;
};

TEST_F(PlotTest, WhatIsMissingInARecordIsJoinedButNotOverAGap) {
  Make(true);
  Add(0, 0.0, 1.0);
  Add(10, {}, 1.0);
  Add(20, 2.0, 1.0);
  const std::string joined = Draw();
  Make(true);
  Add(0, 0.0, 1.0);
  Add(10, 1.0, 1.0);
  Add(20, 2.0, 1.0);
  EXPECT_EQ(joined, Draw());
  Make(false);
  Add(0, 0.0, 1.0);
  Add(10, {}, 1.0);
  Add(20, 2.0, 1.0);
  EXPECT_NE(joined, Draw());
  Make(true);
  Add(0, 0.0, 1.0);
  Add(10, {}, 1.0, true);
  Add(20, 2.0, 1.0);
  EXPECT_NE(joined, Draw());
}

TEST_F(PlotTest, WhoGoesBackAndForthSeesEverythingOnce) {
  Make(false);
  for (const double t : {0, 10, 20, 30}) Add(t, t * t, 100.0, t == 20);
  const std::string expected = Draw();
  Make(false);
  Add(20, 400.0, 100.0);
  Add(10, 100.0, 100.0, true);
  Add(0, 0.0, 100.0);
  Add(10, 100.0, 100.0);
  Add(20, 400.0, 100.0, true);
  Add(30, 900.0, 100.0);
  EXPECT_EQ(Draw(), expected);
}

TEST_F(PlotTest, ExtremesAndGapsOutliveTooManySamples) {
  Make(false);
  constexpr int kRows = 300'000;
  for (int i = 0; i < kRows; ++i)
    Add(i, i == 150'001 ? 1000.0 : 0.0, i == 50'003 ? -1000.0 : 0.0, i == 200'000);
  const std::string chart = Draw();
  const auto count = [&](const char* text) { return chart.find(text) != std::string::npos; };
  EXPECT_TRUE(count("1000") || count("1,000") || count("1.0k") || count("1k")) << chart;
  EXPECT_TRUE(count("-1000") || count("-1,000") || count("-1.0k") || count("-1k")) << chart;
}

}  // namespace
}  // namespace fdr::test
