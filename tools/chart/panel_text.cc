// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/panel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fdr/tools/chart/heat_map.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr LineGlyphs kUtf8Lines = {"\u2502", "\u2524", "\u2514", "\u2500",
                                   "\u252c", "\u25b2", "\u250a"};
constexpr LineGlyphs kAsciiLines = {"|", "+", "+", "-", "+", "^", ":"};

int ScaleLines(const ChartPanel& panel) { return panel.kind == PanelKind::kHeat ? 1 : 0; }

}  // namespace

const LineGlyphs& GlyphsFor(bool utf8) { return utf8 ? kUtf8Lines : kAsciiLines; }

PanelText::PanelText(const ChartPanel& panel, const ChartTimes& times, const ChartOptions& options,
                     int lines, bool has_title, int most_legend_lines)
    : panel_(panel),
      times_(times),
      options_(options),
      glyphs_(GlyphsFor(options.utf8)),
      title_(has_title ? DisplayText(PanelTitle(panel), options.utf8) : ""),
      style_(static_cast<int>(panel.series.size()), options.utf8, options.color) {
  if (panel.kind != PanelKind::kHeat) legend_.emplace(panel, times, most_legend_lines, options);
  const int legend_lines = legend_ ? legend_->lines() : ScaleLines(panel);
  rows_ = std::max(lines - (title_.empty() ? 0 : 1) - legend_lines, 1);
  range_ = RangeOf(panel, times.samples.size());
  if (panel.kind == PanelKind::kHeat)
    LabelHeatRows(options.width / 3);
  else
    values_ = range_ ? ChooseValueAxis(range_->low, range_->high, std::max(rows_, 2))
                     : ChooseValueAxis(0, 1, std::max(rows_, 2));
  if (panel.kind != PanelKind::kHeat) row_labels_ = values_.labels;
}

// "cpu12   93.1 %", the names at the left and the values at the cursor at the right.
void PanelText::LabelHeatRows(int most_width) {
  const HeatMap map = MakeHeatMap(panel_, times_, TimeAxis(times_.samples), 1, rows_);
  const std::vector<std::optional<double>> here = ValuesAtCursor(panel_, times_);
  constexpr int kValueWidth = 8;
  const int value_width = times_.here ? kValueWidth : 0;
  std::vector<std::string> names;
  int widest = 0;
  for (const HeatRow& row : map.rows) {
    names.push_back(CutMiddle(DisplayText(row.name, options_.utf8),
                              std::max(most_width - value_width, 1), options_.utf8));
    widest = std::max(widest, DisplayWidth(names.back()));
  }
  row_labels_.assign(static_cast<std::size_t>(rows_), "");
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string label =
        names[i] + std::string(static_cast<std::size_t>(widest - DisplayWidth(names[i])), ' ');
    if (times_.here) {
      std::optional<double> most;
      for (std::size_t s = map.rows[i].first; s <= map.rows[i].last; ++s)
        if (here[s] && (!most || *here[s] > *most)) most = here[s];
      label += fmt::format("{:>{}}", most ? PrefixedNumber(*most) : "-", kValueWidth);
    }
    row_labels_[static_cast<std::size_t>(rows_) - 1 - i] = std::move(label);
  }
}

int PanelText::label_width() const {
  int width = 0;
  for (const std::string& label : row_labels_) width = std::max(width, DisplayWidth(label));
  return width;
}

void PanelText::Plot(const ChartColumns& columns, const TimeAxis& axis) {
  columns_ = columns;
  cells_ = MakePanelCells(panel_, times_, axis, values_, style_,
                          {columns.plot, rows_, options_.utf8, options_.color});
}

void PanelText::DrawTitle(StyledLines& out) const {
  if (title_.empty()) return;
  out.Blank(std::max(0, std::min(columns_.labels + 1, options_.width - DisplayWidth(title_))));
  out.Write(CutMiddle(title_, options_.width, options_.utf8), kBold);
  out.EndLine();
}

void PanelText::DrawRows(StyledLines& out) const {
  for (int row = rows_ - 1; row >= 0; --row) DrawRow(row, out);
}

void PanelText::DrawRow(int row, StyledLines& out) const {
  const std::string& label = row_labels_[static_cast<std::size_t>(row)];
  out.Blank(columns_.labels - DisplayWidth(label));
  out.Write(label);
  out.Blank(1);
  out.Write(label.empty() ? glyphs_.side : glyphs_.tick, kDim);
  if (!range_ && row == rows_ / 2) {
    constexpr std::string_view kNothing = "no data";
    out.Blank((columns_.plot - static_cast<int>(kNothing.size())) / 2);
    out.Write(columns_.plot >= static_cast<int>(kNothing.size()) ? kNothing : "", kDim);
    return out.EndLine();
  }
  for (int column = 0; column < columns_.plot; ++column) {
    const PanelCell cell = cells_->At(column, row);
    if (!cell.text.empty())
      out.Write(cell.text, cell.style);
    else if (column == columns_.here)
      out.Write(glyphs_.above_here, kDim);
    else
      out.Blank(1);
  }
  out.EndLine();
}

void PanelText::DrawLegend(StyledLines& out) const {
  if (legend_) return legend_->Draw(style_, out);
  const HeatMap map = MakeHeatMap(panel_, times_, TimeAxis(times_.samples), 1, rows_);
  const auto text = [&](double value) {
    return DisplayText(ValueText(value, panel_.unit), options_.utf8);
  };
  const std::string low = text(map.low), high = text(map.high);
  const std::string note = fmt::format("   {} series", panel_.series.size());
  const int scale_width = DisplayWidth(low) + DisplayWidth(high) + kHeatGlyphs + 2;
  if (scale_width <= options_.width) {
    out.Write(low);
    out.Blank(1);
    for (int level = 0; level < kHeatGlyphs; ++level) {
      const PanelCell glyph = HeatGlyph(level, options_.utf8);
      out.Write(glyph.text, glyph.style);
    }
    out.Blank(1);
    out.Write(high);
    if (scale_width + static_cast<int>(note.size()) <= options_.width) out.Write(note);
  }
  out.EndLine();
}

int PanelText::LegendLines(const ChartPanel& panel, const ChartTimes& times,
                           const ChartOptions& options) {
  if (panel.kind == PanelKind::kHeat) return ScaleLines(panel);
  return ChartLegend(panel, times, std::numeric_limits<int>::max() / 2, options).lines();
}

}  // namespace fdr::tools
