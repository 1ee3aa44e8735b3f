// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The derived metrics of a PMAPI context: those of all contexts at the time when it was made, and
// its own.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/pmapi/derived_source.h"

namespace fdr::pmapi {

class ApiContext;
class ResultMaker;

/// As the context: one thread at a time.
class DerivedMetrics {
 public:
  /// Borrows the context, which need not be complete yet.
  explicit DerivedMetrics(ApiContext& context);

  /// The metrics of the context, with derived ones besides.
  DerivedContext& context() { return context_; }

  /// Of a metric that is defined, and only now.  Elsewhere it is told by pmprintf(3).
  std::optional<SemanticError> WhatIsWrongWith(MetricId id);

  /// Whether some of these are derived, and make sense: then Fetch() is what fetches them.
  bool Covers(std::span<const MetricId> metrics);
  /// As ApiContext::Fetch().
  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker);

  /// Those that all contexts have now, instead of those that they had; all metadata anew.
  void Renew();
  /// Those that another context has of its own.
  void TakeOwnFrom(DerivedMetrics& other);

 private:
  explicit DerivedMetrics(std::unique_ptr<DerivedSource> source);

  void Tell(const DerivedMetric& metric, const SemanticError& error) const;

  bool tells_ = true;
  DerivedSource& source_;
  DerivedContext context_;
  FetchResult result_;
  std::vector<std::int32_t> numvals_;
};

}  // namespace fdr::pmapi
