// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context with the metrics of its server beside its own.

#pragma once

#include <functional>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/joined_context.h"
#include "fdr/replay/serve/own_metrics_context.h"

namespace fdr {

/// Borrows the source, whose metrics win: a metric whose name or identifier the source has is not
/// added.  So a recorded pmcd.version is that of the recorded host.
class OwnContext final : public ForwardingContext {
 public:
  /// Waits for the source.  `now` returns the time of the server's own values.
  OwnContext(Context& source, OwnMetrics own, std::function<Timestamp()> now);

  void Start(Question question) override { joined_.Start(std::move(question)); }
  void Wait() override { joined_.Wait(); }

  bool IsOwn(MetricId id) const { return own_.Metric(id) != nullptr; }
  /// Stores a value set of an own metric that takes values.
  StoreAnswer StoreSet(std::uint32_t client, const FetchResult& values, const FetchedSet& set);
  /// Stores the values of all metrics.  Returns the last error.
  StoreAnswer Store(std::uint32_t client, const FetchResult& values);

 private:
  OwnMetricsContext own_;
  JoinedContext joined_;
};

}  // namespace fdr
