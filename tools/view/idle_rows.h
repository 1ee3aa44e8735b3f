// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which instances did nothing in all of an archive: a page leaves their rows out.  A counter did
// nothing if it is the same in the first record and in the last one, and another number if it is 0
// in both.

#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "fdr/tools/view/moment.h"

namespace fdr::tools {

/// One thread at a time.
class IdleRows {
 public:
  /// Moves the context.  Does nothing if the span was read before.
  Result<void> Read(Context& context, std::span<const WatchedMetric> metrics, Timestamp start,
                    Timestamp end);
  /// False if it is not known.  `metric`: its place among them.
  bool Has(std::size_t metric, InstanceId instance) const {
    return idle_.contains({metric, instance});
  }

 private:
  Timestamp start_, end_;
  std::set<std::pair<std::size_t, InstanceId>> idle_;
};

}  // namespace fdr::tools
