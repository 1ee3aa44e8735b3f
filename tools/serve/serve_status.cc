// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/serve_status.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/status/status_place.h"

namespace fdr::tools {

ServeStatus::ServeStatus(std::string what, std::vector<std::string> sockets,
                         const ServerFacts& facts, TapeSource* tape)
    : facts_(facts), tape_(tape) {
  self_.pid = ::getpid();
  self_.what = std::move(what);
  self_.since = WallClock();
  self_.sockets = std::move(sockets);
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

void ServeStatus::Tick() {
  const Nanos now = std::chrono::steady_clock::now().time_since_epoch().count();
  requests_.Add(now, facts_.in.total());
  if (server_ != nullptr) server_->Tick(now);
}

std::string ServeStatus::Answer(std::string_view request) {
  if (request == "out") return self_.what;
  ServedStatus status = self_;
  status.clients = facts_.clients.size();
  status.requests = facts_.in.total();
  status.requests_per_second = requests_.PerSecond();
  status.lag_seconds = std::chrono::duration<double>(facts_.lateness).count();
  if (tape_ != nullptr)
    status.tape = {tape_->ShownTime(), tape_->clock().rate(), tape_->StateText()};
  return request == "json" ? ServedJson(status) : ServedParagraph(status, WallClock());
}

}  // namespace fdr::tools
