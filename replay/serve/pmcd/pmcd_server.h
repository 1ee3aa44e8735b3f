// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A collector as PCP's clients know it, in front of any source.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/serve/pmcd/served_source.h"
#include "fdr/replay/serve/pmcd/server_facts.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

struct ServerOptions {
  std::function<Timestamp()> wall_clock;
  /// More are refused, unless one of these has said nothing yet: that one is dropped.
  std::size_t most_clients = 4096;
  std::chrono::steady_clock::duration for_first = std::chrono::seconds(30);  ///< to say something
  AccessControl access = {};
  /// For requests, answers and profiles of all clients.  If it is exceeded, the largest clients are
  /// dropped.
  std::size_t most_memory = std::size_t{64} << 20;
  /// Takes lines about clients: which were refused, and which were dropped, and why.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// Serves while its loop runs.  Borrows the source and the facts.
class PmcdServer {
 public:
  PmcdServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
             ServedSource& source, ServerFacts& facts, ServerOptions options);
  /// Ends all connections.
  ~PmcdServer();
  PmcdServer(const PmcdServer&) = delete;
  PmcdServer& operator=(const PmcdServer&) = delete;

  /// Reports changes to every client, before its next values: CollectorChange.
  void Announce(std::uint32_t changes);

  /// Also applies to connected clients.  A client that may do nothing any more is dropped.
  void SetAccess(AccessControl access);

 private:
  class Impl;
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
