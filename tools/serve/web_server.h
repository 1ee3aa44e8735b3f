// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of `fdr serve` that answers HTTP.  See docs/guide/web-api.md.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/serve/web_services.h"

namespace fdr::tools {

/// Serves while the loop runs.
class WebServer {
 public:
  struct Setup {
    std::vector<std::string> archives;
    HttpOptions http;
    std::vector<std::string> addresses;  ///< where HttpOptions::place has none
    CommonOptions common;
  };
  static Result<std::unique_ptr<WebServer>> Open(Setup setup, std::shared_ptr<EventLoop> loop);

  /// Reads files again.  After an error, everything is as it was.
  Result<void> Reload();

  /// "localhost and db1 on http://127.0.0.1:8080".
  std::string Greeting() const;
  /// The sources.
  std::string what() const;
  /// "http://127.0.0.1:8080".
  const std::vector<std::string>& places() const { return places_; }
  HttpFacts Facts() const { return server_->Facts(); }
  /// For one visit with a browser: "http://127.0.0.1:8080/?token=...".
  Result<std::string> MakeLink();

 private:
  explicit WebServer(Setup setup) : setup_(std::move(setup)) {}
  Result<void> Start(std::shared_ptr<EventLoop> loop);
  Result<WebSourcesOptions> SourcesOptions() const;
  Result<HttpServerOptions> ServerOptions() const;
  std::function<void(const std::string& line)> Log() const;
  Result<std::vector<ListeningSocket>> Listen() const;
  std::string PlaceOf(const std::string& socket) const;

  Setup setup_;
  std::vector<std::string> places_;
  // Each borrows those above it.
  std::unique_ptr<WorkerPool> pool_;
  std::unique_ptr<WebSources> sources_;
  std::unique_ptr<WebServices> services_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace fdr::tools
