// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options for connections to hosts.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fdr {

/// A message to or from a collector.
struct MessageNote {
  bool is_sent = false;  ///< otherwise it is received
  std::uint32_t type = 0;
  std::size_t size = 0;  ///< with its header
};

struct LiveOptions {
  /// To try one after the other, if the host specification names no port.
  std::vector<std::uint16_t> ports = {44321};
  /// For unix: and local: without a path.
  std::string socket_path = "/run/pcp/pmcd.socket";

  /// For each port; all addresses of the host are tried at the same time.
  std::chrono::nanoseconds connect_timeout = std::chrono::seconds(5);
  /// Until the greeting of the collector.
  std::chrono::nanoseconds handshake_timeout = std::chrono::seconds(10);
  /// Until an answer is complete; 0: for ever.
  std::chrono::nanoseconds request_timeout = std::chrono::seconds(10);
  /// The delay after the first, second, ... failure in a row; after that, the last delay.
  std::vector<std::chrono::nanoseconds> reconnect_delays = {
      std::chrono::seconds(5), std::chrono::seconds(10), std::chrono::seconds(20),
      std::chrono::seconds(40), std::chrono::seconds(80)};

  /// The largest message that is accepted.  Memory is allocated as its bytes arrive.  A larger
  /// message ends the connection with kTooLarge, ...
  std::size_t max_message = std::size_t{32} << 20;
  /// ... and so does an answer with names, instances or labels that would take more memory than
  /// this.
  std::size_t max_metadata = std::size_t{64} << 20;

  /// To ask about, unless the host specification names a container.
  std::string container;

  /// Called with each message, on the thread that runs the event loop.
  std::function<void(const MessageNote& message)> on_message = {};

  // Requested, but not supported: connecting fails.
  bool secure = false;
  bool through_proxy = false;
};

/// The value of an environment variable, or nullptr.
using EnvironmentLookup = std::function<const char*(const char* name)>;

/// The options from the variables PMCD_..., PMPROXY_HOST, PCP_CONTAINER and PCP_SECURE_SOCKETS.
/// Ignores invalid values, with a complaint for people.
LiveOptions LiveOptionsFrom(const EnvironmentLookup& lookup, std::vector<std::string>& complaints);

}  // namespace fdr
