// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The whole archive in a line: how much went on when, and where the viewer stands.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/screen/frame.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/view/moment.h"

namespace fdr::tools {

/// A curve of the largest instance of a metric.
class TimeStrip {
 public:
  /// Shows the first of these expressions that the archive knows; an empty strip, if it knows none.
  /// Borrows the archive.
  static Result<std::unique_ptr<TimeStrip>> Open(ArchiveContext& archive,
                                                 const std::vector<std::string>& expressions);

  /// Reads a value for each of `width` columns.
  Result<void> Read(Timestamp start, Timestamp end, int width);
  /// Draws the curve into one line, and times and scale into the next.
  void Draw(Frame& frame, int line, Timestamp now, const Zone& zone) const;

  static constexpr int kLines = 2;

 private:
  explicit TimeStrip(ArchiveContext& archive) : context_(&archive) {}

  int ColumnOf(Timestamp time) const;
  std::string ScaleText() const;

  std::optional<DerivedContext> derived_;
  Context* context_;                           // the archive, with the expression
  std::vector<WatchedMetric> watched_;         // one at most
  std::vector<std::optional<double>> values_;  // by column
  Timestamp start_, end_;
};

}  // namespace fdr::tools
