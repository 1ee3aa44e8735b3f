// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A base for contexts that answer every question at once, as archives and this machine do.

#pragma once

#include "fdr/replay/context.h"

namespace fdr {

/// Subclasses implement the asked questions; a started one is asked and done.
class ImmediateContext : public Context {
 public:
  using Context::Fetch;
  using Context::Find;

  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override = 0;
  Result<std::vector<std::string>> NamesOf(MetricId id) override = 0;
  Result<std::vector<NameChild>> Children(std::string_view name) override = 0;
  Result<std::vector<std::string>> Traverse(std::string_view name) override = 0;
  Result<Desc> DescOf(MetricId id) override = 0;
  /// Asks DescOf() for each.
  Result<std::vector<Result<Desc>>> Descs(std::span<const MetricId> ids) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override = 0;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override = 0;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override = 0;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override = 0;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override = 0;
  Fetched FetchRecord(FetchResult& result) override = 0;

  void Start(Question question) final;
  /// Returns at once: no question is ever open.
  void Wait() final {}
};

}  // namespace fdr
