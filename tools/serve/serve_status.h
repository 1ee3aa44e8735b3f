// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr status` learns of this server.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/tools/serve/served_collector.h"
#include "fdr/tools/serve/web_server.h"
#include "fdr/tools/status/served_text.h"
#include "fdr/tools/status/status_server.h"
#include "fdr/tools/terminal/status_line.h"

namespace fdr::tools {

/// Answers while the loop runs.  Borrows the two objects that it reports on; one of the two may be
/// null.
class ServeStatus {
 public:
  ServeStatus(const ServedCollector* collector, const WebServer* web);

  /// Listens where `fdr status` asks.
  Result<void> Open(EventLoop& loop);
  /// To be called now and then.
  void Tick();

 private:
  std::uint64_t Requests() const;
  std::string Answer(std::string_view request);

  const ServedCollector* collector_;
  const WebServer* web_;
  ServedStatus self_;
  ByteRate requests_;
  std::unique_ptr<StatusServer> server_;
};

}  // namespace fdr::tools
