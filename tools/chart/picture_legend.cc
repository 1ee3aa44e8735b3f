// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/picture_legend.h"

#include <algorithm>

#include "fdr/tools/chart/panel_shapes.h"
#include "fdr/tools/picture/font.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr double kLegendSize = 11, kLegendLine = 17;
constexpr double kSwatch = 16, kAfterSwatch = 6, kBetweenNames = 20;
constexpr double kScaleCell = 8, kScaleHeight = 10;

}  // namespace

PictureLegend::PictureLegend(const ChartPanel& panel, double width) : panel_(panel) {
  if (panel.kind == PanelKind::kHeat) return;
  double widest = 0;
  for (const ChartSeries& series : panel.series) {
    names_.push_back(CutToWidth(DisplayText(series.name, true), kLegendSize,
                                std::max(width - kSwatch - kAfterSwatch, kLegendSize)));
    widest = std::max(widest, TextWidth(names_.back(), kLegendSize));
  }
  if (widest == 0) names_.clear();
  column_width_ = kSwatch + kAfterSwatch + widest + kBetweenNames;
  columns_ = static_cast<std::size_t>(std::max((width + kBetweenNames) / column_width_, 1.0));
}

double PictureLegend::height() const {
  const std::size_t lines = (names_.size() + columns_ - 1) / columns_;
  return static_cast<double>(lines) * kLegendLine;
}

void PictureLegend::Draw(double x, double y, std::vector<PictureShape>& shapes) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t row = i / columns_;
    const double left = x + static_cast<double>(i % columns_) * column_width_;
    const double base = y + static_cast<double>(row) * kLegendLine + kLegendSize;
    const double middle = base - kLegendSize * 0.36;
    if (panel_.kind == PanelKind::kLines) {
      const PictureRun line = {{left, middle}, {left + kSwatch, middle}};
      shapes.emplace_back(Stroke{{line}, SeriesPaint(i), 2.4, SeriesDashes(i), ""});
    } else {
      constexpr double kSide = 10;
      shapes.emplace_back(
          Blocks{{{left + kSwatch - kSide, middle - kSide / 2, kSide, kSide}}, SeriesPaint(i), ""});
    }
    shapes.emplace_back(PictureText{left + kSwatch + kAfterSwatch,
                                    base,
                                    names_[i],
                                    kLegendSize,
                                    Anchor::kStart,
                                    {Tint::kText, 0}});
  }
}

void DrawHeatScale(const HeatMap& map, const std::string& unit, double right, double base_line,
                   std::vector<PictureShape>& shapes) {
  const std::string low = ValueText(map.low, unit), high = ValueText(map.high, unit);
  shapes.emplace_back(
      PictureText{right, base_line, high, kLegendSize, Anchor::kEnd, {Tint::kFaint, 0}});
  double x = right - TextWidth(high, kLegendSize) - kAfterSwatch - kScaleCell * kHeatTints;
  shapes.emplace_back(
      PictureText{x - kAfterSwatch, base_line, low, kLegendSize, Anchor::kEnd, {Tint::kFaint, 0}});
  for (int level = 0; level < kHeatTints; ++level, x += kScaleCell)
    shapes.emplace_back(Blocks{
        {{x, base_line - kScaleHeight + 1, kScaleCell, kScaleHeight}}, {Tint::kHeat, level}, ""});
}

}  // namespace fdr::tools
