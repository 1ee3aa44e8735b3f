// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The legend of a panel of a picture: names in columns, or the scale of a heat map.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/chart/heat_map.h"
#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

class PictureLegend {
 public:
  /// Names all series of the panel, unless it is a heat map.
  PictureLegend(const ChartPanel& panel, double width);

  double height() const;
  void Draw(double x, double y, std::vector<PictureShape>& shapes) const;

 private:
  const ChartPanel& panel_;
  std::vector<std::string> names_;
  std::size_t columns_ = 1;
  double column_width_ = 0;
};

/// The colours of a heat map between its lowest and its highest value.  `right` is their end.
void DrawHeatScale(const HeatMap& map, const std::string& unit, double right, double base_line,
                   std::vector<PictureShape>& shapes);

}  // namespace fdr::tools
