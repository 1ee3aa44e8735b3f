// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How hosts are connected to.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fdr {

struct LiveOptions {
  /// To be tried one after the other, where the host specification names none.
  std::vector<std::uint16_t> ports = {44321};
  /// Of unix: and local: without a path.
  std::string socket_path = "/run/pcp/pmcd.socket";

  /// For each port: all addresses of the host are tried at the same time.
  std::chrono::nanoseconds connect_timeout = std::chrono::seconds(5);
  /// Until the collector greets.
  std::chrono::nanoseconds handshake_timeout = std::chrono::seconds(10);
  /// Until the whole of an answer is there; 0: for ever.
  std::chrono::nanoseconds request_timeout = std::chrono::seconds(10);
  /// How long not to try again after the first, second, ... failure in a row; then the last.
  std::vector<std::chrono::nanoseconds> reconnect_delays = {
      std::chrono::seconds(5), std::chrono::seconds(10), std::chrono::seconds(20),
      std::chrono::seconds(40), std::chrono::seconds(80)};

  /// The largest message that is taken.  Memory is taken as its bytes arrive.  A larger one ends
  /// the connection with kTooLarge, ...
  std::size_t max_message = std::size_t{32} << 20;
  /// ... and so does an answer with so many names, instances or labels that they would take more
  /// memory than that.
  std::size_t max_metadata = std::size_t{64} << 20;

  /// To ask about, unless the host specification names one.
  std::string container;

  // What is wanted, but not supported: connecting fails.
  bool secure = false;
  bool through_proxy = false;
};

/// What a variable of the environment holds, or nullptr.
using EnvironmentLookup = std::function<const char*(const char* name)>;

/// The options as the variables PMCD_..., PMPROXY_HOST, PCP_CONTAINER and PCP_SECURE_SOCKETS have
/// them.  What cannot be read is ignored, with a sentence for people.
LiveOptions LiveOptionsFrom(const EnvironmentLookup& lookup, std::vector<std::string>& complaints);

}  // namespace fdr
