// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/dynamic_names.h"

#include <algorithm>

#include "fdr/replay/pcp/pmda/agent_name_tree.h"

namespace fdr::pmda {
namespace {

void AddCopies(const DynamicSubtree& subtree, std::vector<pmdaMetric>& metrics) {
  int total = 0, trees = 0;
  subtree.count(&total, &trees);
  if (total <= 0 || trees <= 0 || subtree.tree == nullptr) return;
  for (int row = 0; row < subtree.metric_count; ++row) {
    pmdaMetric& source = subtree.metrics[row];
    if (subtree.tree->NamesOf(source.m_desc.pmid) == nullptr) continue;
    for (int number = 1; number <= trees; ++number) {
      pmdaMetric copy = source;
      subtree.update_metric(&source, &copy, number);
      metrics.push_back(copy);
    }
  }
}

}  // namespace

bool DynamicSubtree::Covers(std::string_view name) const {
  return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.');
}

bool DynamicSubtree::Has(pmID id) const {
  if (tree != nullptr && tree->NamesOf(id) != nullptr) return true;
  return cluster_mask != 0 && std::ranges::any_of(clusters, [&](int cluster) {
           return (static_cast<unsigned>(cluster) & cluster_mask) ==
                  (pmID_cluster(id) & cluster_mask);
         });
}

DynamicSubtree* DynamicNames::FindPrefix(std::string_view prefix) {
  const auto found = std::ranges::find(subtrees_, prefix, &DynamicSubtree::prefix);
  return found != subtrees_.end() ? &*found : nullptr;
}

void DynamicNames::Update(pmdaExt& ext) {
  bool has_changed = false;
  for (DynamicSubtree& subtree : subtrees_)
    has_changed = subtree.update(&ext, &subtree.tree) > 0 || has_changed;
  if (has_changed) RebuildMetrics(ext);
}

void DynamicNames::RebuildMetrics(pmdaExt& ext) {
  if (subtrees_.empty()) return;
  const DynamicSubtree& first = subtrees_.front();
  metrics_.assign(first.metrics, first.metrics + first.metric_count);
  for (const DynamicSubtree& subtree : subtrees_) AddCopies(subtree, metrics_);
  if (metrics_.size() == static_cast<std::size_t>(first.metric_count))
    pmdaRehash(&ext, first.metrics, first.metric_count);
  else
    pmdaRehash(&ext, metrics_.data(), static_cast<int>(metrics_.size()));
}

}  // namespace fdr::pmda
