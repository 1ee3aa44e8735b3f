// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The derived metrics of a PMAPI context: its own, and the global ones.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/pcp/pmapi/contexts/derived_source.h"

namespace fdr::pmapi {

class ApiContext;
class ResultMaker;

/// One thread at a time, like the context.
class DerivedMetrics {
 public:
  /// Borrows the context, which may still be under construction.
  explicit DerivedMetrics(ApiContext& context);

  /// The metrics of the context, including derived ones.
  DerivedContext& context() { return context_; }

  /// Takes over what was defined for all contexts meanwhile, as DerivedContext::Extend() does.
  void CatchUp();

  /// The error of a defined metric, as of now.  Elsewhere errors are reported by pmprintf(3).
  std::optional<SemanticError> WhatIsWrongWith(MetricId id);

  /// Whether some metrics are derived and can be computed; then they must be fetched by Fetch().
  bool Covers(std::span<const MetricId> metrics);
  /// As ApiContext::Fetch().
  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker);

  /// Replaces the global definitions by the present ones, and looks up all metadata again.
  void Renew();
  /// Copies the other context's own definitions.
  void TakeOwnFrom(DerivedMetrics& other);

 private:
  explicit DerivedMetrics(std::unique_ptr<DerivedSource> source);

  void Tell(const DerivedMetric& metric, const SemanticError& error) const;

  bool tells_ = true;
  std::uint64_t version_;  // of the global definitions
  DerivedSource& source_;
  DerivedContext context_;
  FetchResult result_;
  std::vector<std::int32_t> numvals_;
};

}  // namespace fdr::pmapi
