// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The whole archive in a line: how much went on when, and where the viewer stands.  A column shows
// the largest value of its samples, so the scale is the largest of all samples at any width.
// Values are kept: a growing archive is read on behind them.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/screen/frame.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/view/moment.h"
#include "fdr/tools/view/page_definitions.h"
#include "fdr/tools/view/strip_cells.h"

namespace fdr::tools {

/// A part of the time that the strip marks.
struct MarkedTime {
  Timestamp from, to;
};

/// A curve of the largest instance of a metric, or of several ones.
class TimeStrip {
 public:
  /// An empty strip, if the archive knows none of the expressions.  Borrows the archive.
  static Result<std::unique_ptr<TimeStrip>> Open(ArchiveContext& archive, const PageStrip& shown);

  /// Reads on, up to about `most` records, unless an interrupt comes.  True if nothing is left to
  /// read.  An error ends the reading until the end has moved on.
  Result<bool> Read(Timestamp start, Timestamp end, std::size_t most);
  /// The largest value of each of `count` equal parts of the time.
  std::vector<std::optional<double>> Columns(std::size_t count) const {
    return cells_.Columns(count);
  }
  /// Draws the curve into one line, and times and scale into the next.  `shown`: a moment, or a
  /// stretch.
  void Draw(Frame& frame, int line, const MarkedTime& shown, const Zone& zone,
            std::span<const MarkedTime> marked = {}) const;

  static constexpr int kLines = 2;

 private:
  TimeStrip(ArchiveContext& archive, const char* title)
      : title_(title), archive_(archive), context_(&archive) {}

  // A record, and the sample before it since the last gap.
  struct Place {
    Timestamp from;
    std::optional<Timestamp> before;
  };

  Result<bool> ReadSamples(ArchiveContext& records, std::size_t most);
  Result<void> AddSample(const Place& sample);
  void DrawCurve(Frame& frame, int line, std::size_t count,
                 std::span<const MarkedTime> marked) const;
  void RememberEnd(const Place& last);
  std::string ScaleText() const;

  const char* title_;
  ArchiveContext& archive_;
  std::optional<DerivedContext> derived_;
  Context* context_;                    // the archive, with the expression
  std::vector<WatchedMetric> watched_;  // of one unit
  std::optional<double> most_;          // larger values are errors of the clocks
  StripCells cells_;
  Timestamp start_, end_;
  bool is_complete_ = true;
  Place next_;                       // where to go on
  Place valued_;                     // the last sample that had a value
  std::size_t samples_without_ = 0;  // behind it
};

}  // namespace fdr::tools
