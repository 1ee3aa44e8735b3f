// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A PMAPI context as the source of derived metrics: operands have the values that PCP would fetch.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/pmapi/pcp_time.h"

namespace fdr::pmapi {

class ApiContext;

/// All questions are answered at once.  Borrows the context, which may still be under construction.
class DerivedSource final : public Context {
 public:
  explicit DerivedSource(ApiContext& context) : context_(context) {}

  /// The time of the last fetch, and the changes at a collector.
  const PcpTime& stamp() const { return stamp_; }
  int changes() const { return changes_; }

  std::string HostName() const override;
  std::string TimeZone() const override;
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin, std::int64_t delta) override;
  Mode mode() const override;
  Timestamp origin() const override;
  Timestamp Now() const override;

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override;
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) override;
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) override;
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) override;
  Result<Desc> DescOf(MetricId id) override;
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override;
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) override;
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) override;
  /// Uses the profile of the context.
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) override;
  void StartFetchRecord(FetchResult& result, Done<bool> done) override;
  void Wait() override;

 private:
  ApiContext& context_;
  PcpTime stamp_;
  int changes_ = 0;
};

}  // namespace fdr::pmapi
