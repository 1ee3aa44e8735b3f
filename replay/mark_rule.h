// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which marks count.

#pragma once

#include <cstdint>

#include "fdr/replay/timeline.h"

namespace fdr {

/// By default every mark counts: nothing is interpolated across it.
struct MarkRule {
  /// Marks between two records that are at most so many nanoseconds apart do not count.  -1: all
  /// do; the largest number: none does.
  std::int64_t ignore_up_to = -1;

  /// Whether the rule ignores the mark beside `position`: that between the record before it and the
  /// one behind it.
  Result<bool> Ignores(const Timeline& timeline, TimelinePosition position) const;
};

}  // namespace fdr
