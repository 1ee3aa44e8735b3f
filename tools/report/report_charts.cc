// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/report_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "fdr/tools/chart/chart_picture.h"
#include "fdr/tools/picture/svg.h"
#include "fdr/tools/report/chart_peaks.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/chart_panels.h"
#include "fdr/tools/series/chart_samples.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostSeries = 40;     // of a chart
constexpr std::int64_t kMostSamples = 360;  // of a series
constexpr int kWidth = 760;
constexpr const char* kAboutPeaks = "; bands and heat maps show the highest values between points";

struct ChartChoice {
  const char* caption;
  std::vector<std::string> metrics;
};

// A chart that the archive has columns for: its part of those of all charts.
struct ChosenChart {
  const char* caption;
  std::size_t first, count;
};

std::vector<ChartChoice> Choices() {
  return {{"Load", {"kernel.all.load"}},
          {"Processors: time per second",
           {"kernel.all.cpu.user", "kernel.all.cpu.nice", "kernel.all.cpu.sys",
            "kernel.all.cpu.wait.total", "kernel.all.cpu.steal"}},
          {"Memory", {"mem.util.available", "mem.util.used", "swap.used"}},
          {"Disks: bytes", {"disk.all.read_bytes", "disk.all.write_bytes"}},
          {"Disks: how busy", {"disk.dev.avactive"}},
          {"Network: bytes", {"network.interface.in.bytes", "network.interface.out.bytes"}},
          {"Processes: blocked and runnable", {"proc.runq.blocked", "proc.runq.runnable"}}};
}

// Nothing of a chart is worth an error: the report says what it is about.
std::vector<Column> ColumnsOf(ArchiveContext& archive, const ChartChoice& choice) {
  std::vector<Column> columns;
  for (const std::string& metric : choice.metrics) {
    std::vector<Column> more;
    if (AddColumns({archive}, metric, false, {"A chart", kMostSeries}, more))
      std::ranges::move(more, std::back_inserter(columns));
  }
  if (columns.size() > kMostSeries) columns.resize(kMostSeries);
  return columns;
}

std::int64_t StepOf(const ChartStretch& stretch) {
  const double seconds = SecondsBetween(stretch.start, stretch.end);
  return std::max(static_cast<std::int64_t>(seconds * kNanosPerSecond) / kMostSamples,
                  kNanosPerSecond);
}

ChartGrid GridOf(const ChartStretch& stretch) {
  const std::int64_t step = StepOf(stretch);
  const double steps = SecondsBetween(stretch.start, stretch.end) * kNanosPerSecond;
  return {stretch.start, step,
          static_cast<std::size_t>(std::max(steps, 0.0) / static_cast<double>(step)) + 1};
}

// The edges of a band around each column: first the lower ones.
std::vector<Column> WithBands(const std::vector<Column>& columns) {
  std::vector<Column> all = columns;
  for (const bool is_upper : {false, true})
    for (std::size_t c = 0; c < columns.size(); ++c) {
      all.push_back(columns[c]);
      all.back().metric += is_upper ? ".max" : ".min";
      all.back().edge = ColumnEdge{c, is_upper};
    }
  return all;
}

// The values of all columns at the points.  The first row has no rates, so it lies before the grid.
std::vector<Row> RowsOf(ArchiveContext& archive, const std::vector<Column>& columns,
                        const ChartGrid& grid) {
  std::vector<Row> rows;
  Sampler sampler(archive, columns);
  if (!archive.SetMode(Mode::kInterpolated, grid.start.Plus(-grid.step), grid.step)) return rows;
  sampler.Restart(Direction::kForward);
  Row row;
  for (std::size_t i = 0; i <= grid.points && !Interrupted(); ++i) {
    const Result<bool> next = sampler.Next(row);
    if (!next) break;
    if (!*next || row.stamp < grid.start) continue;
    if (grid.PointOf(row.stamp) >= grid.points) break;
    rows.push_back(std::move(row));
  }
  return rows;
}

struct Samples {
  ChartSamples lines;  // with bands, if there are any
  ChartSamples tops;   // the same with the highest values instead
};

Samples SamplesOf(const std::vector<Row>& rows, const ChosenChart& chart, bool has_bands,
                  const ChartPanels& panels, const ChartPeaks& peaks, const ChartGrid& grid) {
  const std::size_t count = chart.count, bands = has_bands ? 2 * count : 0;
  Samples samples{ChartSamples(count + bands), ChartSamples(count + bands)};
  std::vector<std::optional<double>> lines(count + bands), tops;
  for (const Row& row : rows) {
    const std::size_t point = grid.PointOf(row.stamp);
    for (std::size_t c = 0; c < count; ++c) {
      lines[c] = NumberOf(row.cells[chart.first + c]);
      if (lines[c]) *lines[c] *= panels.factor(c);
      if (bands == 0) continue;
      lines[c + count] = lines[c + 2 * count] = lines[c];
      const std::optional<ValueRange> peak = peaks.At(chart.first + c, point);
      if (!lines[c] || !peak) continue;
      lines[c + count] = std::min(*lines[c], peak->low * panels.factor(c));
      lines[c + 2 * count] = std::max(*lines[c], peak->high * panels.factor(c));
    }
    tops = lines;
    if (bands > 0)
      std::copy_n(lines.begin() + static_cast<std::ptrdiff_t>(2 * count), count, tops.begin());
    samples.lines.Add(row.stamp, lines, row.after_gap);
    samples.tops.Add(row.stamp, tops, row.after_gap);
  }
  samples.lines.Settle();
  samples.tops.Settle();
  return samples;
}

// A heat map has no bands: its colours are those of the highest values.
std::vector<ChartPanel> Filled(const ChartPanels& panels, const Samples& samples) {
  std::vector<ChartPanel> filled = panels.Fill(samples.lines, false);
  std::vector<ChartPanel> tops = panels.Fill(samples.tops, false);
  for (std::size_t i = 0; i < filled.size(); ++i)
    if (filled[i].kind == PanelKind::kHeat) filled[i] = std::move(tops[i]);
  return filled;
}

std::string RangeText(const ChartStretch& stretch) {
  return DateText({stretch.start.sec, 0}, stretch.zone) + " to " +
         DateText({stretch.end.sec, 0}, stretch.zone);
}

// The metrics of all charts are read together.
std::vector<ChosenChart> ChooseCharts(ArchiveContext& archive, std::vector<Column>& columns) {
  std::vector<ChosenChart> charts;
  for (const ChartChoice& choice : Choices()) {
    std::vector<Column> more = ColumnsOf(archive, choice);
    if (more.empty()) continue;
    charts.push_back({choice.caption, columns.size(), more.size()});
    std::ranges::move(more, std::back_inserter(columns));
  }
  return charts;
}

}  // namespace

ReportCharts ChartsOf(ArchiveContext& archive, const ChartStretch& stretch) {
  ReportCharts all{{}, stretch};
  const ChartGrid grid = GridOf(stretch);
  std::vector<Column> columns;
  const std::vector<ChosenChart> charts = ChooseCharts(archive, columns);
  const ChartPeaks peaks(archive, columns, grid);
  const std::vector<Row> rows = RowsOf(archive, columns, grid);
  for (const ChosenChart& chart : charts) {
    const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(chart.first);
    const std::vector<Column> own(begin, begin + static_cast<std::ptrdiff_t>(chart.count));
    bool has_bands = false;
    for (std::size_t c = 0; c < chart.count; ++c) has_bands |= peaks.HideRecords(chart.first + c);
    const std::vector<Column> drawn = has_bands ? WithBands(own) : own;
    const ChartPanels panels(drawn, std::nullopt);
    const Samples samples = SamplesOf(rows, chart, has_bands, panels, peaks, grid);
    const std::span<const Timestamp> stamps = samples.lines.times();
    if (!stamps.empty()) all.plotted = {stamps.front(), stamps.back(), stretch.zone};
    const ChartTimes times{stamps,
                           [&](Timestamp t) { return TimeText(t, {.zone = stretch.zone}); }};
    const Picture picture =
        PictureOf(Filled(panels, samples), times,
                  {.width = kWidth,
                   .title = chart.caption,
                   .subtitle = RangeText(stretch) + (has_bands ? kAboutPeaks : ""),
                   .zone = stretch.zone,
                   .has_frames = true});
    all.charts.push_back({chart.caption, SvgOf(picture)});
  }
  return all;
}

}  // namespace fdr::tools
