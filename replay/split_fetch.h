// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch of metrics that belong to several sources.  Splits the request into one part for each
// source, and merges the answers into one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fdr/replay/fetch_result.h"

namespace fdr {

class SplitFetch {
 public:
  struct Part {
    std::uint32_t source;
    std::vector<MetricId> ids;
    FetchResult result;       ///< to be filled in with a set for each of `ids`
    bool has_values = false;  ///< whether it was; otherwise its metrics have no values
  };

  /// `source_of` says to which source a metric belongs.
  SplitFetch(std::span<const MetricId> metrics,
             const std::function<std::uint32_t(MetricId)>& source_of);

  /// One for each source, in the order in which the metrics name them.
  std::span<Part> parts() { return parts_; }
  /// To be called when a part has ended; true after the last one.
  bool End() { return ++ended_ == parts_.size(); }
  /// Puts the sets of the parts into the order of the metrics.
  void Merge(Timestamp stamp, FetchResult& result) const;

 private:
  struct Place {
    std::uint32_t part, set;
  };

  std::vector<Part> parts_;
  std::vector<Place> places_;  // of the sets of the metrics
  std::size_t ended_ = 0;
};

}  // namespace fdr
