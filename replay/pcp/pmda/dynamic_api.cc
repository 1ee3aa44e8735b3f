// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaDynamicPMNS(3) and its family.

#include <cerrno>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"

namespace fdr::pmda {
namespace {

// What a process has registered without naming the agent.
DynamicNames& NamesOfProcess() {
  static auto* const names = new DynamicNames;
  return *names;
}

DynamicSubtree SubtreeOf(const char* prefix, const int* clusters, int count) {
  DynamicSubtree subtree;
  subtree.prefix = prefix;
  subtree.clusters.assign(clusters, clusters + count);
  return subtree;
}

void Register(DynamicNames& names, DynamicSubtree subtree, pmdaUpdatePMNS update,
              pmdaUpdateText text, pmdaUpdateMetric update_metric, pmdaCountMetrics count,
              pmdaMetric* metrics, int metric_count) {
  subtree.update = update;
  subtree.text = text;
  subtree.update_metric = update_metric;
  subtree.count = count;
  subtree.metrics = metrics;
  subtree.metric_count = metric_count;
  names.Add(std::move(subtree));
}

// The first subtree that fits, after the agent has updated its names.
template <class Fits>
DynamicSubtree* FindSubtree(pmdaExt& ext, Fits fits) {
  DynamicSubtree* found = nullptr;
  pmapi::Guarded([&] {
    for (DynamicNames* const names : {&AgentOf(ext).names, &NamesOfProcess()}) {
      names->Update(ext);
      for (DynamicSubtree& subtree : names->subtrees())
        if (found == nullptr && fits(subtree)) found = &subtree;
    }
    return 0;
  });
  return found;
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

void pmdaExtDynamicPMNS(const char* prefix, int* clusters, int nclusters, pmdaUpdatePMNS update,
                        pmdaUpdateText text, pmdaUpdateMetric metric, pmdaCountMetrics count,
                        pmdaMetric* metrics, int nmetrics, pmdaExt* pmda) {
  fdr::pmapi::Guarded([&] {
    Register(AgentOf(*pmda).names, SubtreeOf(prefix, clusters, nclusters), update, text, metric,
             count, metrics, nmetrics);
    return 0;
  });
}

void pmdaDynamicPMNS(const char* prefix, int* clusters, int nclusters, pmdaUpdatePMNS update,
                     pmdaUpdateText text, pmdaUpdateMetric metric, pmdaCountMetrics count,
                     pmdaMetric* metrics, int nmetrics) {
  fdr::pmapi::Guarded([&] {
    Register(NamesOfProcess(), SubtreeOf(prefix, clusters, nclusters), update, text, metric, count,
             metrics, nmetrics);
    return 0;
  });
}

int pmdaDynamicSetClusterMask(const char* prefix, unsigned int mask) {
  DynamicSubtree* const subtree = NamesOfProcess().FindPrefix(prefix);
  if (subtree == nullptr) return -EINVAL;
  subtree->cluster_mask = mask;
  return 0;
}

pmdaNameSpace* pmdaDynamicLookupName(pmdaExt* pmda, const char* name) {
  const DynamicSubtree* const found =
      FindSubtree(*pmda, [name](const DynamicSubtree& subtree) { return subtree.Covers(name); });
  return found != nullptr ? found->tree : nullptr;
}

pmdaNameSpace* pmdaDynamicLookupPMID(pmdaExt* pmda, pmID pmid) {
  const DynamicSubtree* const found =
      FindSubtree(*pmda, [pmid](const DynamicSubtree& subtree) { return subtree.Has(pmid); });
  return found != nullptr ? found->tree : nullptr;
}

int pmdaDynamicLookupText(pmID pmid, int type, char** buffer, pmdaExt* pmda) {
  const DynamicSubtree* const found =
      FindSubtree(*pmda, [pmid](const DynamicSubtree& subtree) { return subtree.Has(pmid); });
  return found != nullptr ? found->text(pmda, pmid, type, buffer) : -ENOENT;
}

void pmdaDynamicMetricTable(pmdaExt* pmda) {
  fdr::pmapi::Guarded([&] {
    DynamicNames& own = AgentOf(*pmda).names;
    (own.subtrees().empty() ? NamesOfProcess() : own).RebuildMetrics(*pmda);
    return 0;
  });
}
