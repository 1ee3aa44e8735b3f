// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A chart as a picture, for a report.

#pragma once

#include <span>
#include <string>

#include "fdr/replay/time/zone.h"
#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/picture/picture.h"

namespace fdr::tools {

struct PictureStyle {
  int width = 1000;  ///< in pixels, as all lengths
  int height = 0;  ///< 0: as high as the panels need.  A picture becomes higher to name all series
  std::string title;        ///< the host
  std::string subtitle;     ///< the range of time, and the zone
  Zone zone = {};           ///< of the times below the panels
  bool has_frames = false;  ///< the picture says where its plots are
};

/// Names every series: in a legend, or beside its row of a heat map.  The times' cursor and texts
/// are not used.
Picture PictureOf(std::span<const ChartPanel> panels, const ChartTimes& times,
                  const PictureStyle& style);

}  // namespace fdr::tools
