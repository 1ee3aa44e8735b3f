// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What derived metrics are in one context.  Its names and metadata are asked for once.

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

/// What there is to be bound: by name, or nullptr.
using FindDerived = std::function<std::shared_ptr<const DerivedMetric>(std::string_view name)>;

/// Borrows the context, which has to be gone, with all its questions, before this is; and the
/// table, for its rules and options.
class BoundMetrics {
 public:
  BoundMetrics(Context& source, const DerivedTable& table, FindDerived find,
               OnSemanticError on_error)
      : source_(source), table_(table), find_(std::move(find)), on_error_(std::move(on_error)) {}

  using Metrics = std::vector<std::shared_ptr<const DerivedMetric>>;
  /// Binds those that are not bound yet.  An error is one of the context: they are not bound then.
  void Bind(const Metrics& metrics, Done<void> done);

  /// nullptr if it is not bound.  Valid until all are forgotten.
  BoundMetric* Find(MetricId id);
  void ForgetAll();
  /// Another one when something was forgotten.
  std::uint64_t generation() const { return generation_; }
  /// The next values are first ones, for differences and rates.
  void ForgetValues();

 private:
  struct Inquiry;

  std::shared_ptr<Inquiry> Prepare(const Metrics& metrics) const;
  void AskForDescs(const std::shared_ptr<Inquiry>& inquiry);
  void BindAll(Inquiry& inquiry);
  bool BindOne(const std::shared_ptr<const DerivedMetric>& metric, Inquiry& inquiry, bool at_last);

  Context& source_;
  const DerivedTable& table_;
  FindDerived find_;
  OnSemanticError on_error_;
  std::unordered_map<MetricId, std::unique_ptr<BoundMetric>> bound_;
  std::uint64_t generation_ = 1;
};

}  // namespace fdr
