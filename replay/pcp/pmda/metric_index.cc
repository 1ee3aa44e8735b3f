// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/metric_index.h"

#include <bit>

namespace fdr::pmda {

void MetricIndex::Build(std::span<const pmdaMetric> metrics) {
  slots_.assign(std::bit_ceil(2 * metrics.size() + 1), 0);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::size_t slot = SlotOf(metrics[i].m_desc.pmid);
    while (slots_[slot] != 0 && metrics[slots_[slot] - 1].m_desc.pmid != metrics[i].m_desc.pmid)
      slot = (slot + 1) & (slots_.size() - 1);
    // The first of several rows counts, as in a search.
    if (slots_[slot] == 0) slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

pmdaMetric* MetricIndex::Find(pmID id, std::span<pmdaMetric> metrics) const {
  if (!slots_.empty()) {
    std::size_t slot = SlotOf(id);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::size_t row = slots_[slot] - 1;
      if (row < metrics.size() && metrics[row].m_desc.pmid == id) return &metrics[row];
    }
  }
  for (pmdaMetric& metric : metrics)
    if (metric.m_desc.pmid == id) return &metric;
  return nullptr;
}

}  // namespace fdr::pmda
