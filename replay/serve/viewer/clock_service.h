// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lets a page lead other programs through time: `pmval -p`, `pmchart -p`, `fdr replay
// --follow-time`.  See docs/viewer-protocol.md.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/time/time_server.h"

namespace fdr {

/// Mounted at "/fdr/v1/clock".  There is one clock, which follows the page that began last.
class ClockService final : public HttpService {
 public:
  using Log = std::function<void(const std::string& line)>;

  /// The clock runs in the loop, which serves all clients, too.  Without a loop, no page may lead.
  /// `log` takes lines about programs that were dropped.
  ClockService(std::shared_ptr<EventLoop> loop, Log log)
      : loop_(std::move(loop)), log_(std::move(log)) {}

  Place PlaceOf(const HttpRequest& request) override;
  HttpResponse Answer(const HttpRequest& request) override;

 private:
  bool MayLead(const HttpRequest& request) const;
  Result<void> Begin(const Parameters& parameters);
  Result<void> Move(const Parameters& parameters);
  HttpResponse State(const HttpRequest& request) const;

  std::shared_ptr<EventLoop> loop_;
  Log log_;
  std::string page_;  // the one that leads
  std::unique_ptr<TimeServer> clock_;
};

}  // namespace fdr
