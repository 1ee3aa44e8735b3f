// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics bound to one context.  Names and metadata are asked for once.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/binder.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/derive/evaluator.h"

namespace fdr {

struct BoundMetric {
  std::shared_ptr<const DerivedMetric> metric;
  std::optional<SemanticError> error;
  BoundExpression expression;          // unless there is an error
  std::optional<Evaluator> evaluator;  // likewise

  Desc desc() const;
};

/// Finds a definition by name; nullptr if there is none.
using FindDerived = std::function<std::shared_ptr<const DerivedMetric>(std::string_view name)>;

/// Borrows the context and the table; the latter for its rules and options.  The context, with all
/// its open questions, must be destroyed before this.
class BoundMetrics {
 public:
  BoundMetrics(Context& source, const DerivedTable& table, FindDerived find,
               OnSemanticError on_error, OnBound on_bound)
      : source_(source),
        table_(table),
        find_(std::move(find)),
        on_error_(std::move(on_error)),
        on_bound_(std::move(on_bound)) {}

  /// Binds the metrics that are not bound yet.  After an error of the context they stay unbound.
  void Bind(const DerivedMetrics& metrics, Done<void> done);

  /// nullptr for an unbound metric.  Valid until all metrics are forgotten.
  BoundMetric* Find(MetricId id);
  void ForgetAll();
  /// There may be other definitions for metrics that are not bound.
  void ForgetPlans() { ++generation_; }
  /// Changes whenever anything is forgotten.
  std::uint64_t generation() const { return generation_; }
  /// Differences and rates start again with the next values.
  void ForgetValues();

 private:
  struct Inquiry;

  std::shared_ptr<Inquiry> Prepare(const DerivedMetrics& metrics) const;
  void AskForDescs(const std::shared_ptr<Inquiry>& inquiry);
  void BindAll(Inquiry& inquiry);
  bool BindOne(const std::shared_ptr<const DerivedMetric>& metric, Inquiry& inquiry, bool at_last);

  Context& source_;
  const DerivedTable& table_;
  FindDerived find_;
  OnSemanticError on_error_;
  OnBound on_bound_;
  std::unordered_map<MetricId, std::unique_ptr<BoundMetric>> bound_;
  std::uint64_t generation_ = 1;
};

}  // namespace fdr
