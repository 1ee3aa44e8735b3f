// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In a context of this machine, PCP knows the names of metrics whose agents are not there.  All
// other questions about them, but for the name of an unknown identifier, are answered with
// PM_ERR_NOAGENT.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/immediate_context.h"
#include "fdr/replay/joined_context.h"
#include "fdr/replay/name_space/named_context.h"

namespace fdr::pmapi {

using Clock = std::function<Timestamp()>;

/// Has no names by itself.
class NoAgents final : public ImmediateContext {
 public:
  explicit NoAgents(Clock clock) : clock_(std::move(clock)) {}

  std::string HostName() const override { return {}; }
  std::string TimeZone() const override { return {}; }
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin, std::int64_t delta) override;
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return {}; }
  Timestamp Now() const override { return {}; }

  using Context::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  using Context::Fetch;
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  Clock clock_;
};

/// A context, and besides the metrics of all domains that nothing in it serves.
class WithAbsentAgents {
 public:
  using IsServed = std::function<bool(std::uint32_t domain)>;

  /// Borrows the context.  Only the names of absent agents matter.
  WithAbsentAgents(Context& context, const NameSpace& names, IsServed is_served, Clock clock);

  Context& context() { return joined_; }
  bool IsAbsent(std::uint32_t domain) const;

 private:
  IsServed is_served_;
  NoAgents none_;
  NamedContext named_;
  JoinedContext joined_;
};

}  // namespace fdr::pmapi
