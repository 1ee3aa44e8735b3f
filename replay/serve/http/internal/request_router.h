// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which service answers a request, if any may.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/http/internal/request_guard.h"
#include "fdr/replay/serve/http/internal/request_reader.h"

namespace fdr {

/// The address of this machine that a client has connected to; none at a Unix socket.
using ReachedAddress = std::optional<asio::ip::address>;

/// Whether a request may have this in its header "Host".  Browsers send there whatever name they
/// have looked up.  So a page of a stranger, whose name now means this machine, is found out.
bool IsOwnHost(std::string_view host, const ReachedAddress& reached,
               const std::vector<std::string>& server_names);

class RequestRouter {
 public:
  struct Routed {
    HttpService* service = nullptr;
    HttpResponse answer = {};  ///< without a service
  };

  RequestRouter(std::vector<std::string> server_names, HttpTokens tokens)
      : server_names_(std::move(server_names)), guard_(std::move(tokens)) {}

  RequestGuard& guard() { return guard_; }

  /// See HttpServer::Mount().
  void Mount(const std::string& path, HttpService& service);

  /// Asks all services to free memory.  In any thread.
  void FreeMemory() const {
    for (const auto& [path, service] : services_) service->FreeMemory();
  }

  /// Decodes the request.
  Routed Route(ArrivedRequest& arrived, const ReachedAddress& reached);

 private:
  HttpService* Find(std::string_view path) const;

  std::vector<std::string> server_names_;
  RequestGuard guard_;
  std::vector<std::pair<std::string, HttpService*>> services_;  // the longest path first
};

}  // namespace fdr
