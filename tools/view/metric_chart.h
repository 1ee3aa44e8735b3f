// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The course of a metric over a whole archive, with a cursor where the viewer stands.

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/screen/frame.h"
#include "fdr/tools/view/moment.h"

namespace fdr::tools {

class MetricChart {
 public:
  /// Reads a value for each column of the screen, unless it has just done that: of the instance, or
  /// of each one.  A thinned archive may have extremes, too: `context` is the archive, or one with
  /// more metrics.  If `keep_going` returns false, the extremes wait for the next call.
  Result<void> Read(Context& context, ArchiveContext& archive, const WatchedMetric& metric,
                    std::optional<InstanceId> instance, Timestamp start, Timestamp end, int width,
                    const std::function<bool()>& keep_going);
  /// Draws into these lines of the picture; `now` is the time of the cursor.
  void Draw(Frame& frame, int first_line, int lines, Timestamp now, const Zone& zone) const;

 private:
  // The parameters of the last Read().
  struct Shown {
    std::string metric;
    std::optional<InstanceId> instance;
    Timestamp start, end;
    int width = 0;

    friend bool operator==(const Shown&, const Shown&) = default;
  };

  Result<void> ReadColumns(Context& context, const WatchedMetric& metric);
  void AddColumn(const WatchedValues& values, const WatchedMetric& metric);
  Result<void> ReadBands(ArchiveContext& archive, const WatchedMetric& metric,
                         const std::function<bool()>& keep_going);
  void Scale(const WatchedMetric& metric);

  std::optional<Shown> shown_;
  ChartPanel panel_;
  std::vector<Timestamp> times_;
  std::map<InstanceId, std::size_t> places_;  // of the instances among the series
  std::unordered_map<InstanceId, std::string> names_;
};

}  // namespace fdr::tools
