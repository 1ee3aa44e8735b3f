// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Any source of metrics, with derived ones besides.
//
//   DerivedTable table;
//   table.Add("disk.rate", "rate(disk.dev.read) + rate(disk.dev.write)");
//   DerivedContext context(std::move(archive), table);
//   const Result<MetricId> rate = context.Find("disk.rate");
//
// The operands are fetched, or interpolated, all together, and then the expressions are evaluated.
// What they mean: docs/guide/derived.md.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/derive/expression_error.h"
#include "fdr/replay/forwarding_context.h"

namespace fdr {

class BoundMetrics;

/// A metric of the source hides a derived one of the same name.  Questions that no derived metric
/// is part of go to the source as they are.  Whole records are as recorded, without derived
/// metrics.
class DerivedContext final : public ForwardingContext {
 public:
  /// Uses the present definitions: later additions to the table have no effect.
  DerivedContext(std::unique_ptr<Context> source, DerivedTable definitions,
                 OnSemanticError on_error = {}, OnBound on_bound = {});
  /// Borrows the source, which must have no open questions when this is destroyed.
  DerivedContext(Context& source, DerivedTable definitions, OnSemanticError on_error = {},
                 OnBound on_bound = {});
  ~DerivedContext() override;

  using ForwardingContext::source;

  /// Adds a metric of this context only, which hides a global one of the same name.
  tl::expected<MetricId, SyntaxError> Add(std::string_view name, std::string_view expression);
  /// Removes a metric of either kind; false if no metric has this name.
  bool Remove(std::string_view name);
  /// Replaces the global definitions.  If all of them are among the new ones, what is bound stays
  /// bound, with the values that rates and differences need.
  void Extend(DerivedTable definitions);
  /// Replaces the global definitions; those of this context stay.  Looks up all metadata again,
  /// which is also needed when the source may have changed.
  void Rebind(DerivedTable definitions);
  void Rebind();
  DerivedTable& own() { return own_; }

  /// The definition of a name or an identifier; nullptr if there is none.
  std::shared_ptr<const DerivedMetric> Definition(std::string_view name) const;
  std::shared_ptr<const DerivedMetric> Definition(MetricId id) const;
  /// The definitions with this name and below it, in their order, the global ones first.
  DerivedMetrics DefinitionsBelow(std::string_view name) const;
  /// Finds out which of these can be computed here.
  Result<void> Bind(const DerivedMetrics& metrics);
  /// Whether it is known that a metric cannot be computed here.
  bool IsKnownWrong(MetricId id) const;
  /// Whether some of these metrics are derived and can be computed.
  Result<bool> Derives(std::span<const MetricId> metrics);
  /// The error of a defined metric; nothing if it can be computed here.
  Result<std::optional<SemanticError>> Check(MetricId id);

  /// Differences and rates start again with the next values.
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;

  /// Also looks up again the metrics derived from it.
  void ForgetDesc(MetricId id) override;
  Result<Desc> DescOf(MetricId id) override {
    return IsDerived(id) ? Context::DescOf(id) : source().DescOf(id);
  }
  /// Derived names come after those of the source, without metrics that cannot be computed here.
  /// In a fetch, a metric that is requested twice has equal values in both places.
  void Start(Question question) override;

 private:
  struct Fetching;

  void Take(FindQuestion asked);
  void Take(NamesOfQuestion asked);
  void Take(ChildrenQuestion asked);
  void Take(TraverseQuestion asked);
  void Take(DescsQuestion asked);
  void Take(TextQuestion asked);
  void Take(LabelsQuestion asked);
  void Take(FetchQuestion asked);
  template <class Other>
  void Take(Other asked) {
    source().Start(std::move(asked));
  }

  bool IsDerived(MetricId id) const {
    return IsDerivedId(id) && (own_.Contains(id) || definitions_.Contains(id));
  }
  bool HasAny() const { return !own_.empty() || !definitions_.empty(); }
  bool IsOfDerived(LabelLevel level, std::uint32_t id) const;
  DerivedMetrics DefinitionsOf(std::span<const MetricId> ids) const;
  Result<Desc> DescOfBound(MetricId id);
  std::vector<std::string> Sensible(const DerivedMetrics& metrics);

  Fetching& TakeFetching();
  void StartOperands(Fetching& fetching);
  void AskForInstances(Fetching& fetching);
  void Finish(Fetching& fetching);
  void End(Fetching& fetching, Result<bool> outcome);

  DerivedTable definitions_, own_;
  std::unique_ptr<BoundMetrics> bound_;
  std::vector<std::unique_ptr<Fetching>> fetchings_;  // as many as were ever open together
  std::unique_ptr<Context> owned_;  // destroyed first, which ends all open questions
};

}  // namespace fdr
