// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which counters are the same at both ends of an archive: a page leaves their rows out while they
// are the same now, too.  The ends of other numbers say nothing about what is between.

#pragma once

#include <map>
#include <optional>
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
  /// Whether a counter has the number of both ends.  `metric`: its place among them.
  bool Has(std::size_t metric, InstanceId instance, std::optional<double> now) const {
    const auto found = idle_.find({metric, instance});
    return now && found != idle_.end() && found->second == *now;
  }

 private:
  Timestamp start_, end_;
  std::map<std::pair<std::size_t, InstanceId>, double> idle_;
};

}  // namespace fdr::tools
