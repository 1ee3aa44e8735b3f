// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The collector of the installed PCP, started for a test.  It has its own port, socket, name space
// and directories, and a few agents.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

/// If the collector cannot be started, the test fails.
class PeerCollector {
 public:
  /// Lines of the collector's configuration, for the agents of all tests.  One agent is a separate
  /// process.
  static std::vector<std::string> UsualAgents();

  /// `more_names` adds the metric names of other agents: "proc".
  explicit PeerCollector(const std::vector<std::string>& agents = UsualAgents(),
                         const std::vector<std::string>& more_names = {});
  ~PeerCollector();
  PeerCollector(const PeerCollector&) = delete;
  PeerCollector& operator=(const PeerCollector&) = delete;

  /// The collector as a host argument: "127.0.0.1:PORT", "unix:PATH".
  std::string tcp() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string unix_socket() const { return "unix:" + (directory_ / "socket"); }
  std::uint16_t port() const { return port_; }
  const std::string socket_path() const { return directory_ / "socket"; }
  /// Its $PCP_TMP_DIR.
  std::string tmp() const { return directory_ / "tmp"; }

  void Start();
  /// Kills the collector at once.
  void Kill();
  void Pause();
  void Continue();
  /// Kills the agents that are separate processes.
  void KillAgents() const;
  /// Makes the running collector read another configuration.
  void Reconfigure(const std::vector<std::string>& agents);

 private:
  void Signal(int number) const;
  void WriteConfiguration(const std::vector<std::string>& agents) const;
  bool IsThere() const;

  TempDirectory directory_;
  int changes_ = 0;
  std::uint16_t port_ = 0;
  pid_t pid_ = -1;
};

/// A TCP port on 127.0.0.1 that was free a moment ago.
std::uint16_t FreePort();

}  // namespace fdr::test
