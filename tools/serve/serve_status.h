// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr status` learns of this server.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/live/event_loop.h"
#include "fdr/replay/serve/pmcd/server_facts.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/tools/status/served_text.h"
#include "fdr/tools/status/status_server.h"
#include "fdr/tools/terminal/status_line.h"

namespace fdr::tools {

/// Answers while the loop runs.  Borrows what it tells about.
class ServeStatus {
 public:
  /// `tape`: may be null.
  ServeStatus(std::string what, std::vector<std::string> sockets, const ServerFacts& facts,
              TapeSource* tape);

  /// Listens where `fdr status` asks.
  Result<void> Open(EventLoop& loop);
  /// To be called now and then.
  void Tick();

 private:
  std::string Answer(std::string_view request);

  ServedStatus self_;
  const ServerFacts& facts_;
  TapeSource* tape_;
  ByteRate requests_;
  std::unique_ptr<StatusServer> server_;
};

}  // namespace fdr::tools
