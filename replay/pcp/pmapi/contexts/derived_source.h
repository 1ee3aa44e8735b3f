// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A PMAPI context as the source of derived metrics: operands have the values that PCP would fetch.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/immediate_context.h"
#include "fdr/replay/pcp/pmapi/base/pcp_time.h"

namespace fdr::pmapi {

class ApiContext;

/// Borrows the context, which may still be under construction.
class DerivedSource final : public ImmediateContext {
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

  using Context::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<Result<Desc>>> Descs(std::span<const MetricId> ids) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  /// Uses the profile of the context.
  using Context::Fetch;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  ApiContext& context_;
  PcpTime stamp_;
  int changes_ = 0;
};

}  // namespace fdr::pmapi
