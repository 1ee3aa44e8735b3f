// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host that the web server asks through its collector.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/catalog/whole_context.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/sources/live/live_context.h"

namespace fdr {

/// One connection for all clients.  The loop of its own is run in its lane alone, while something
/// is asked.
class HostSource final : public LiveSource {
 public:
  HostSource(std::string id, HostSpec host, LiveOptions options, Lane lane, Clocks clocks);

  HttpService::Place place() override { return {HttpService::Place::kInLane, &lane_}; }
  Result<Context*> Connected() override;
  std::uint64_t Generation() override;
  Result<void> Store(const FetchResult& values) override;

 private:
  Result<void> Connect();

  const HostSpec spec_;
  const LiveOptions options_;
  const Lane lane_;
  const Clocks clocks_;
  std::unique_ptr<LiveContext> host_;  // null until the first question
  std::optional<WholeContext> whole_;
  std::optional<Error> failure_;  // of the last attempt to connect
  std::chrono::nanoseconds next_attempt_{0};
  std::uint64_t generation_ = 0;
};

}  // namespace fdr
