// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a panel as shapes of a picture.

#pragma once

#include <vector>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/chart/heat_map.h"
#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

/// Where a panel draws its values.
struct PanelFrame {
  double x = 0, y = 0;  ///< the upper left corner
  double width = 0, height = 0;
  ValueAxis values = {};
  double rows = 1;  ///< of the axis, that fit into the height

  double PlaceOf(double fraction) const { return x + fraction * width; }
  double HeightOf(double value) const { return y + height - values.RowOf(value) / rows * height; }
};

/// How a series looks, by its number in its panel: 8 colours, each with 3 kinds of lines.
Paint SeriesPaint(std::size_t series);
Dashes SeriesDashes(std::size_t series);

void AddPanelShapes(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                    const PanelFrame& frame, std::vector<PictureShape>& shapes);

/// The cells of a heat map, its rows from the top of the frame.
void AddHeatShapes(const HeatMap& map, const PanelFrame& frame, std::vector<PictureShape>& shapes);

/// The columns of a heat map in a frame.
int HeatColumns(double width);

}  // namespace fdr::tools
