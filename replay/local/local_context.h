// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine behind the fetch interface, without a daemon or special rights.  The metrics, and
// the kernel files that they come from: docs/metrics.md.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/context.h"
#include "fdr/replay/local/options.h"

namespace fdr {

/// Every fetch reads only the files that it needs, each once.  Instances keep their identifiers as
/// long as the context lives.
class LocalContext final : public Context {
 public:
  /// kInvalidArgument without a clock.  A few free descriptors are enough; without them, this and
  /// fetches fail with kIo.
  static Result<std::unique_ptr<LocalContext>> Open(LocalOptions options);
  ~LocalContext() override;

  std::string HostName() const override;
  std::string TimeZone() const override;

  /// Only kLive is supported, without an origin.
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return Mode::kLive; }
  /// The present time.
  Timestamp origin() const override;
  Timestamp Now() const override;

  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override;
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) override;
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) override;
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) override;
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override;
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) override;
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) override;
  void StartFetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result,
                  Done<bool> done) override;
  void StartFetchRecord(FetchResult& result, Done<bool> done) override;
  /// No operation is ever open.
  void Wait() override {}

 private:
  struct Parts;
  explicit LocalContext(std::unique_ptr<Parts> parts);

  Result<std::vector<NamedInstance>> InstancesOf(InDomId indom);

  std::unique_ptr<Parts> parts_;
};

}  // namespace fdr
