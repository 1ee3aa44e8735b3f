// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A base for contexts that forward most questions to another context and override a few.

#pragma once

#include "fdr/replay/context.h"

namespace fdr {

/// Borrows the source.  Mode and position are the source's; the profile is its own.
class ForwardingContext : public Context {
 public:
  std::string HostName() const override { return source_.HostName(); }
  std::string TimeZone() const override { return source_.TimeZone(); }

  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override {
    return source_.SetMode(mode, origin, delta);
  }
  Mode mode() const override { return source_.mode(); }
  Timestamp origin() const override { return source_.origin(); }
  Timestamp Now() const override { return source_.Now(); }

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override {
    source_.StartFind(names, std::move(done));
  }
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) override {
    source_.StartNamesOf(id, std::move(done));
  }
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) override {
    source_.StartChildren(name, std::move(done));
  }
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) override {
    source_.StartTraverse(name, std::move(done));
  }
  void ForgetDesc(MetricId id) override { source_.ForgetDesc(id); }
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override {
    source_.StartDescs(ids, std::move(done));
  }
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override {
    source_.StartInstances(indom, std::move(done));
  }
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override {
    source_.StartAllInstances(indom, std::move(done));
  }
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) override {
    source_.StartText(kind, id, std::move(done));
  }
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) override {
    source_.StartLabels(level, id, std::move(done));
  }
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) override {
    source_.StartFetch(metrics, profile, result, std::move(done));
  }
  void StartFetchRecord(FetchResult& result, Done<bool> done) override {
    source_.StartFetchRecord(result, std::move(done));
  }
  void Wait() override { source_.Wait(); }

 protected:
  explicit ForwardingContext(Context& source) : source_(source) {}

  Context& source() { return source_; }
  const Context& source() const { return source_; }

 private:
  Context& source_;
};

}  // namespace fdr
