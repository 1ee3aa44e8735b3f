// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/host_api_context.h"

#include <pcp/pmapi.h>

#include <atomic>
#include <utility>

namespace fdr::pmapi {
namespace {

// The process has been greeted by a collector.  Only then does PCP heed PMCD_REQUEST_TIMEOUT for
// greetings.
std::atomic<bool> was_greeted = false;

}  // namespace

Result<std::shared_ptr<ApiContext>> HostApiContext::Open(const HostSpec& host,
                                                         const LiveOptions& options) {
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return Fail(std::move(loop.error()));
  auto context = std::make_shared<HostApiContext>(std::move(*loop), host, options);
  if (was_greeted) context->host_.SetHandshakeTimeout(options.request_timeout);
  if (Result<void> connected = context->host_.Connect(); !connected)
    return Fail(std::move(connected.error()));
  was_greeted = true;
  context->host_.SetHandshakeTimeout(options.request_timeout);
  return context;
}

HostApiContext::HostApiContext(std::shared_ptr<EventLoop> loop, const HostSpec& host,
                               const LiveOptions& options)
    : options_(options), host_(std::move(loop), host, options) {}

Result<std::shared_ptr<ApiContext>> HostApiContext::Duplicate() {
  auto copy = Open(host_.host(), options_);
  if (copy) (*copy)->plain_source().SetProfile(host_.profile());
  return copy;
}

// PCP gives no reason: it may just be too early to try again.
int HostApiContext::Reconnect() { return host_.Connect() ? 0 : -ETIMEDOUT; }

int HostApiContext::NamesLocation() const { return PMNS_REMOTE; }

std::string HostApiContext::ZoneName() const {
  return host_.zone_info().empty() ? host_.TimeZone() : host_.zone_info();
}

Result<std::string> HostApiContext::InstanceName(InDomId indom, InstanceId instance) {
  return host_.InstanceName(indom, instance);
}

Result<InstanceId> HostApiContext::FindInstance(InDomId indom, std::string_view name) {
  return host_.FindInstance(indom, name);
}

int HostApiContext::Fetch(std::span<const MetricId> metrics, ResultMaker& maker) {
  int made = 0;
  const auto fetched = host_.FetchSets(metrics, [&](const ResultRecord& record) {
    made = Guarded([&] {
      maker.Make(record.stamp(), record.sets());
      return 0;
    });
  });
  if (!fetched) return ErrorCode(fetched.error());
  return made < 0 ? made : static_cast<int>(host_.TakeChanges());
}

int HostApiContext::Store(const FetchResult& values) {
  const Result<void> stored = host_.Store(values);
  return stored ? 0 : ErrorCode(stored.error());
}

}  // namespace fdr::pmapi
