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
  Result<bool> Fetch(std::span<const MetricId> metrics, const Profile& profile,
                     FetchResult& result) override = 0;
  Result<bool> FetchRecord(FetchResult& result) override = 0;

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) final {
    done(Find(names));
  }
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) final { done(NamesOf(id)); }
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) final {
    done(Children(name));
  }
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) final {
    done(Traverse(name));
  }
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) final {
    done(Descs(ids));
  }
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) final {
    done(Instances(indom));
  }
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) final {
    done(AllInstances(indom));
  }
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) final {
    done(Text(kind, id));
  }
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) final {
    done(Labels(level, id));
  }
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) final {
    done(Fetch(metrics, profile, result));
  }
  void StartFetchRecord(FetchResult& result, Done<bool> done) final { done(FetchRecord(result)); }
  /// Returns at once: no question is ever open.
  void Wait() final {}
};

}  // namespace fdr
