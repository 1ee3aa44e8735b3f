// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether recording was interrupted between two times.

#pragma once

#include "fdr/replay/timeline/hopping_cursor.h"
#include "fdr/replay/timeline/mark_filter.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class MarkSearch {
 public:
  MarkSearch(const Timeline& timeline, MarkRule rule)
      : timeline_(&timeline), marks_(timeline, rule), cursor_(timeline) {}

  /// Whether a mark that counts lies in (earlier, later] of the two times.
  Result<bool> Between(Timestamp a, Timestamp b);

 private:
  const Timeline* timeline_;
  MarkFilter marks_;
  HoppingCursor cursor_;
};

}  // namespace fdr
