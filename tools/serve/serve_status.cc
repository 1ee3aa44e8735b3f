// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/serve_status.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/status/status_place.h"

namespace fdr::tools {

ServeStatus::ServeStatus(const ServedCollector* collector, const WebServer* web)
    : collector_(collector), web_(web) {
  self_.pid = ::getpid();
  self_.since = WallClock();
  if (collector_ != nullptr) {
    self_.what = collector_->what();
    self_.sockets = collector_->places();
  }
  if (web_ == nullptr) return;
  if (collector_ == nullptr) self_.what = web_->what();
  self_.sockets.insert(self_.sockets.end(), web_->places().begin(), web_->places().end());
}

Result<void> ServeStatus::Open(EventLoop& loop) {
  const std::string directory = StatusDirectory();
  if (const Result<void> made = MakeStatusDirectory(directory); !made) return made;
  auto server = StatusServer::Open(loop, StatusPath(directory, StatusKind::kServer, self_.pid),
                                   [this](std::string_view request) { return Answer(request); });
  if (!server) return Fail(server.error());
  server_ = std::move(*server);
  return {};
}

std::uint64_t ServeStatus::Requests() const {
  return (collector_ != nullptr ? collector_->facts().in.total() : 0) +
         (web_ != nullptr ? web_->Facts().requests : 0);
}

void ServeStatus::Tick() { requests_.Add(SteadyNow(), Requests()); }

std::string ServeStatus::Answer(std::string_view request) {
  if (request == "out") return self_.what;
  ServedStatus status = self_;
  status.requests = Requests();
  status.requests_per_second = requests_.PerSecond();
  if (collector_ != nullptr) {
    status.clients = collector_->facts().clients.size();
    status.lag_seconds = std::chrono::duration<double>(collector_->facts().lateness).count();
    if (TapeSource* const tape = collector_->tape())
      status.tape = {tape->ShownTime(), tape->clock().rate(), tape->StateText()};
  }
  if (web_ != nullptr) status.clients += web_->Facts().clients;
  return request == "json" ? ServedJson(status) : ServedParagraph(status, WallClock());
}

}  // namespace fdr::tools
