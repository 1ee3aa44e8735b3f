// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the addresses of a collector, and connects to the first that answers.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/live/host_spec.h"
#include "fdr/replay/sources/live/live_options.h"
#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// Tries the allowed places one after the other: the socket in the file system, then each port. For
/// a port, tries all addresses of the host at the same time.
class Connector : public std::enable_shared_from_this<Connector> {
 public:
  using Done = std::function<void(Result<StreamSocket>)>;

  Connector(asio::io_context& io, const HostSpec& host, const LiveOptions& options, Done done);

  void Start();
  /// `done` is not called any more.
  void Cancel();

 private:
  void TryNext();
  void TryUnix(const std::string& path);
  void Resolve();
  tl::unexpected<Error> UnknownHost(const std::string& why) const;
  tl::unexpected<Error> NoAddress(Error error) const;
  void TryPort(std::uint16_t port);
  void Try(std::vector<StreamEndpoint> endpoints);
  void OnConnected(std::uint32_t round, std::size_t attempt, const SocketError& error);
  void OnTimeout(std::uint32_t round);
  void EndRound();
  void Finish(Result<StreamSocket> outcome);

  asio::io_context& io_;
  HostSpec host_;
  std::string socket_path_;
  std::vector<std::uint16_t> ports_;
  std::chrono::nanoseconds timeout_;
  Done done_;  // empty once it is over

  asio::steady_timer timer_;
  std::vector<asio::ip::address> addresses_;
  bool is_resolved_ = false;
  std::size_t next_port_ = 0;
  bool tries_unix_ = false;

  std::uint32_t round_ = 0;  // answers of an earlier round are ignored
  std::vector<StreamSocket> attempts_;
  std::size_t open_attempts_ = 0;
  Error last_error_;
};

}  // namespace fdr
