// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Connects to an agent that listens on a socket, as soon as it does.

#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/replay/sources/net/asio.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr {

/// Pending operations hold a reference.
class AgentDialer : public std::enable_shared_from_this<AgentDialer> {
 public:
  /// Called once, unless it is cancelled.
  using Done = std::function<void(Result<local::UniqueFd>)>;

  AgentDialer(asio::io_context& io, std::chrono::nanoseconds limit, Done done);

  void Start(const SocketAgent& agent);
  void Cancel();

 private:
  void Try();
  void OnTried(const SocketError& error);
  void Finish(Result<local::UniqueFd> outcome);

  StreamSocket socket_;
  StreamEndpoint endpoint_;
  SteadyClock::time_point deadline_;
  asio::steady_timer timer_;
  Done done_;  // empty once it is over
};

}  // namespace fdr
