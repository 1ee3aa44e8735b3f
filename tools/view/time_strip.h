// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The whole archive in a line: how much went on when, and where the viewer stands.  A column shows
// the largest value of its samples, so the scale is the largest of all samples at any width.

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
#include "fdr/tools/view/page_definitions.h"

namespace fdr::tools {

/// A curve of the largest instance of a metric.
class TimeStrip {
 public:
  /// An empty strip, if the archive knows none of the expressions.  Borrows the archive.
  static Result<std::unique_ptr<TimeStrip>> Open(ArchiveContext& archive, const PageStrip& shown);

  /// Reads all records, for `width` columns.
  Result<void> Read(Timestamp start, Timestamp end, int width);
  /// Draws the curve into one line, and times and scale into the next.
  void Draw(Frame& frame, int line, Timestamp now, const Zone& zone) const;

  static constexpr int kLines = 2;

 private:
  TimeStrip(ArchiveContext& archive, const char* title)
      : title_(title), archive_(archive), context_(&archive) {}

  Result<void> ReadSamples(ArchiveContext& records, Timestamp start, Timestamp end);
  Result<void> AddSample(const Moment& moment);
  int ColumnOf(Timestamp time) const;
  std::string ScaleText() const;

  const char* title_;
  ArchiveContext& archive_;
  std::optional<DerivedContext> derived_;
  Context* context_;                           // the archive, with the expression
  std::vector<WatchedMetric> watched_;         // one at most
  std::vector<std::optional<double>> values_;  // by column
  Timestamp start_, end_;
};

}  // namespace fdr::tools
