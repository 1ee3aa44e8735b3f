// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of `fdr serve` that is a collector: what PCP's programs connect to.

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/pmcd/pmcd_server.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/serve/serve_command.h"
#include "fdr/tools/serve/served.h"

namespace fdr::tools {

/// Serves while the loop runs.
class ServedCollector {
 public:
  /// Borrows the command.
  static Result<std::unique_ptr<ServedCollector>> Open(const ServeCommand& command,
                                                       std::shared_ptr<EventLoop> loop);

  /// To be called several times a second.  False at the end of a tape that should end.
  bool Tick();
  /// Reads files again: access, agents.  After an error, everything is as it was.
  Result<void> Reload();
  /// Until all agents have begun, or Ctrl-C.  Clients are served meanwhile.
  void WaitForAgents();

  /// "this machine on 127.0.0.1:44321".
  std::string Greeting() const;
  const std::string& what() const { return served_.what; }
  const std::vector<std::string>& places() const { return places_; }
  const ServerFacts& facts() const { return served_.facts; }
  TapeSource* tape() const { return served_.tape; }
  ExitStatus status() const { return served_.damage.status(); }

 private:
  explicit ServedCollector(const ServeCommand& command)
      : command_(command), served_(command.common.quiet) {}
  Result<void> Start();
  Result<void> CheckGuard(const AccessControl& access) const;
  void ConnectAgain();

  const ServeCommand& command_;
  Served served_;
  std::vector<std::string> places_;
  std::optional<PmcdServer> server_;
  std::chrono::steady_clock::time_point next_connection_;
};

}  // namespace fdr::tools
