// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Subtrees of names that an agent makes while it runs: pmdaDynamicPMNS(3).

#pragma once

#include <pcp/pmda.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::pmda {

/// What the agent has registered for a subtree.
struct DynamicSubtree {
  std::string prefix;
  std::vector<int> clusters;
  unsigned cluster_mask = 0;  ///< if not zero, metrics of like clusters belong to the subtree
  pmdaUpdatePMNS update = nullptr;
  pmdaUpdateText text = nullptr;
  pmdaUpdateMetric update_metric = nullptr;
  pmdaCountMetrics count = nullptr;
  pmdaMetric* metrics = nullptr;  ///< the table of the agent, as it was at first
  int metric_count = 0;
  pmdaNameSpace* tree = nullptr;  ///< as the agent has updated it last

  /// Whether the subtree has the name, or is at or below it.
  bool Covers(std::string_view name) const;
  bool Has(pmID id) const;
};

class DynamicNames {
 public:
  void Add(DynamicSubtree subtree) { subtrees_.push_back(std::move(subtree)); }
  DynamicSubtree* FindPrefix(std::string_view prefix);

  /// Asks the agent for its names, and rebuilds the table of metrics if they have changed.
  void Update(pmdaExt& ext);
  /// The table of the agent, and copies of the metrics in each subtree.
  void RebuildMetrics(pmdaExt& ext);

  std::deque<DynamicSubtree>& subtrees() { return subtrees_; }

 private:
  std::deque<DynamicSubtree> subtrees_;
  std::vector<pmdaMetric> metrics_;  // with the copies
};

}  // namespace fdr::pmda
