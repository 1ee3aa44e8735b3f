// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The installed PCP's collector, started for a test: on a port and a socket of its own, with a few
// agents, a name space and directories of its own.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

/// That it cannot be started is a failure of the test.
class PeerCollector {
 public:
  /// Lines of the collector's configuration: the agents of all tests, and one that goes besides.
  static std::vector<std::string> UsualAgents();

  /// With the names of these agents besides: "proc".
  explicit PeerCollector(const std::vector<std::string>& agents = UsualAgents(),
                         const std::vector<std::string>& more_names = {});
  ~PeerCollector();
  PeerCollector(const PeerCollector&) = delete;
  PeerCollector& operator=(const PeerCollector&) = delete;

  /// To say which collector one means: "127.0.0.1:PORT", "unix:PATH".
  std::string tcp() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string unix_socket() const { return "unix:" + (directory_ / "socket"); }
  std::uint16_t port() const { return port_; }
  const std::string socket_path() const { return directory_ / "socket"; }

  void Start();
  /// At once.
  void Kill();
  void Pause();
  void Continue();
  /// Those that are processes of their own.
  void KillAgents() const;
  /// Has it take another configuration, while it runs.
  void Reconfigure(const std::vector<std::string>& agents);

 private:
  void Signal(int number) const;
  void WriteConfiguration(const std::vector<std::string>& agents) const;
  bool IsThere() const;

  TempDirectory directory_;
  std::uint16_t port_ = 0;
  pid_t pid_ = -1;
};

/// A port of TCP on 127.0.0.1 that nobody used a moment ago.
std::uint16_t FreePort();

}  // namespace fdr::test
