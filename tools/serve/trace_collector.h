// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects what applications on this machine trace: `fdr serve --trace`.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/trace/trace_metrics.h"
#include "fdr/replay/serve/trace/trace_server.h"
#include "fdr/tools/serve/serve_command.h"

namespace fdr::tools {

class TraceCollector {
 public:
  /// Opens the sockets that the command names.
  static Result<std::unique_ptr<TraceCollector>> Open(const ServeCommand& command);

  /// Borrows the collector.
  OwnMetrics Metrics() { return TraceMetrics(facts_); }
  /// Where applications connect: "127.0.0.1:4323".
  const std::vector<std::string>& places() const { return places_; }

  void Start(std::shared_ptr<EventLoop> loop, TraceServerOptions options);
  void SetAccess(AccessControl access) { server_->SetAccess(std::move(access)); }

 private:
  TraceCollector(TracePeriod period, Units units, std::vector<ListeningSocket> sockets);

  TraceFacts facts_;
  std::vector<std::string> places_;
  std::vector<ListeningSocket> sockets_;  // until the start
  std::unique_ptr<TraceServer> server_;
};

}  // namespace fdr::tools
