// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of metrics that the present archive has, and whether each one is still there.

#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"

namespace fdr {

/// One thread at a time.
class RecordedValues {
 public:
  struct Instance {
    InstanceId id = kSingular;
    bool is_present = false;  ///< had a value when it was last asked for
  };
  /// If a metric has more instances, such as one of processes, those that are gone are forgotten.
  static constexpr std::size_t kMostInstances = 16384;

  /// A record was written, of a fetch with this profile.  `indom_of` gives the domains of metrics.
  template <class IndomOf>
  void Add(const FetchResult& result, const Profile& profile, IndomOf indom_of) {
    for (const FetchedSet& set : result.sets())
      Add(set, result.Values(set), profile, indom_of(set.id));
  }
  /// Another archive begins.
  void Forget() { metrics_.clear(); }

  /// Ascending; none if the metric is not in the archive.
  std::span<const Instance> Of(MetricId metric) const;
  const Instance* Find(MetricId metric, InstanceId instance) const;

 private:
  void Add(const FetchedSet& set, std::span<const FetchedValue> values, const Profile& profile,
           InDomId indom);

  std::unordered_map<MetricId, std::vector<Instance>> metrics_;
};

}  // namespace fdr
