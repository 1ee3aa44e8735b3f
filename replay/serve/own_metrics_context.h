// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a server computes itself, behind the fetch interface.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/replay/immediate_context.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/serve/own_metrics.h"

namespace fdr {

class OwnMetricsContext final : public ImmediateContext {
 public:
  /// `now` returns the time of the values.
  OwnMetricsContext(OwnMetrics own, std::function<Timestamp()> now);

  const OwnMetric* Metric(MetricId id) const;
  const OwnDomain* Domain(InDomId indom) const;

  std::string HostName() const override { return {}; }
  std::string TimeZone() const override { return {}; }
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return now_(); }
  Timestamp Now() const override { return now_(); }

  using ImmediateContext::Fetch;
  using ImmediateContext::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override { return names_.NamesOf(id); }
  Result<std::vector<NameChild>> Children(std::string_view name) override {
    return names_.Children(name);
  }
  Result<std::vector<std::string>> Traverse(std::string_view name) override {
    return names_.Traverse(name);
  }
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override {
    return Instances(indom);
  }
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  OwnMetrics own_;
  std::function<Timestamp()> now_;
  NameSpace names_;
  std::unordered_map<MetricId, std::size_t> places_;  // of the metrics
};

}  // namespace fdr
