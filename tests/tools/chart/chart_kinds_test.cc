// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bars, areas, steps, heat maps and several panels, as text.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

std::vector<Timestamp> Minutes(std::size_t count) {
  std::vector<Timestamp> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back({static_cast<std::int64_t>(43200 + 60 * i), 0});
  return times;
}

std::string HourAndMinute(Timestamp time) {
  return fmt::format("{:02}:{:02}", time.sec / 3600 % 24, time.sec / 60 % 60);
}

std::string DrawPanels(const std::vector<ChartPanel>& panels, const ChartOptions& options,
                       std::optional<Timestamp> here = {}) {
  std::size_t samples = 0;
  for (const ChartPanel& panel : panels)
    for (const ChartSeries& series : panel.series)
      samples = std::max(samples, series.values.size());
  const std::vector<Timestamp> times = Minutes(samples);
  return '\n' + DrawChart(panels, {times, HourAndMinute, here}, options);
}

std::ptrdiff_t LinesOf(const std::string& chart) {
  return std::count(chart.begin(), chart.end(), '\n') - 1;
}

// user, sys and wait of some processors.
std::vector<ChartSeries> Shares() {
  std::vector<ChartSeries> series = {{"user", {}}, {"sys", {}}, {"wait", {}}};
  for (int i = 0; i < 24; ++i) {
    series[0].values.emplace_back(20 + i);
    series[1].values.emplace_back(10 + i % 6 * 2);
    series[2].values.emplace_back(i < 12 ? 5 : 25);
  }
  return series;
}

// Four processors, with a gap.
std::vector<ChartSeries> Rows() {
  std::vector<ChartSeries> rows;
  for (int row = 0; row < 4; ++row) {
    rows.push_back({fmt::format("cpu{}", row), {}});
    for (int i = 0; i < 36; ++i)
      rows.back().values.push_back(i >= 20 && i < 24 ? std::nullopt
                                                     : std::optional<double>(i * (row + 1) % 37));
  }
  return rows;
}

TEST(ChartKindsTest, StackedAreasOfSeveralSeriesAreFilledWithTheirMarkers) {
  EXPECT_EQ(DrawPanels({{"cpu", "%", PanelKind::kAreas, Shares()}}, {.width = 50, .height = 14}),
            R"(
   cpu (%)
   │
80 ┤                                ▲▲      ▲▲▲▲▲▲
   │                         ▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲
60 ┤                       ▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲▲■■■
   │          ▲       ▲▲▲▲■▲▲▲▲▲▲■■■■■■▲▲■■■■■■■■■
40 ┤   ▲▲▲▲■■■■■▲▲▲■■■■■■■■■■■■■■■■■■■■■■■■●●●●●●●
   │■■■■■■■■■■■■■■■■■■■■●●●●●●●●●●●●●●●●●●●●●●●●●●
20 ┤●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●
   │●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●
 0 ┤●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●
   └┬──────────┬───────────┬──────────┬──────────┬
  12:00      12:05       12:11      12:17    12:23
● user   ■ sys    ▲ wait
)");
}

TEST(ChartKindsTest, StackedAreasInAscii) {
  EXPECT_EQ(DrawPanels({{"cpu", "%", PanelKind::kAreas, Shares()}},
                       {.width = 50, .height = 12, .utf8 = false}),
            R"(
    cpu (%)
    |
100 +
    |                                         xxxx
    |                       xxxxxxxxxxxxxxxxxxxxxx
 50 +          x      xx+++xxxxxxx+++++xx+++++++++
    |++++++++++++++++++++++++++*******************
    |*********************************************
  0 +*********************************************
    ++----------+----------+----------+----------+
   12:00      12:05      12:11      12:17    12:23
* user   + sys    x wait
)");
}

TEST(ChartKindsTest, BarsEndInEighthsOfALine) {
  EXPECT_EQ(DrawPanels({{"disk",
                         "/s",
                         PanelKind::kBars,
                         {{"reads", {0.0, 1.0, 2.0, 3.0, 4.0, {}, 7.0, 8.0, -3.0}}}}},
                       {.width = 40, .height = 12}),
            R"(
  disk (/s)
  │                             ▂▂
  │                         ▆▆  ██
5 ┤                         ██  ██
  │             ▂▂  ▇▇      ██  ██
  │     ▁▁  ▆▆  ██  ██      ██  ██
0 ┤     ██  ██  ██  ██      ██  ██  ▄▄
  │                                 ██
  │
  └┬─────────────────┬─────────────────┬
 12:00             12:04           12:08
● reads
)");
}

TEST(ChartKindsTest, StepsHoldUntilTheNextValue) {
  EXPECT_EQ(DrawPanels(
                {{"", "", PanelKind::kLines, {{"ncpu", {4.0, 4.0, 8.0, {}, 8.0, 2.0, 2.0}, true}}}},
                {.width = 50, .height = 9}),
            R"(
   │
10 ┤
   │               ⡆              ⠐⠒⠒⠒⠒⠒⠒⠒⡆
 5 ┤               ⡇                      ⡇
   │⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁                      ⣇⣀⣀⣀⣀⣀⣀⣀
 0 ┤
   └┬──────────┬───────────┬──────────┬──────────┬
  12:00      12:01       12:03      12:04    12:06
● ncpu
)");
}

TEST(ChartKindsTest, AHeatMapHasARowForEachSeries) {
  EXPECT_EQ(DrawPanels({{"user", "%", PanelKind::kHeat, Rows()}}, {.width = 50, .height = 12}), R"(
     user (%)
cpu0 ┤▁▁▁▁▁▁▂▂▂▂▂▃▃▃▃▃▃▄▄▄▄▄▅▅     ▆▆▆▆▇▇▇▇▇▇█████
cpu1 ┤▁▁▁▁▂▂▃▃▄▄▄▅▅▅▅▆▆▇▇▇███▁     ▃▃▃▄▄▅▅▅▆▆▇▇▇▇█
cpu2 ┤▁▁▂▂▃▃▄▅▅▅▆▇▇███▁▂▂▂▃▄▄▅     ██▁▁▂▃▃▃▄▅▅▆▆▇▇
cpu3 ┤▁▁▂▂▃▄▅▆▇▇██▁▂▂▃▄▅▆▆▇▇█▁     ▅▅▆▇█▁▁▂▃▃▄▅▅▆▇
     └┬──────────┬──────────┬─────────┬──────────┬
    12:00      12:08      12:17     12:26    12:35
0 % ▁▂▃▄▅▆▇█ 36 %   4 series
)");
}

TEST(ChartKindsTest, AHeatMapInAsciiWithACursorHasTheValuesThere) {
  EXPECT_EQ(DrawPanels({{"user", "%", PanelKind::kHeat, Rows()}},
                       {.width = 50, .height = 12, .utf8 = false}, Timestamp{43200 + 600, 0}),
            R"(
             user (%)
cpu0      10 +.....::::-----====++    ***#####@@@@
cpu1      20 +...::--==+++**##@@@.    --==++**###@
cpu2      30 +..:--=++*##@@.::-==+    @..:--=++*##
cpu3       3 +..:-=+*#@@.:-=+*##@.    +*#@.:--=+*#
             ++---------^-------+----------------+
            12:00             12:17          12:35
0 % .:-=+*#@ 36 %   4 series
)");
}

TEST(ChartKindsTest, UnitsHavePanelsOverOneTimeAxisAndACursor) {
  EXPECT_EQ(DrawPanels({{"load", "", PanelKind::kLines, {{"1 minute", {1.0, 2.0, 4.0, 3.0, 1.0}}}},
                        {"",
                         "MiB/s",
                         PanelKind::kLines,
                         {{"read", {10.0, 20.0, {}, 700.0, 80.0}},
                          {"write", {300.0, 200.0, 100.0, 0.0, 50.0}}}}},
                       {.width = 50, .height = 18}, Timestamp{43200 + 180, 0}),
            R"(
     load
     │                                ┊
   4 ┤                    ⣀⡠⠤⢄⣀⣀      ┊
     │              ⢀⣀⠤⠔⠒⠉      ⠉⠉⠉⠒⠒⠢⠤⢄⣀
   2 ┤       ⣀⣀⣀⠤⠤⠒⠊⠁                 ┊  ⠉⠒⠢⠤⣀⡀
     │⠤⠔⠒⠒⠊⠉⠉                         ┊       ⠈⠑⠒⠤
   0 ┤                                ┊
     └┬──────────┬──────────┬─────────▲──────────┬
● 1 minute 3
     MiB/s
1000 ┤                                ┊
     │                                ●⡀
 500 ┤                                ┊⠈⠑⠢⢄⡀
     │■⠒⠒⠤⠤⠤⠤⠤⢄⣀⣀⣀⣀⣀⣀⣀⡀               ┊    ⠈⠉⠒⠤●
   0 ┤⠤⠤⠤⠤⠤⠤⠤⠤⠤●⠤⠄    ⠈⠉■⠉⠉⠉⠉⠉⠉⠒⠒⠒⠒⠒⠤⠤⠤⠤⠤⠤■⠤⠒⠒⠒⠒⠛⠒
     └┬──────────┬──────────┬─────────▲──────────┬
    12:00      12:01      12:02     12:03    12:04
● read 700 MiB/s      ■ write 0 MiB/s
)");
}

TEST(ChartKindsTest, PanelsThatDoNotFitAreCounted) {
  std::vector<ChartPanel> panels;
  for (int i = 0; i < 5; ++i)
    panels.push_back({"", fmt::format("u{}", i), PanelKind::kLines, {{"a", {1.0, 2.0}}}});
  const std::string chart = DrawPanels(panels, {.width = 60, .height = 23, .utf8 = false});
  EXPECT_EQ(LinesOf(chart), 23);
  EXPECT_NE(chart.find("2 more panels for u3, u4: --height shows them\n"), std::string::npos)
      << chart;
  const std::string all =
      DrawPanels(panels, {.width = 60, .height = 23, .grows = true, .utf8 = false});
  EXPECT_EQ(all.find("more"), std::string::npos) << all;
  EXPECT_GT(LinesOf(all), 5 * 12);
}

TEST(ChartKindsTest, AChartThatGrowsNamesAllSeries) {
  std::vector<ChartSeries> lines, rows;
  for (int i = 0; i < 70; ++i) {
    lines.push_back({fmt::format("disk.dev.read[disk{}]", i), {1.0 * i, 2.0}});
    rows.push_back({fmt::format("cpu{}", i), {1.0 * i, 2.0}});
  }
  const std::string chart = DrawPanels(
      {{"", "a", PanelKind::kLines, lines}, {"", "b", PanelKind::kHeat, rows}}, {.grows = true});
  for (const auto& all : {lines, rows})
    for (const ChartSeries& series : all)
      EXPECT_NE(chart.find(series.name), std::string::npos) << series.name;
}

TEST(ChartKindsTest, AllSizesAndKindsFitTheirLines) {
  std::mt19937 random(7);
  for (int i = 0; i < 600; ++i) {
    std::vector<ChartPanel> panels(1 + random() % 5);
    for (ChartPanel& panel : panels) {
      panel.kind = static_cast<PanelKind>(random() % 4);
      panel.title = random() % 2 == 0 ? "title" : "";
      panel.unit = random() % 2 == 0 ? "unit" : "";
      panel.series.resize(random() % 30);
      for (ChartSeries& series : panel.series) {
        series.name = std::string(random() % 40, 'n');
        series.steps = random() % 2 == 0;
        for (std::size_t n = random() % 100; n > 0; --n)
          series.values.push_back(
              random() % 4 == 0 ? std::nullopt : std::optional(double(random() % 2001) - 1000));
      }
    }
    const ChartOptions options = {.width = static_cast<int>(random() % 120),
                                  .height = static_cast<int>(random() % 60),
                                  .utf8 = random() % 2 == 0};
    const std::vector<Timestamp> times = Minutes(random() % 100);
    ChartTimes chart_times{times, HourAndMinute, {}};
    if (!times.empty() && random() % 2 == 0) chart_times.here = times[random() % times.size()];
    const std::string chart = DrawChart(panels, chart_times, options);
    ASSERT_LE(std::count(chart.begin(), chart.end(), '\n'), std::max(options.height, 5)) << chart;
    std::size_t from = 0;
    for (std::size_t end = chart.find('\n'); end != std::string::npos;
         from = end + 1, end = chart.find('\n', from))
      ASSERT_LE(DisplayWidth(chart.substr(from, end - from)), std::max(options.width, 20)) << chart;
  }
}

}  // namespace
}  // namespace fdr::tools
