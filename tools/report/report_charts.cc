// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/report_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/tools/chart/chart_picture.h"
#include "fdr/tools/picture/svg.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/chart_panels.h"
#include "fdr/tools/series/chart_samples.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostSeries = 40;     // of a chart
constexpr std::int64_t kMostSamples = 360;  // of a series
constexpr int kWidth = 760;

struct ChartChoice {
  const char* caption;
  std::vector<std::string> metrics;
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

// The first row has no rates, so it lies before the stretch.
ChartSamples SamplesOf(ArchiveContext& archive, const std::vector<Column>& columns,
                       const ChartPanels& panels, const ChartStretch& stretch) {
  ChartSamples samples(columns.size());
  const std::int64_t step = StepOf(stretch);
  Sampler sampler(archive, columns);
  if (!archive.SetMode(Mode::kInterpolated, stretch.start.Plus(-step), step)) return samples;
  sampler.Restart(Direction::kForward);
  std::vector<std::optional<double>> numbers(columns.size());
  Row row;
  for (std::int64_t i = 0; i <= kMostSamples + 1; ++i) {
    const Result<bool> next = sampler.Next(row);
    if (!next) break;
    if (!*next || row.stamp < stretch.start || row.stamp > stretch.end) continue;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      numbers[c] = NumberOf(row.cells[c]);
      if (numbers[c]) *numbers[c] *= panels.factor(c);
    }
    samples.Add(row.stamp, numbers, row.after_gap);
  }
  samples.Settle();
  return samples;
}

std::string RangeText(const ChartStretch& stretch) {
  return DateText({stretch.start.sec, 0}, stretch.zone) + " to " +
         DateText({stretch.end.sec, 0}, stretch.zone);
}

}  // namespace

std::vector<ReportChart> ChartsOf(ArchiveContext& archive, const ChartStretch& stretch) {
  std::vector<ReportChart> charts;
  for (const ChartChoice& choice : Choices()) {
    const std::vector<Column> columns = ColumnsOf(archive, choice);
    if (columns.empty()) continue;
    const ChartPanels panels(columns, std::nullopt);
    const ChartSamples samples = SamplesOf(archive, columns, panels, stretch);
    const ChartTimes times{samples.times(),
                           [&](Timestamp t) { return TimeText(t, {.zone = stretch.zone}); }};
    const Picture picture = PictureOf(panels.Fill(samples, false), times,
                                      {.width = kWidth,
                                       .title = choice.caption,
                                       .subtitle = RangeText(stretch),
                                       .zone = stretch.zone,
                                       .has_frames = true});
    charts.push_back({choice.caption, SvgOf(picture)});
  }
  return charts;
}

}  // namespace fdr::tools
