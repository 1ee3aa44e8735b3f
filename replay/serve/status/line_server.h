// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about a program.  A client sends one line, reads the answer up to the end of
// the connection, and is gone.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

/// Serves while the loop runs, which must outlive this.  Only root and the user of this process are
/// admitted.
class LineServer {
 public:
  /// Gives the answer to a line.
  using Handler = std::function<std::string(std::string_view request)>;

  /// When more come, the one that has been silent or slow for longest must go.
  static constexpr std::size_t kMostClients = 8;
  static constexpr std::size_t kMostRequest = 256;
  /// The time that a client has to ask, and then to take the answer.
  static constexpr std::chrono::seconds kTimeLimit{2};

  LineServer(EventLoop& loop, ListeningSocket socket, Handler handler);
  /// Ends all connections.
  ~LineServer();
  LineServer(const LineServer&) = delete;
  LineServer& operator=(const LineServer&) = delete;

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
