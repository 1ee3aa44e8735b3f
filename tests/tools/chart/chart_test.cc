// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

using Values = std::vector<std::optional<double>>;

// One time every ten seconds, from 12:00 on.
std::vector<Timestamp> Every10Seconds(std::size_t count) {
  std::vector<Timestamp> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back({static_cast<std::int64_t>(43200 + 10 * i), 0});
  return times;
}

std::string Clock(Timestamp time) {
  return fmt::format("{:02}:{:02}:{:02}", time.sec / 3600 % 24, time.sec / 60 % 60, time.sec % 60);
}

struct Look {
  int width = 80, height = 16;
  bool utf8 = true, color = false;
  std::string title = {}, unit = {};
  PanelKind kind = PanelKind::kLines;

  ChartOptions options() const {
    return {.width = width, .height = height, .utf8 = utf8, .color = color};
  }
  ChartPanel Of(const std::vector<ChartSeries>& series) const {
    return {title, unit, kind, series};
  }
};

std::string DrawOne(const std::vector<ChartSeries>& series, const ChartTimes& times,
                    const Look& look) {
  const ChartPanel panel = look.Of(series);
  return DrawChart(std::span(&panel, 1), times, look.options());
}

// Begins with a line break, as the raw string literals below do.
std::string Draw(const std::vector<ChartSeries>& series, const Look& look) {
  std::size_t samples = 0;
  for (const ChartSeries& s : series) samples = std::max(samples, s.values.size());
  const std::vector<Timestamp> times = Every10Seconds(samples);
  return '\n' + DrawOne(series, {times, Clock}, look);
}

template <class Function>
Values Sampled(int count, const Function& function) {
  Values values;
  for (int i = 0; i < count; ++i) values.emplace_back(function(i));
  return values;
}

double Sine(int i, double period) { return std::sin(2 * std::numbers::pi * i / period); }

Values Rate(int count, double mean, double swing, double period) {
  return Sampled(count, [=](int i) { return mean + swing * Sine(i, period); });
}

std::vector<std::string> Lines(std::string_view chart) {
  std::vector<std::string> lines;
  while (!chart.empty()) {
    const std::size_t end = chart.find('\n');
    EXPECT_NE(end, std::string_view::npos) << "a line without its end";
    lines.emplace_back(chart.substr(0, end));
    chart.remove_prefix(end + 1);
  }
  return lines;
}

TEST(ChartTest, OneSeriesIsALineOfBraille) {
  EXPECT_EQ(Draw({{"", Rate(361, 0, 1, 180)}}, {.width = 72, .height = 14, .title = "sine"}), R"(
   sine
 1 ┤      ⢀⡠⠤⢤⣀                             ⣀⡤⠤⢤⣀
   │    ⢀⠔⠁   ⠈⠑⣄                         ⢠⠞⠁   ⠈⠳⡄
   │   ⡠⠋       ⠈⢣⡀                      ⡴⠁       ⠘⢦
   │  ⡰⠁          ⠱⡀                   ⢀⡞           ⢣⡀
   │ ⡜             ⠙⡄                 ⢀⠎             ⢱⡀
 0 ┤⠞               ⠘⣄               ⢀⠎               ⠱⡀               ⣠
   │                 ⠘⡆             ⢠⠃                 ⠑⡄             ⡰⠃
   │                  ⠈⢆           ⣰⠋                   ⠙⣄           ⡰⠁
   │                   ⠈⢢⡀        ⡴⠃                     ⠘⢆        ⢀⡜
   │                     ⠑⣄     ⣠⠞                         ⠳⣀     ⣠⠋
-1 ┤                      ⠈⠑⠦⠤⠴⠚⠁                           ⠈⠓⠦⠤⠔⠊
   └┬────────────────┬────────────────┬───────────────┬────────────────┬
12:00:00         12:15:00         12:30:00        12:45:00      13:00:00
)");
}

TEST(ChartTest, ATimeCanBeMarked) {
  const std::vector<Timestamp> times = Every10Seconds(101);
  const Values flat(101, 1.0);
  const Look look = {.width = 24, .height = 6, .utf8 = false};
  const std::string chart = DrawOne({{"", flat}}, {times, Clock, times[50]}, look);
  EXPECT_EQ(std::count(chart.begin(), chart.end(), '^'), 1) << chart;
  EXPECT_EQ(std::count(chart.begin(), chart.end(), ':'), 2 + 4) << chart;
  EXPECT_NE(chart.find("\n* 1\n"), std::string::npos) << "its value: " << chart;
  const std::size_t mark = chart.find('^'), line = chart.rfind('\n', mark) + 1;
  EXPECT_EQ(mark - line, 3u + 2u + 9u) << "behind the labels: " << chart;
  const std::string plain = DrawOne({{"", flat}}, {times, Clock}, look);
  EXPECT_EQ(plain.find('^'), std::string::npos);
}

TEST(ChartTest, SeveralSeriesCarryMarkers) {
  EXPECT_EQ(Draw({{"sda", Rate(200, 1200, 800, 125)}, {"sdb", Rate(200, 900, 300, 80)}},
                 {.width = 72, .height = 16, .title = "disk.dev.read", .unit = "count / sec"}),
            R"(
   disk.dev.read (count / sec)
   │
2k ┤        ⣀●⠤⠤⢄⡀                                    ⣀⡠⠤⠤⠤⣀
   │     ⡠⠖⠉     ⠈⠑⠢⣀                              ⢀⠔⠋⠁     ⠉⠲⢄
   │   ⡠⠊           ⠈⠲⣀                          ●⠔⠁           ⠑⢄
   │ ⢠⠊               ⠈⠢⡀                       ⡔⠁               ⠱●
   │⠜⠁ ⢀⣀⠤⠤⠤⠤⣀⡀         ⠘⢤         ⣀⡤⠤⠤⠤■⡀    ⡰⠉              ⣀⡠⠤⠤⠤⣧⡄
1k ┤■⡠⠚⠉      ⠉⠓⢄⡀        ⠱⢄    ⡠⠖⠉      ⠈⠑⢤⣠⠊             ⣠⠔⠉      ⠈⠷⡦■
   │⠉            ⠉⠓⢤⡀      ⠈⠒⣤⠖⠉          ⢠⠜⠉⠑⢤⡀        ⡠⠔■           ⠑⢎
   │                ⠈⠑■⠤⠤⠤⠔⠚⠉ ⠓●⡀       ⣠⠜⠁    ⠈⠑⠒⠤⠤⠤⠔⠒⠉
   │                            ⠉⠓⠦⠤⠤⠔⠒⠉
   │
 0 ┤
   └┬────────────────┬────────────────┬───────────────┬────────────────┬
12:00:00         12:08:17         12:16:35        12:24:52      12:33:10
● sda   ■ sdb
)");
}

TEST(ChartTest, AsciiDrawsWithTheMarkers) {
  EXPECT_EQ(Draw({{"sda", Rate(200, 1200, 800, 125)}, {"sdb", Rate(200, 900, 300, 80)}},
                 {.width = 72,
                  .height = 16,
                  .utf8 = false,
                  .title = "disk.dev.read",
                  .unit = "count / sec"}),
            R"(
   disk.dev.read (count / sec)
   |
2k +       ********                                  ********
   |     ***      ***                              ***      ****
   |   **            **                          **            **
   | **                **                      **                **
   |** ++++++++          **       ++++++++   ***             +++++++*
1k +++++      ++++        ***  ++++      +++**            ++++      *+*+
   |              +++       *+++          ** +++       ++++           **
   |                 ++++++++ ***      ***      ++++++++
   |                            ********
   |
 0 +
   ++----------------+----------------+---------------+----------------+
12:00:00         12:08:17         12:16:35        12:24:52      12:33:10
* sda   + sdb
)");
}

TEST(ChartTest, StepsAreUpright) {
  EXPECT_EQ(Draw({{"processes", Sampled(60, [](int i) { return 213 + i / 12 % 3 * 7; })}},
                 {.width = 60, .height = 12}),
            R"(
    │
230 ┤
    │                      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
225 ┤                     ⢠⠃         ⢸
    │                     ⢸          ⠈⡆
220 ┤           ⡤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠇           ⡇          ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
    │          ⢰⠁                     ⡇          ⡎
215 ┤          ⡸                      ⢸         ⢀⠇
    │⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃                      ⠘⠒⠒⠒⠒⠒⠒⠒⠒⠒⠚
    └┬──────────────────────────┬──────────────────────────┬
 12:00:00                   12:04:55                12:09:50
● processes
)");
}

TEST(ChartTest, GapsStayEmptyAndALoneSampleIsMarked) {
  Values values = Rate(60, 0, 3e7, 60);
  for (const std::size_t gap : {12u, 13u, 14u, 15u, 17u, 18u, 19u, 20u, 21u, 40u})
    values[gap] = std::nullopt;
  EXPECT_EQ(Draw({{"balance", values}}, {.width = 60, .height = 12, .unit = "B"}),
            R"(
     B
 40M ┤
     │         ⢀⡀   ●
 20M ┤     ⣀⠤⠒⠉⠁          ⠢⢄⡀
     │  ⢠⠒⠉                 ⠈⠒⠤⡀
   0 ┤⠔⠊⠁                      ⠈⠒⢄⡀                        ⣀
     │                            ⠈⠑⢄⡀                  ⢀⡠⠊
-20M ┤                               ⠈⠒⠤⣀           ⢀⡠⠔⠊⠁
     │                                   ⠉ ⠒⠢⠤⠤⠤⠤⠒⠒⠉⠁
     └┬──────────────────────────┬─────────────────────────┬
  12:00:00                   12:04:55               12:09:50
● balance
)");
}

TEST(ChartTest, FiveSeriesInASmallSpace) {
  std::vector<ChartSeries> series;
  series.reserve(5);
  for (int i = 0; i < 5; ++i)
    series.push_back(
        {fmt::format("kernel.percpu.cpu.user[cpu{}]", i), Rate(50, 100 + 150 * i, 60, 17 + i)});
  EXPECT_EQ(Draw(series, {.width = 60, .height = 18, .unit = "millisec / sec"}), R"(
    millisec / sec
    │
800 ┤
    │⠔⠒⠒⠉⠉○⠉⠉⠉⠑⠢⠤⠤⣀      ⢀⣀⣀○⠒⠒⠉⠉⠉⠉⠉⠉⠉⠒⠤⠤⣀⡀      ⣀⣀⠤⠔⠒⠊⠉⠉⠉⠉○
600 ┤⢀◆⣀⠤⠤⠤⠤⠤⢄⣀⡀   ⠉⠉⠉⠉⠉⠉⠁  ⣀⣀⠤⠤⠤⠤⠤⢄⣀⣀    ⠈⠉⠉⠉○⠉⠉ ⣀⣀⡠⠤⠤⠤⠤⠤⣀◆
    │⠁         ⠈⠑⠒⠒⠤⠤⠤⠤⠤◆⠒⠊⠉          ⠉⠒⠒⠤◆⠤⠤⠤⠤⠒⠒⠉
400 ┤▲⠒⠒⠉⠉⠉⠉⠉⠑⠢⠤⢄⣀     ⢀⣀⡠⠔⠒⠒⠉⠉⠉⠉⠉⠑⠢⠤⠤⣀     ⢀⣀⣀⠤⠒⠒⠉⠉⠉⠉⠉⠑⠒▲⠤⣀
    │■⡠⠤⠤⠤⠤⠤⠤⢄⡀   ⠉⠉⠉▲⠉⠁ ⢀⡠⠤⠤⠤⠤⠤⠤⢄⡀    ▲⠉⠉⠉⠉⠁⢀⣀⠤⠤⠤⠤⠤⠤■⡀
200 ┤⠁        ⠈⠑⠢■⠤⠤⠤⠤⠤⠔⠊⠁        ⠈■⠒⠤⠤⠤⠤⠤⠤⠔⠊⠁        ⠈⠑⠒⠤⠤⠤
    │⠔⠊⠉⠉⠉⠉⠉⠑⠢●⢄⡀     ⢀⡠⠔⠊⠉⠉⠉⠉⠉⠒●⠤⢄⡀     ⣀⡠⠔⠊⠉⠉⠉⠉⠉●⠤⠤⢄⡀
  0 ┤           ⠈⠉⠉⠉⠉⠉⠁            ⠈⠉⠉⠉⠉⠉             ⠈⠉⠉⠉⠉●
    └┬──────────────────────────┬──────────────────────────┬
 12:00:00                   12:04:05                12:08:10
● kernel.percpu.cpu.user[cpu0]
■ kernel.percpu.cpu.user[cpu1]
▲ kernel.percpu.cpu.user[cpu2]
◆ kernel.percpu.cpu.user[cpu3]
○ kernel.percpu.cpu.user[cpu4]
)");
}

TEST(ChartTest, NothingToDrawIsSaid) {
  EXPECT_EQ(Draw({{"gone", Values(10)}}, {.width = 50, .height = 8, .utf8 = false}), R"(
1.0 +
    |
0.5 +                   no data
    |
  0 +
    ++---------------------+---------------------+
 12:00:00              12:00:45           12:01:30
* gone
)");
}

TEST(ChartTest, ASingleSampleIsAMarker) {
  EXPECT_EQ(Draw({{"", {42.0}}}, {.width = 40, .height = 8, .utf8 = false}), R"(
   |
40 +                  *
   |
20 +
   |
 0 +
   +------------------+-----------------
                  12:00:00
)");
}

TEST(ChartTest, TheSmallestChartHasEverythingButItsTitle) {
  EXPECT_EQ(Draw({{"load", Rate(20, 1, 1, 10)}}, {.width = 1, .height = 1, .title = "lost"}), R"(
2 ┤⢀⡠⠤⣀     ⣀⠤⠤⡀
0 ┤⠁   ⠉⠢⠤⠔⠊   ⠈⠑⠢⠤⠒
  └┬───────────────┬
12:00:00    12:03:10
● load
)");
}

TEST(ChartTest, ColoursTellSeriesApartInsteadOfMarkers) {
  const std::string chart =
      Draw({{"up", {0.0, 1.0}}, {"down", {1.0, 0.0}}}, {.width = 20, .height = 6, .color = true});
  const std::string first = "\x1b[38;5;33m", second = "\x1b[38;5;208m", reset = "\x1b[0m";
  EXPECT_EQ(Lines(chart).back(),
            first + "\u25cf " + reset + "up     " + second + "\u25cf " + reset + "down");
  EXPECT_EQ(Lines(chart)[1], "1.0 \x1b[2m\u2524" + reset + second + "\u2824\u28c0\u28c0         " +
                                 reset + first + "\u28c0\u28c0\u2824" + reset);
}

TEST(ChartTest, MoreSeriesThanColoursCarryMarkersAsWell) {
  std::vector<ChartSeries> series;
  series.reserve(9);
  for (int i = 0; i < 9; ++i) series.push_back({fmt::format("s{}", i), Rate(50, 10 * i, 1, 50)});
  const std::string chart = Draw(series, {.color = true});
  EXPECT_NE(chart.find("A \x1b[0ms8"), std::string::npos) << "the ninth marker is a letter";
}

TEST(ChartTest, WithoutColourThereIsNoEscape) {
  EXPECT_EQ(Draw({{"x\x1b[31m", {1.0, 2.0}}}, {.title = "\x1b]0;t\x07"}).find('\x1b'),
            std::string::npos);
}

TEST(ChartTest, EqualSeriesAreBothSeen) {
  const std::string chart =
      Draw({{"", Rate(50, 5, 3, 25)}, {"", Rate(50, 5, 3, 25)}}, {.utf8 = false});
  EXPECT_NE(chart.find("*+*"), std::string::npos) << chart;
  const std::string fine = Draw({{"", Rate(50, 5, 3, 25)}, {"", Rate(50, 5, 3, 25)}}, {});
  EXPECT_NE(fine.find("\u25cf"), std::string::npos) << fine;
  EXPECT_NE(fine.find("\u25a0"), std::string::npos) << fine;
}

TEST(ChartTest, ABackwardReplayLooksLikeAForwardOne) {
  std::vector<Timestamp> times = Every10Seconds(5000);
  std::vector<ChartSeries> series = {{"x", Rate(5000, 7, 3, 4000)}};
  const std::string forwards = DrawOne(series, {times, Clock}, {});
  std::reverse(times.begin(), times.end());
  std::reverse(series[0].values.begin(), series[0].values.end());
  EXPECT_EQ(DrawOne(series, {times, Clock}, {}), forwards);
}

TEST(ChartTest, ValuesThatAreNotFiniteAreGaps) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Draw({{"x", {1.0, std::nan(""), 3.0, kInfinity, 5.0, -kInfinity}}}, {}),
            Draw({{"x", {1.0, {}, 3.0, {}, 5.0, {}}}}, {}));
}

TEST(ChartTest, ValuesBelowTheReachOfTheAxisAreZero) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(Draw({{"x", {kTiny, -kTiny}}}, {}), Draw({{"x", {0.0, 0.0}}}, {}));
}

TEST(ChartTest, ValuesWithoutTheirTimeAreNotDrawn) {
  const std::vector<Timestamp> times = Every10Seconds(3);
  const std::vector<ChartSeries> more = {{"x", {1.0, 2.0, 3.0, 1e9}}},
                                 just = {{"x", {1.0, 2.0, 3.0}}};
  EXPECT_EQ(DrawOne(more, {times, Clock}, {}), DrawOne(just, {times, Clock}, {}));
}

TEST(ChartTest, ABandIsShadedFromItsMinimumToItsMaximum) {
  const ChartSeries series{"load", {5.0, 5.0, 5.0}, false, {5.0, 0.0, 5.0}, {5.0, 10.0, 5.0}};
  Look look{.width = 27, .height = 10, .utf8 = false};
  EXPECT_EQ(Draw({series}, look), R"(
   shaded: min to max
   |
10 +           :
   |      :::::::::::
 5 +***********************
   |      :::::::::::
 0 +           :
   ++---------------------+
12:00:00           12:00:20
* load
)");
  look.utf8 = true;
  EXPECT_NE(Draw({series}, look).find("\u2591\u2591\u2591"), std::string::npos);
}

TEST(ChartTest, TheLegendCountsWhatItHasNoRoomFor) {
  std::vector<ChartSeries> series;
  series.reserve(100);
  for (int i = 0; i < 100; ++i)
    series.push_back(
        {fmt::format("network.interface.in.bytes[interface{}]", i), {1.0 * i, 2.0 * i}});
  const std::vector<std::string> lines = Lines(DrawOne(series, {Every10Seconds(2), Clock}, {}));
  EXPECT_NE(lines.back().find("and 86 more"), std::string::npos) << lines.back();
  EXPECT_NE(lines.back().find("network.in\u2026nterface13]"), std::string::npos) << lines.back();
}

TEST(ChartTest, TheLegendIsShortInLittleSpace) {
  std::vector<ChartSeries> series(5000, {"a", {1.0, 2.0}});
  EXPECT_EQ(Lines(DrawOne(series, {Every10Seconds(2), Clock}, {.width = 20, .height = 5})).back(),
            "\u25cf a   \u25a0 a   +4998");
  series.resize(3, {"", {}});
  for (ChartSeries& s : series) s.name = "disk.dev.read[sda]";
  EXPECT_EQ(Lines(DrawOne(series, {Every10Seconds(2), Clock}, {.width = 20, .height = 5})).back(),
            "and 3 more");
}

// Tells for each line between title and time axis, from the top, if it has ink right of the value
// axis.
std::vector<bool> RowsWithInk(const std::string& chart) {
  std::vector<bool> rows;
  for (const std::string& line : Lines(chart)) {
    const std::size_t axis = line.find_first_of("|+");
    if (axis == std::string::npos || line.find("--") != std::string::npos) break;
    rows.push_back(line.find_first_not_of(' ', axis + 1) != std::string::npos);
  }
  return rows;
}

TEST(ChartTest, APeakOfOneSampleIsAlwaysSeen) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::size_t samples = 1 + random() % (i % 10 == 0 ? 50'000 : 300);
    const std::size_t peak = random() % samples;
    const int width = 20 + static_cast<int>(random() % 150);
    const int height = 5 + static_cast<int>(random() % 50);
    std::vector<ChartSeries> series(1 + random() % 4, {"", Values(samples, 1.0)});
    series[random() % series.size()].values[peak] = 100;
    const std::vector<Timestamp> times = Every10Seconds(samples);
    const std::string chart =
        DrawOne(series, {times, Clock}, {.width = width, .height = height, .utf8 = false});
    const std::vector<bool> rows = RowsWithInk(chart);
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(height - 2));
    const auto top = std::find(rows.begin(), rows.end(), true) - rows.begin();
    ASSERT_LE(top, height / 2) << chart;
    // In Braille the chart takes the same rows, so the same row has ink.
    const std::string fine = DrawOne(series, {times, Clock}, {.width = width, .height = height});
    ASSERT_GT(Lines(fine)[static_cast<std::size_t>(top)].size(),
              Lines(chart)[static_cast<std::size_t>(top)].find_first_of("|+") + 3)
        << fine;
  }
}

std::string WithoutEscapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const bool escape = text[0] == '\x1b';
    if (!escape) plain += text[0];
    text.remove_prefix(escape ? text.find('m') + 1 : 1);
  }
  return plain;
}

class RandomChart {
 public:
  explicit RandomChart(unsigned seed) : random_(seed) {
    options.width = static_cast<int>(Below(200)) - 10;
    options.height = static_cast<int>(Below(60)) - 5;
    options.utf8 = Below(3) > 0;
    options.color = Below(2) > 0;
    options.title = Text();
    options.unit = Text();
    for (std::size_t i = Below(200); i > 0; --i)
      times.push_back({static_cast<std::int64_t>(Below(2) > 0 ? random_() : Below(1000)),
                       static_cast<std::int32_t>(random_())});
    label = Text();
    for (std::size_t i = Below(4) > 0 ? Below(6) : Below(60); i > 0; --i)
      series.push_back({Text(), SomeValues(Below(220))});
  }

  Look options;
  std::vector<Timestamp> times;
  std::vector<ChartSeries> series;
  std::string label;

 private:
  std::uint64_t Below(std::uint64_t bound) { return random_() % bound; }

  std::string Text() {
    constexpr std::array<std::string_view, 7> kPieces = {
        "a", "disk.dev.read", " ", "\u4e2d", "\x1b[1m", "\xff", "\u202e\n"};
    std::string text;
    for (std::size_t i = Below(2) * Below(12); i > 0; --i) text += kPieces[Below(kPieces.size())];
    return text;
  }

  Values SomeValues(std::size_t count) {
    constexpr double kMax = std::numeric_limits<double>::max();
    constexpr std::array kOdd = {kMax, -kMax,  std::numeric_limits<double>::denorm_min(),
                                 0.0,  1e-300, std::numeric_limits<double>::infinity()};
    const double scale = std::pow(10, static_cast<double>(Below(600)) - 295);
    const bool odd = Below(4) == 0;
    Values values;
    for (; count > 0; --count) {
      const double value = (static_cast<double>(Below(2001)) - 1000) * scale;
      values.emplace_back(odd && Below(5) == 0 ? kOdd[Below(kOdd.size())] : value);
      if (Below(5) == 0) values.back().reset();
    }
    return values;
  }

  std::mt19937_64 random_;
};

TEST(ChartTest, NoInputMakesALineTooLongOrOneTooMany) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const RandomChart random(seed);
    const std::string chart = DrawOne(
        random.series, {random.times, [&](Timestamp) { return random.label; }}, random.options);
    const std::vector<std::string> lines = Lines(chart);
    ASSERT_EQ(lines.size(), static_cast<std::size_t>(std::max(random.options.height, 5)))
        << seed << '\n'
        << chart;
    for (const std::string& line : lines) {
      const std::string plain = random.options.color ? WithoutEscapes(line) : line;
      ASSERT_LE(DisplayWidth(plain), std::max(random.options.width, 20)) << seed << '\n' << chart;
      ASSERT_EQ(DisplayText(plain, random.options.utf8), plain) << seed << '\n' << chart;
    }
  }
}

}  // namespace
}  // namespace fdr::tools
