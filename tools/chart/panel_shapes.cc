// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/panel_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "fdr/tools/chart/chart_stack.h"
#include "fdr/tools/text/series_colors.h"

namespace fdr::tools {
namespace {

constexpr double kLineWidth = 1.8, kDotSize = 4;
constexpr double kHeatCell = 3;  // the width of a cell of a heat map, and the least of a bar

// Of the points in one column of pixels, the first, the lowest, the highest and the last say all
// that can be seen.
PictureRun Thinned(const PictureRun& run) {
  PictureRun thin;
  for (std::size_t from = 0, to = 0; from < run.size(); from = to) {
    std::size_t low = from, high = from;
    for (to = from; to < run.size() && std::lround(run[to].x) == std::lround(run[from].x); ++to) {
      if (run[to].y < run[low].y) low = to;
      if (run[to].y > run[high].y) high = to;
    }
    std::size_t last = to;  // none yet
    for (const std::size_t i : {from, std::min(low, high), std::max(low, high), to - 1}) {
      if (i != last) thin.push_back(run[i]);
      last = i;
    }
  }
  return thin;
}

// Lines, and dots for samples without neighbours.
class LineShapes {
 public:
  explicit LineShapes(const PanelFrame& frame) : frame_(frame) {}

  void Add(const ChartSeries& series, std::size_t number, const ChartTimes& times,
           const TimeAxis& axis, std::vector<PictureShape>& shapes) {
    Stroke stroke{{}, SeriesPaint(number), kLineWidth, SeriesDashes(number), series.name};
    Blocks dots{{}, SeriesPaint(number), series.name};
    PictureRun run;
    std::set<std::pair<long, long>> dotted;
    const auto end_run = [&] {
      if (run.size() == 1 && dotted.emplace(std::lround(run[0].x), std::lround(run[0].y)).second)
        dots.blocks.push_back(
            {run[0].x - kDotSize / 2, run[0].y - kDotSize / 2, kDotSize, kDotSize});
      if (run.size() > 1) stroke.runs.push_back(Thinned(run));
      run.clear();
    };
    for (std::size_t i = 0; i < std::min(series.values.size(), times.samples.size()); ++i) {
      const std::optional<double> value = Drawable(series.values[i]);
      if (!value) {
        end_run();
        continue;
      }
      const PicturePoint point{frame_.PlaceOf(axis.FractionOf(times.samples[i])),
                               frame_.HeightOf(*value)};
      if (series.steps && !run.empty()) {
        const bool forwards = run.back().x <= point.x;
        run.push_back(forwards ? PicturePoint{point.x, run.back().y}
                               : PicturePoint{run.back().x, point.y});
      }
      run.push_back(point);
    }
    end_run();
    if (!stroke.runs.empty()) shapes.emplace_back(std::move(stroke));
    if (!dots.blocks.empty()) shapes.emplace_back(std::move(dots));
  }

 private:
  const PanelFrame& frame_;
};

// Up the upper edge, and back along the lower one.
void EndBand(PictureRun& upper, PictureRun& lower, Surface& surface) {
  constexpr double kHalf = 1;  // of a band of one sample: wide enough to be seen
  if (upper.size() == 1)
    for (PictureRun* edge : {&upper, &lower}) {
      edge->push_back({edge->front().x + kHalf, edge->front().y});
      edge->front().x -= kHalf;
    }
  PictureRun run = Thinned(upper);
  const PictureRun back = Thinned(lower);
  run.insert(run.end(), back.rbegin(), back.rend());
  if (!run.empty()) surface.runs.push_back(std::move(run));
  upper.clear();
  lower.clear();
}

void AddBand(const ChartSeries& series, std::size_t number, const ChartTimes& times,
             const TimeAxis& axis, const PanelFrame& frame, std::vector<PictureShape>& shapes) {
  if (series.low.empty()) return;
  Surface surface{{}, {Tint::kBand, static_cast<int>(number)}, series.name};
  PictureRun upper, lower;
  for (std::size_t i = 0; i < std::min(series.values.size(), times.samples.size()); ++i) {
    const std::optional<ValueRange> band = BandAt(series, i);
    if (!band) {
      EndBand(upper, lower, surface);
      continue;
    }
    const double x = frame.PlaceOf(axis.FractionOf(times.samples[i]));
    upper.push_back({x, frame.HeightOf(band->high)});
    lower.push_back({x, frame.HeightOf(band->low)});
  }
  EndBand(upper, lower, surface);
  if (!surface.runs.empty()) shapes.emplace_back(std::move(surface));
}

void AddBars(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
             const PanelFrame& frame, std::vector<PictureShape>& shapes) {
  std::vector<Blocks> blocks;
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    blocks.push_back({{}, SeriesPaint(s), panel.series[s].name});
  const int columns = std::max(static_cast<int>(frame.width / kHeatCell), 1);
  for (const ChartBar& bar : BarsOf(panel, times, axis, columns)) {
    const double zero = frame.HeightOf(0), end = frame.HeightOf(bar.value);
    const double left = frame.PlaceOf(bar.left), right = frame.PlaceOf(bar.right);
    blocks[bar.series].blocks.push_back(
        {left, std::min(zero, end), right - left, std::fabs(zero - end)});
  }
  for (Blocks& series : blocks)
    if (!series.blocks.empty()) shapes.emplace_back(std::move(series));
}

// The pieces of the area of one series: up the upper edge, and back along the lower one.
std::vector<PictureRun> AreaRuns(const std::vector<StackColumn>& columns, std::size_t series,
                                 const PanelFrame& frame) {
  std::vector<PictureRun> runs;
  const double last = std::max(static_cast<double>(columns.size()) - 1, 1.0);
  const auto place = [&](double column) { return frame.PlaceOf(column / last); };
  for (std::size_t from = 0, to = 0; from < columns.size(); from = to) {
    to = from + 1;
    if (!columns[from][series]) continue;
    while (to < columns.size() && columns[to][series]) ++to;
    PictureRun run;
    const bool is_alone = to == from + 1;
    const double half = is_alone ? 1 : 0;  // wide enough to be seen
    for (std::size_t c = from; c < to; ++c)
      run.push_back({place(static_cast<double>(c) - half), frame.HeightOf(columns[c][series]->to)});
    if (is_alone) run.push_back({place(static_cast<double>(from) + half), run.back().y});
    if (is_alone) run.push_back({run.back().x, frame.HeightOf(columns[from][series]->from)});
    for (std::size_t c = to; c-- > from;)
      run.push_back(
          {place(static_cast<double>(c) - half), frame.HeightOf(columns[c][series]->from)});
    runs.push_back(std::move(run));
  }
  return runs;
}

void AddAreas(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
              const PanelFrame& frame, std::vector<PictureShape>& shapes) {
  const int width = std::max(static_cast<int>(frame.width), 2);
  const std::vector<StackColumn> columns = StackColumns(panel, times, axis, width);
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    std::vector<PictureRun> runs = AreaRuns(columns, s, frame);
    if (runs.empty()) continue;
    // A line of paper keeps neighbours apart where their colours repeat.
    Stroke seam{{}, {Tint::kPaper, 0}, 0.6, Dashes::kNone, ""};
    for (const PictureRun& run : runs)
      seam.runs.emplace_back(run.begin(),
                             run.begin() + static_cast<std::ptrdiff_t>(run.size() / 2));
    std::erase_if(seam.runs, [](const PictureRun& run) { return run.size() < 2; });
    shapes.emplace_back(Surface{std::move(runs), SeriesPaint(s), panel.series[s].name});
    const bool repeats = panel.series.size() > kSeriesColors.size();
    if (repeats && !seam.runs.empty()) shapes.emplace_back(std::move(seam));
  }
}

}  // namespace

Paint SeriesPaint(std::size_t series) { return {Tint::kSeries, static_cast<int>(series)}; }

Dashes SeriesDashes(std::size_t series) {
  constexpr std::array kKinds = {Dashes::kNone, Dashes::kLong, Dashes::kShort};
  return kKinds[series / kSeriesColors.size() % kKinds.size()];
}

int HeatColumns(double width) { return std::max(static_cast<int>(width / kHeatCell), 1); }

void AddHeatShapes(const HeatMap& map, const PanelFrame& frame, std::vector<PictureShape>& shapes) {
  std::vector<Blocks> levels(kHeatTints);
  for (int level = 0; level < kHeatTints; ++level)
    levels[static_cast<std::size_t>(level)].paint = {Tint::kHeat, level};
  const double row_height =
      frame.height / std::max<double>(1, static_cast<double>(map.rows.size()));
  const double gap = row_height >= 6 ? 1 : 0;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    const auto& cells = map.rows[row].cells;
    const double cell_width = frame.width / static_cast<double>(cells.size());
    const double y = frame.y + static_cast<double>(row) * row_height;
    for (std::size_t from = 0, to = 0; from < cells.size(); from = to) {
      to = from + 1;
      if (!cells[from]) continue;
      const int level = map.LevelOf(*cells[from], kHeatTints);
      while (to < cells.size() && cells[to] && map.LevelOf(*cells[to], kHeatTints) == level) ++to;
      levels[static_cast<std::size_t>(level)].blocks.push_back(
          {frame.x + static_cast<double>(from) * cell_width, y,
           static_cast<double>(to - from) * cell_width, row_height - gap});
    }
  }
  for (Blocks& level : levels)
    if (!level.blocks.empty()) shapes.emplace_back(std::move(level));
}

void AddPanelShapes(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                    const PanelFrame& frame, std::vector<PictureShape>& shapes) {
  switch (panel.kind) {
    case PanelKind::kBars:
      return AddBars(panel, times, axis, frame, shapes);
    case PanelKind::kAreas:
      return AddAreas(panel, times, axis, frame, shapes);
    case PanelKind::kHeat:  // has labels of its own: AddHeatShapes()
    case PanelKind::kLines:
      break;
  }
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    AddBand(panel.series[s], s, times, axis, frame, shapes);
  LineShapes lines(frame);
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    lines.Add(panel.series[s], s, times, axis, shapes);
}

}  // namespace fdr::tools
