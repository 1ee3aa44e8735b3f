// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A web server: HTTP/1.1 and 1.0, in front of services.  What it promises to clients is in
// docs/web-access.md.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/serve/http/http_limits.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/http/http_tokens.h"
#include "fdr/replay/serve/http/tls_identity.h"
#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

struct HttpServerOptions {
  std::function<Timestamp()> wall_clock;
  std::string version = {};  ///< of the program, for the header "Server"
  /// Names of this server that requests may have in "Host", besides localhost and the address that
  /// the client has connected to.  All other names are refused: a page of a stranger might have
  /// made its name mean this machine.
  std::vector<std::string> server_names = {};
  /// Pages of this other origin may read answers, too.  "": of no other; "*": of every origin.
  std::string allowed_origin = {};
  HttpTokens tokens = {};  ///< without any, and without tickets, clients need none
  /// Without one, nothing is encrypted.  Unix sockets never are.
  std::shared_ptr<const TlsIdentity> tls = nullptr;
  HttpLimits limits = {};
  /// Takes lines about clients: which were refused, and which were dropped, and why.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
};

/// The work that the server has done.
struct HttpFacts {
  std::uint64_t requests = 0;
  std::size_t clients = 0;  ///< that are connected
};

/// Serves while its loop runs.  All calls are made in the thread of the loop.
class HttpServer {
 public:
  /// Borrows the pool, which must outlive it.
  HttpServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
             WorkerPool& pool, HttpServerOptions options);
  /// Ends all connections, and waits for the answers that are being made.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// From now on, the service answers for the path and all paths below; of several services, that
  /// of the longest path.  "/" is above all paths.  Borrows the service.
  void Mount(const std::string& path, HttpService& service);

  /// A ticket for one visit: the first browser that asks for "/?token=TICKET" is known from then
  /// on, by a cookie.  Only the last ticket counts.
  Result<std::string> MakeTicket(HttpRole role);

  /// For all requests, and for all connections, that come from now on.
  void SetTokens(HttpTokens tokens);
  void SetTls(std::shared_ptr<const TlsIdentity> tls);

  HttpFacts Facts() const;

 private:
  class Impl;
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
