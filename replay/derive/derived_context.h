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
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/derive/expression_error.h"

namespace fdr {

class BoundMetrics;

/// A metric of the source hides a derived one of the same name.  Questions that no derived metric
/// is part of go to the source as they are.
class DerivedContext final : public Context {
 public:
  /// The definitions are those of now: what is added to the table later, is not known here.
  DerivedContext(std::unique_ptr<Context> source, DerivedTable definitions,
                 OnSemanticError on_error = {});
  /// Borrows the source, of which nothing may be asked any more when this ends.
  DerivedContext(Context& source, DerivedTable definitions, OnSemanticError on_error = {});
  ~DerivedContext() override;

  Context& source() { return source_; }

  /// A metric of this context only, which hides one of the same name that all have.
  tl::expected<MetricId, SyntaxError> Add(std::string_view name, std::string_view expression);
  /// Whether there was one of this name, of either kind.
  bool Remove(std::string_view name);
  /// Other definitions for all; those of this context stay.  Everything is looked up anew, as it is
  /// to be when the source has become another one.
  void Rebind(DerivedTable definitions);
  void Rebind();
  DerivedTable& own() { return own_; }

  /// The definition behind a name, or an identifier; nullptr if there is none.
  std::shared_ptr<const DerivedMetric> Definition(std::string_view name) const;
  std::shared_ptr<const DerivedMetric> Definition(MetricId id) const;
  /// Whether some of these are derived, and make sense.
  Result<bool> Derives(std::span<const MetricId> metrics);
  /// What is wrong with a metric that is defined: nothing, if it makes sense here.
  Result<std::optional<SemanticError>> Check(MetricId id);

  std::string HostName() const override { return source_.HostName(); }
  std::string TimeZone() const override { return source_.TimeZone(); }
  /// The next values are first ones, for differences and rates.
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return source_.mode(); }
  Timestamp origin() const override { return source_.origin(); }
  Timestamp Now() const override { return source_.Now(); }

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override;
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) override;
  /// Behind those of the source, and without what makes no sense here.
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) override;
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) override;
  /// What was derived from it is looked up anew, too.
  void ForgetDesc(MetricId id) override;
  Result<Desc> DescOf(MetricId id) override {
    return IsDerived(id) ? Context::DescOf(id) : source_.DescOf(id);
  }
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override;
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) override;
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) override;
  /// Of a metric that is asked for twice, both are the same.
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) override;
  /// As recorded, without derived metrics.
  void StartFetchRecord(FetchResult& result, Done<bool> done) override;
  void Wait() override { source_.Wait(); }

 private:
  struct Fetching;
  using DerivedMetrics = std::vector<std::shared_ptr<const DerivedMetric>>;

  bool IsDerived(MetricId id) const {
    return IsDerivedId(id) && (own_.Contains(id) || definitions_.Contains(id));
  }
  bool HasAny() const { return !own_.empty() || !definitions_.empty(); }
  bool IsOfDerived(LabelLevel level, std::uint32_t id) const;
  DerivedMetrics DefinitionsBelow(std::string_view name) const;
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
  std::vector<std::unique_ptr<Fetching>> fetchings_;  // as many as were ever open at a time
  Context& source_;
  std::unique_ptr<Context> owned_;  // ends first what is open
};

}  // namespace fdr
