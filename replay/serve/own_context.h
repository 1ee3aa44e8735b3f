// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context with the metrics of its server beside its own.

#pragma once

#include <optional>
#include <unordered_map>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/serve/own_metrics.h"

namespace fdr {

/// Borrows the source, whose metrics win: a metric whose name or identifier the source has is not
/// added.  So a recorded pmcd.version is that of the recorded host.
class OwnContext final : public ForwardingContext {
 public:
  /// Waits for the source.
  OwnContext(Context& source, OwnMetrics own);

  void Start(Question question) override;

  /// Stores the values of all metrics that take them.  Returns the last error.
  StoreAnswer Store(std::uint32_t client, const FetchResult& values);

 private:
  void Take(FindQuestion asked);
  void Take(NamesOfQuestion asked);
  void Take(ChildrenQuestion asked);
  void Take(TraverseQuestion asked);
  void Take(DescsQuestion asked);
  void Take(InstancesQuestion asked);
  void Take(AllInstancesQuestion asked);
  void Take(TextQuestion asked);
  void Take(FetchQuestion asked);
  template <class Other>
  void Take(Other asked) {
    source().Start(std::move(asked));
  }

  const OwnMetric* OwnOf(MetricId id) const;
  const OwnDomain* OwnOf(InDomId indom) const;
  StoreAnswer StoreSet(std::uint32_t client, const FetchResult& values, const FetchedSet& set);

  OwnMetrics own_;
  NameSpace names_;                                   // of the own metrics
  std::unordered_map<MetricId, std::size_t> places_;  // of the own metrics
};

}  // namespace fdr
