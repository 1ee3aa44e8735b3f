// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a chart in files, for reports.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

struct PictureFiles {
  std::optional<std::string> svg, png;
  int width = 0, height = 0;  ///< in pixels; 0: as the chart needs

  bool any() const { return svg || png; }
};

/// Reads "1600x900" or "1600" into the size.  kInvalidArgument with an example.
Result<void> ParsePictureSize(const std::string& text, PictureFiles& files);

/// Replaces each file when its picture is complete, and not before.  `host` is the title.
Result<void> SavePictures(const PictureFiles& files, std::span<const ChartPanel> panels,
                          const ChartTimes& times, const std::string& host, const TimeStyle& style);

}  // namespace fdr::tools
