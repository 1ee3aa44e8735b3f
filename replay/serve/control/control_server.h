// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lets programs control a logger while it runs: PCP's pmlc(1), fdr control.  See
// docs/log-control.md.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/control/controlled_logger.h"
#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

struct ControlServerOptions {
  AccessControl access;  ///< made with kMayControlAll
  /// Takes lines about programs: which were refused, and which were dropped, and why.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// Serves while its loop runs.  Borrows the logger, which must end all orders before it is gone.
/// At a Unix socket, only root and the user of this process are admitted.
class ControlServer {
 public:
  /// More programs are refused, unless one of these has said nothing yet: that one is dropped.
  static constexpr std::size_t kMostClients = 64;
  /// A larger message is no order.
  static constexpr std::size_t kMostRequest = std::size_t{1} << 20;

  ControlServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                ControlledLogger& logger, ControlServerOptions options);
  /// Ends all connections.
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

 private:
  class Impl;
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
