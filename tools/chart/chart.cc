// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_style.h"
#include "fdr/tools/chart/panel_text.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr int kLeastWidth = 20, kLeastHeight = 5;
constexpr int kHeightForTitle = 8;  // a lower chart needs the line for its values
constexpr int kLeastPanel = 6;      // title, two rows, the floor, and a legend of two lines
constexpr int kTimeLine = 1;        // below all panels
constexpr int kGoodRows = 12;       // of a panel in a chart that grows

bool IsHeat(const ChartPanel& panel) { return panel.kind == PanelKind::kHeat; }

// How the lines of a chart are shared.  The lines of a panel include the floor below its rows.
struct ChartLayout {
  std::vector<int> lines;   // by panel; the panels behind these do not fit
  std::vector<int> legend;  // the most lines of its legend
  bool has_titles = true;
};

// Spare lines make the rows of panels taller, but not those of heat maps: there, a row is a series.
void ShareSpare(std::span<const ChartPanel> panels, int spare, std::vector<int>& lines) {
  std::vector<std::size_t> flexible;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!IsHeat(panels[i])) flexible.push_back(i);
  for (std::size_t k = 0; k < flexible.size() && spare > 0; ++k) {
    const int share =
        (spare + static_cast<int>(flexible.size() - k) - 1) / static_cast<int>(flexible.size() - k);
    lines[flexible[k]] += share;
    spare -= share;
  }
}

// As many lines as it takes to name all series, or more.
ChartLayout WholeLayout(std::span<const ChartPanel> panels, const ChartTimes& times,
                        const ChartOptions& options) {
  ChartLayout layout;
  int spare = options.height - kTimeLine;
  for (const ChartPanel& panel : panels) {
    const int legend = PanelText::LegendLines(panel, times, options);
    const int title = PanelTitle(panel).empty() ? 0 : 1;
    const int rows = IsHeat(panel) ? std::max(static_cast<int>(panel.series.size()), 1) : kGoodRows;
    layout.lines.push_back(title + rows + 1 + legend);
    layout.legend.push_back(std::max(legend, 1));
    spare -= layout.lines.back();
  }
  ShareSpare(panels, spare, layout.lines);
  return layout;
}

ChartLayout FittingLayout(std::span<const ChartPanel> panels, const ChartOptions& options) {
  ChartLayout layout;
  const auto count = static_cast<int>(panels.size());
  int room = options.height - kTimeLine;
  int shown = std::min(count, std::max(room / kLeastPanel, 1));
  if (shown < count) {
    --room;  // for the line that counts the others
    shown = std::max(std::min(shown, room / kLeastPanel), 1);
  }
  const int share = room / shown;
  layout.has_titles = count == 1 ? options.height >= kHeightForTitle : share >= kLeastPanel;
  int spare = room;
  for (int i = 0; i < shown; ++i) {
    const ChartPanel& panel = panels[static_cast<std::size_t>(i)];
    const int title = layout.has_titles && !PanelTitle(panel).empty() ? 1 : 0;
    const int most =
        IsHeat(panel) ? title + std::max(static_cast<int>(panel.series.size()), 1) + 2 : share;
    layout.lines.push_back(std::min(share, most));
    layout.legend.push_back(std::max(1, (share + kTimeLine) / 3));
    spare -= layout.lines.back();
  }
  ShareSpare(panels.first(static_cast<std::size_t>(shown)), spare, layout.lines);
  return layout;
}

// Each member may depend on the members before it.
class Chart {
 public:
  Chart(std::span<const ChartPanel> panels, const ChartTimes& times, const ChartOptions& options)
      : options_(options),
        times_(times),
        glyphs_(GlyphsFor(options.utf8)),
        axis_(times.samples),
        not_shown_(panels) {
    const ChartLayout layout =
        options.grows ? WholeLayout(panels, times, options) : FittingLayout(panels, options);
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
      panels_.push_back(std::make_unique<PanelText>(panels[i], times, options, layout.lines[i] - 1,
                                                    layout.has_titles, layout.legend[i]));
      columns_.labels = std::max(columns_.labels, panels_.back()->label_width());
    }
    not_shown_ = panels.subspan(panels_.size());
    columns_.plot = std::max(options.width - columns_.labels - 2, 1);
    columns_.here = CursorColumn();
    for (const auto& panel : panels_) panel->Plot(columns_, axis_);
    time_labels_ = PlaceTimeLabels(axis_, times, columns_.plot, options.width, options.utf8);
  }

  std::string Draw() const {
    std::string text;
    StyledLines out(options_.color, text);
    for (const auto& panel : panels_) {
      panel->DrawTitle(out);
      panel->DrawRows(out);
      DrawFloor(out);
      if (panel == panels_.back()) DrawTimes(out);
      panel->DrawLegend(out);
    }
    DrawNotShown(out);
    return text;
  }

 private:
  // At the edges of the chart the cursor is seen without a mark.
  int CursorColumn() const {
    if (!times_.here || axis_.empty() || *times_.here <= axis_.At(0) || *times_.here >= axis_.At(1))
      return -1;
    return static_cast<int>(std::lround(axis_.FractionOf(*times_.here) * (columns_.plot - 1)));
  }

  void DrawFloor(StyledLines& out) const {
    out.Blank(columns_.labels + 1);
    out.Write(glyphs_.corner, kDim);
    std::vector<bool> is_tick(static_cast<std::size_t>(columns_.plot));
    for (const TimeLabel& label : time_labels_)
      is_tick[static_cast<std::size_t>(label.tick)] = true;
    for (int column = 0; column < columns_.plot; ++column)
      if (column == columns_.here)
        out.Write(glyphs_.here, kBold);
      else
        out.Write(is_tick[static_cast<std::size_t>(column)] ? glyphs_.time_tick : glyphs_.floor,
                  kDim);
    out.EndLine();
  }

  void DrawTimes(StyledLines& out) const {
    int column = 0;
    for (const TimeLabel& label : time_labels_) {
      out.Blank(label.at - column);
      out.Write(label.text);
      column = label.at + DisplayWidth(label.text);
    }
    out.EndLine();
  }

  void DrawNotShown(StyledLines& out) const {
    if (not_shown_.empty()) return;
    std::string units;
    for (const ChartPanel& panel : not_shown_)
      units += (units.empty() ? "" : ", ") + (panel.unit.empty() ? "numbers" : panel.unit);
    const std::string text =
        fmt::format("{} for {}: --height shows {}", Count(not_shown_.size(), "more panel"), units,
                    not_shown_.size() == 1 ? "it" : "them");
    out.Write(CutEnd(DisplayText(text, options_.utf8), options_.width, options_.utf8));
    out.EndLine();
  }

  const ChartOptions& options_;
  const ChartTimes& times_;
  const LineGlyphs& glyphs_;
  const TimeAxis axis_;
  std::span<const ChartPanel> not_shown_;
  std::vector<std::unique_ptr<PanelText>> panels_;
  ChartColumns columns_;
  std::vector<TimeLabel> time_labels_;
};

}  // namespace

std::string DrawChart(std::span<const ChartPanel> panels, const ChartTimes& times,
                      const ChartOptions& options) {
  if (panels.empty()) return {};
  ChartOptions clamped = options;
  clamped.width = std::max(options.width, kLeastWidth);
  clamped.height = std::max(options.height, kLeastHeight);
  return Chart(panels, times, clamped).Draw();
}

}  // namespace fdr::tools
