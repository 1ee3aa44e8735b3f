// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine as a PMAPI context: the engine's built-in collector, and the agents that the program
// has chosen.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/pcp/pmapi/contexts/absent_agents.h"
#include "fdr/replay/pcp/pmapi/contexts/live_api_context.h"
#include "fdr/replay/sources/agents/hosted_context.h"
#include "fdr/replay/sources/local/local_context.h"

namespace fdr::pmapi {

class LocalApiContext final : public LiveApiContext {
 public:
  static Result<std::shared_ptr<ApiContext>> Open();
  explicit LocalApiContext(std::unique_ptr<LocalContext> machine)
      : machine_(*machine), source_(std::move(machine)) {}
  explicit LocalApiContext(std::unique_ptr<HostedContext> hosted)
      : machine_(hosted->built_in()), hosted_(hosted.get()), source_(std::move(hosted)) {}

  Context& plain_source() override { return absent_ ? absent_->context() : *source_; }
  Result<std::shared_ptr<ApiContext>> Duplicate() override;

  int NamesLocation() const override;
  std::string HostName() const override { return machine_.HostName(); }
  std::string ZoneName() const override { return machine_.TimeZone(); }

  Result<std::string> InstanceName(InDomId indom, InstanceId instance) override;
  Result<InstanceId> FindInstance(InDomId indom, std::string_view name) override;

  int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) override;
  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) override;
  /// Only agents store.
  int Store(const FetchResult& values) override;

 private:
  void AddAbsentAgents(const NameSpace& names);

  LocalContext& machine_;
  HostedContext* hosted_ = nullptr;  // source_, if there are agents
  std::unique_ptr<Context> source_;  // of this machine, perhaps with agents
  std::unique_ptr<WithAbsentAgents> absent_;
};

}  // namespace fdr::pmapi
