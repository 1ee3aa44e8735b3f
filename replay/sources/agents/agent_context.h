// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a collector's agents, behind the fetch interface.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "fdr/replay/context.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/sources/agents/hosted_agents.h"

namespace fdr {

/// The domain of the thing that has this identifier at this level; 0, which no agent has, for the
/// whole context.
std::uint32_t LabelledDomain(LabelLevel level, std::uint32_t id);

/// Knows by itself only names below dynamic roots; a NamedContext around it knows the others.
/// Errors of agents have PCP's numbers.
class AgentContext final : public Context {
 public:
  /// Borrows the agents.  `names` says which agent has the names below a dynamic root.
  AgentContext(HostedAgents& agents, std::shared_ptr<const NameSpace> names);

  /// Replaces the names.
  void SetNames(std::shared_ptr<const NameSpace> names) { names_ = std::move(names); }
  /// The client for which the next questions are asked: a number of HostedAgents.
  void SetClient(std::uint32_t client) { client_ = client; }

  std::string HostName() const override { return {}; }
  std::string TimeZone() const override { return {}; }
  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return {}; }
  Timestamp Now() const override { return {}; }

  void Start(Question question) override;
  void Wait() override;

 private:
  void Take(FindQuestion asked);
  void Take(NamesOfQuestion asked);
  void Take(ChildrenQuestion asked);
  void Take(TraverseQuestion asked);
  void Take(DescsQuestion asked);
  void Take(InstancesQuestion asked);
  void Take(AllInstancesQuestion asked);
  void Take(TextQuestion asked);
  void Take(LabelsQuestion asked);
  void Take(FetchQuestion asked);
  static void Take(const FetchRecordQuestion& asked);
  /// Fills the result, with errors if there is no agent.
  void FetchFrom(std::uint32_t domain, std::span<const MetricId> ids, const Profile& profile,
                 FetchResult& result, std::function<void()> done);

  HostedAgents& agents_;
  std::shared_ptr<const NameSpace> names_;
  std::uint32_t client_ = 0;
};

}  // namespace fdr
