// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Maps the value sets of a record to its set of metrics.  Records repeat their layout, so nearly
// all of them are recognised by the sequence of their identifiers.

#pragma once

#include <cstddef>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/metric_sets.h"

namespace fdr {

/// Borrows the metadata and the sets.
class LayoutMemo {
 public:
  LayoutMemo(const Metadata& metadata, const MetricSets& sets) : metadata_(metadata), sets_(sets) {}

  /// Valid until the next call.
  const MetricBits& MetricsOf(const ResultRecord& record) {
    layout_.clear();
    for (const ValueSet& set : record.sets())
      if (set.size() > 0) layout_.push_back(set.id());
    for (const Known& known : known_)
      if (known.layout == layout_) return known.metrics;
    if (known_.size() == kRemembered) known_.erase(known_.begin());
    MetricBits& bits = known_.emplace_back(Known{layout_, sets_.NoMetrics()}).metrics;
    for (const MetricId id : layout_)
      if (const auto place = metadata_.IndexOf(id)) SetBit(bits, *place);
    return bits;
  }

 private:
  static constexpr std::size_t kRemembered = 16;

  struct Known {
    std::vector<MetricId> layout;
    MetricBits metrics;
  };

  const Metadata& metadata_;
  const MetricSets& sets_;
  std::vector<Known> known_;
  std::vector<MetricId> layout_;
};

}  // namespace fdr
