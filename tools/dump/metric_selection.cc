// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/metric_selection.h"

namespace fdr::tools {

std::vector<MetricId> SelectMetrics(const NameTree& tree, const std::vector<std::string>& names,
                                    const std::function<void(const std::string&)>& on_unknown) {
  std::vector<MetricId> metrics;
  for (const std::string& name : names) {
    const auto node = tree.Find(name);
    if (!node) {
      on_unknown(name);
      continue;
    }
    tree.Visit(*node, [&](NameTree::Node below) { metrics.push_back(*tree.Metric(below)); });
  }
  return metrics;
}

}  // namespace fdr::tools
