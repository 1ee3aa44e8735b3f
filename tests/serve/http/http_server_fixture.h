// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A web server that runs in a thread of its own.

#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/serve/http/http_server.h"
#include "fdr/tests/serve/http/web_client.h"

namespace fdr::test {

/// Answers what a test says.
class ToyService final : public HttpService {
 public:
  using Answers = std::function<HttpResponse(const HttpRequest& request)>;

  explicit ToyService(Answers answers, Place place = {Place::kHere, nullptr})
      : answers_(std::move(answers)), place_(place) {}

  Place PlaceOf(const HttpRequest&) override { return place_; }
  HttpResponse Answer(const HttpRequest& request) override { return answers_(request); }

 private:
  Answers answers_;
  Place place_;
};

/// Makes pieces with a function.
class ToySource final : public BodySource {
 public:
  using Make = std::function<Result<Piece>()>;

  explicit ToySource(Make make) : make_(std::move(make)) {}
  Result<Piece> Next() override { return make_(); }

 private:
  Make make_;
};

inline HttpResponse TextResponse(std::string body) {
  return {.type = "text/plain", .body = std::move(body)};
}
HttpResponse SourceResponse(ToySource::Make make);

class HttpServerTest : public testing::Test {
 protected:
  ~HttpServerTest() override;

  /// Serves the path from now on.  Before Start().
  void Mount(const std::string& path, ToyService::Answers answers,
             HttpService::Place place = {HttpService::Place::kHere, nullptr});
  void Start();
  /// Ends the server, as its destructor does.
  void Stop();

  WebClient Connect() const { return WebClient(port_); }
  /// The answer to one request in a connection of its own.
  WebAnswer Ask(const std::string& request) const;
  /// What was logged, after a wait for as many lines: a client may see an end before that.
  std::vector<std::string> Log(std::size_t lines = 0);
  /// Runs in the thread of the server, which then goes on.
  void WithServer(const std::function<void(HttpServer& server)>& run);

  WorkerPool pool_{2};
  HttpServerOptions options_{.wall_clock =
                                 [] {
                                   return Timestamp{1'700'000'000, 0};
                                 },
                             .version = "1.2"};
  std::uint16_t port_ = 0;

 private:
  void Run();

  std::vector<std::pair<std::string, std::unique_ptr<ToyService>>> services_;
  std::shared_ptr<EventLoop> loop_;
  std::unique_ptr<HttpServer> server_;
  std::mutex mutex_;  // of what follows
  std::vector<std::string> log_;
  std::function<void()> errand_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

}  // namespace fdr::test
