// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects what applications tell through libfdr_trace, or PCP's libpcp_trace.  See
// docs/trace-protocol.md.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/serve/trace/trace_facts.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

struct TraceServerOptions {
  std::size_t most_clients = 1024;  ///< more are refused, unless one must give way
  /// An application changes values, so it needs the right to store.
  AccessControl access = {};
  /// Takes lines about clients: which were refused, and which were dropped, and why.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// Collects while its loop runs.  Borrows the facts.
class TraceServer {
 public:
  TraceServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
              TraceFacts& facts, TraceServerOptions options);
  /// Ends all connections.
  ~TraceServer();
  TraceServer(const TraceServer&) = delete;
  TraceServer& operator=(const TraceServer&) = delete;

  /// Also applies to connected clients.
  void SetAccess(AccessControl access);

 private:
  class Impl;
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
