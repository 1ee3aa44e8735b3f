// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the row of a metric in the table of an agent.

#pragma once

#include <pcp/pmda.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fdr::pmda {

/// Looks at the table itself at each call, so a row that the agent has changed is found, too.
class MetricIndex {
 public:
  /// The index is only a hint: a table that lacks in it, or has changed since, is searched.
  void Build(std::span<const pmdaMetric> metrics);
  /// Null if no row has the identifier.
  pmdaMetric* Find(pmID id, std::span<pmdaMetric> metrics) const;

 private:
  std::size_t SlotOf(pmID id) const { return (id * 0x9e3779b1U >> 7) & (slots_.size() - 1); }

  std::vector<std::uint32_t> slots_;  // a power of two; the place of a row plus one, or zero
};

}  // namespace fdr::pmda
