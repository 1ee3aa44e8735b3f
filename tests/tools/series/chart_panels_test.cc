// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/chart_panels.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

constexpr Units kBytes = {.dim_space = 1};
constexpr Units kKilobytes = {.dim_space = 1, .scale_space = 1};
constexpr Units kMilliseconds = {.dim_time = 1, .scale_time = 2};
constexpr Units kSeconds = {.dim_time = 1, .scale_time = 3};
constexpr Units kCount = {.dim_count = 1};

class ChartPanelsTest : public testing::Test {
 protected:
  void Add(const std::string& metric, const Units& units, bool is_rate = false, int instances = 0) {
    for (int i = 0; i < std::max(instances, 1); ++i) {
      Column column;
      column.metric = metric;
      column.desc.type = Type::kDouble;
      column.desc.units = units;
      column.is_rate = is_rate;
      if (instances > 0) {
        column.id = static_cast<InstanceId>(i);
        column.instance = "i" + std::to_string(i);
      }
      columns_.push_back(column);
    }
  }

  // Each column has this value, at two times.
  std::vector<ChartPanel> Fill(double value, std::optional<ChartLook> look = {}) {
    const ChartPanels panels(columns_, look);
    ChartSamples samples(columns_.size());
    std::vector<std::optional<double>> row;
    for (std::size_t i = 0; i < columns_.size(); ++i) row.emplace_back(value * panels.factor(i));
    samples.Add({1, 0}, row, false);
    samples.Add({2, 0}, row, false);
    return panels.Fill(samples, false);
  }

  std::vector<Column> columns_;
};

TEST_F(ChartPanelsTest, EachUnitHasAPanelWhateverItsScale) {
  Add("mem.used", kKilobytes);
  Add("load", {});
  Add("file.size", kBytes);
  Add("disk.bytes", kKilobytes, true);
  Add("uptime", kSeconds);
  Add("wait", kMilliseconds);
  const std::vector<ChartPanel> panels = Fill(3072);
  ASSERT_EQ(panels.size(), 4u);
  EXPECT_EQ(panels[0].unit, "MiB");
  ASSERT_EQ(panels[0].series.size(), 2u);
  EXPECT_EQ(panels[0].title, "");
  EXPECT_EQ(panels[0].series[0].name, "mem.used");
  EXPECT_DOUBLE_EQ(*panels[0].series[0].values[0], 3);
  EXPECT_DOUBLE_EQ(*panels[0].series[1].values[0], 3.0 / 1024);
  EXPECT_EQ(panels[1].unit, "");
  EXPECT_EQ(panels[1].title, "load");
  EXPECT_EQ(panels[2].unit, "MiB/s");
  EXPECT_EQ(panels[3].unit, "min");
  EXPECT_DOUBLE_EQ(*panels[3].series[0].values[0], 51.2);
  EXPECT_DOUBLE_EQ(*panels[3].series[1].values[0], 0.0512);
}

TEST_F(ChartPanelsTest, CountersOfTimeArePercentages) {
  Add("cpu.user", kMilliseconds, true);
  columns_[0].scale = 1e-3;
  const std::vector<ChartPanel> panels = Fill(0.25);
  EXPECT_EQ(panels[0].unit, "%");
  EXPECT_DOUBLE_EQ(*panels[0].series[0].values[0], 25);
}

TEST_F(ChartPanelsTest, ManyInstancesAreAHeatMapOfTheirOwn) {
  Add("cpu.user", kMilliseconds, true, 13);
  Add("cpu.sys", kMilliseconds, true, 13);
  Add("cpu.idle", kMilliseconds, true, 12);
  const std::vector<ChartPanel> panels = Fill(1);
  ASSERT_EQ(panels.size(), 3u);
  EXPECT_EQ(panels[0].kind, PanelKind::kHeat);
  EXPECT_EQ(panels[0].title, "cpu.user");
  EXPECT_EQ(panels[0].series[3].name, "i3");
  EXPECT_EQ(panels[1].kind, PanelKind::kHeat);
  EXPECT_EQ(panels[2].kind, PanelKind::kLines);
  EXPECT_EQ(Fill(1, ChartLook::kLine).size(), 1u);
  EXPECT_EQ(Fill(1, ChartLook::kArea)[0].kind, PanelKind::kAreas);
  EXPECT_EQ(Fill(1, ChartLook::kBar)[0].kind, PanelKind::kBars);
}

TEST_F(ChartPanelsTest, SingleMetricsShareAHeatMap) {
  Add("a", kCount);
  Add("b", kCount);
  const std::vector<ChartPanel> panels = Fill(1, ChartLook::kHeat);
  ASSERT_EQ(panels.size(), 1u);
  EXPECT_EQ(panels[0].series.size(), 2u);
}

TEST_F(ChartPanelsTest, DiscreteMetricsHaveStepsBesideLines) {
  Add("hinv.ncpu", {});
  Add("load", {});
  columns_[0].desc.semantics = Semantics::kDiscrete;
  std::vector<ChartPanel> panels = Fill(1);
  ASSERT_EQ(panels.size(), 1u);
  EXPECT_TRUE(panels[0].series[0].steps);
  EXPECT_FALSE(panels[0].series[1].steps);
  panels = Fill(1, ChartLook::kStep);
  EXPECT_TRUE(panels[0].series[1].steps);
  panels = Fill(1, ChartLook::kLine);
  EXPECT_FALSE(panels[0].series[0].steps);
}

// The smallest and the largest value of one metric; the smallest only of another.
TEST_F(ChartPanelsTest, EdgesBelongToTheBandOfALine) {
  Add("mem.used", kKilobytes);
  Add("mem.free", kKilobytes);
  for (const auto& [of, is_upper] : {std::pair(0u, false), {0u, true}, {1u, false}}) {
    Add("edge", {});
    columns_.back().edge = ColumnEdge{of, is_upper};
  }
  const ChartPanels panels(columns_, {});
  EXPECT_EQ(panels.size(), 1u);
  ChartSamples samples(columns_.size());
  std::vector<std::optional<double>> row = {512.0, 512.0, 256.0, 2048.0, 128.0};
  for (std::size_t i = 0; i < row.size(); ++i) *row[i] *= panels.factor(i);
  samples.Add({1, 0}, row, false);
  const std::vector<ChartPanel> filled = panels.Fill(samples, false);
  EXPECT_EQ(filled[0].unit, "MiB");  // as the largest value needs
  ASSERT_EQ(filled[0].series.size(), 2u);
  EXPECT_DOUBLE_EQ(*filled[0].series[0].values[0], 0.5);
  const auto first = BandAt(filled[0].series[0], 0), second = BandAt(filled[0].series[1], 0);
  EXPECT_DOUBLE_EQ(first->low, 0.25);
  EXPECT_DOUBLE_EQ(first->high, 2);
  EXPECT_DOUBLE_EQ(second->low, 0.125);
  EXPECT_DOUBLE_EQ(second->high, 0.5);
  EXPECT_EQ(RangeOf(filled[0], 1)->high, 2);
  for (const ChartLook look : {ChartLook::kBar, ChartLook::kArea, ChartLook::kHeat}) {
    const std::vector<ChartPanel> other = ChartPanels(columns_, look).Fill(samples, false);
    ASSERT_EQ(other.size(), 1u);
    EXPECT_EQ(other[0].series.size(), 2u);
    EXPECT_TRUE(other[0].series[0].low.empty());
  }
}

TEST_F(ChartPanelsTest, AStepHoldsOverRecordsOfOtherMetrics) {
  ChartSamples samples(1);
  for (const std::optional<double> value : {std::optional(1.0), {}, std::optional(3.0)})
    samples.Add({static_cast<std::int64_t>(samples.times().size()), 0}, std::span(&value, 1),
                false);
  EXPECT_EQ(samples.Joined(0, ChartSamples::Joint::kLine)[1], 2);
  EXPECT_EQ(samples.Joined(0, ChartSamples::Joint::kStep)[1], 1);
  EXPECT_EQ(samples.values(0)[1], std::nullopt);
}

}  // namespace
}  // namespace fdr::tools
