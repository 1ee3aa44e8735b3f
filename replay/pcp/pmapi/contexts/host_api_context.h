// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host as a PMAPI context: the engine's context, with PCP's behaviour of a connection.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/pcp/pmapi/contexts/live_api_context.h"
#include "fdr/replay/sources/live/live_context.h"

namespace fdr::pmapi {

class HostApiContext final : public LiveApiContext {
 public:
  /// Connects to it.
  static Result<std::shared_ptr<ApiContext>> Open(const HostSpec& host, const LiveOptions& options);
  HostApiContext(std::shared_ptr<EventLoop> loop, const HostSpec& host, const LiveOptions& options);

  Context& plain_source() override { return host_; }
  /// The copy has a connection of its own.
  Result<std::shared_ptr<ApiContext>> Duplicate() override;
  int Reconnect() override;

  int NamesLocation() const override;
  std::string HostName() const override { return host_.HostName(); }
  std::string ZoneName() const override;

  Result<std::string> InstanceName(InDomId indom, InstanceId instance) override;
  Result<InstanceId> FindInstance(InDomId indom, std::string_view name) override;

  int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) override;
  int Store(const FetchResult& values) override;

 private:
  LiveOptions options_;
  LiveContext host_;
};

}  // namespace fdr::pmapi
