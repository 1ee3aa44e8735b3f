// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/wait_until.h"

#include <latch>
#include <utility>

namespace fdr::test {

HttpResponse SourceResponse(ToySource::Make make) {
  return {.type = "text/plain", .source = std::make_unique<ToySource>(std::move(make))};
}

HttpServerTest::~HttpServerTest() { Stop(); }

void HttpServerTest::Mount(const std::string& path, ToyService::Answers answers,
                           HttpService::Place place) {
  services_.emplace_back(path, std::make_unique<ToyService>(std::move(answers), place));
}

void HttpServerTest::Start() {
  loop_ = *EventLoop::Make();
  std::vector<ListeningSocket> sockets;
  sockets.push_back(std::move(*ListeningSocket::AtAddress("127.0.0.1", 0)));
  port_ = sockets.front().port();
  options_.log = [this](const std::string& line) {
    const std::lock_guard lock(mutex_);
    log_.push_back(line);
  };
  server_ = std::make_unique<HttpServer>(loop_, std::move(sockets), pool_, options_);
  for (const auto& [path, service] : services_) server_->Mount(path, *service);
  thread_ = std::thread([this] { Run(); });
}

void HttpServerTest::Run() {
  while (!stops_) {
    loop_->RunOneFor(std::chrono::milliseconds(5));
    std::function<void()> errand;
    {
      const std::lock_guard lock(mutex_);
      errand = std::exchange(errand_, nullptr);
    }
    if (errand) errand();
  }
  server_.reset();
}

void HttpServerTest::WithServer(const std::function<void(HttpServer& server)>& run) {
  std::latch done(1);
  {
    const std::lock_guard lock(mutex_);
    errand_ = [&] {
      run(*server_);
      done.count_down();
    };
  }
  done.wait();
}

void HttpServerTest::Stop() {
  stops_ = true;
  if (thread_.joinable()) thread_.join();
}

WebAnswer HttpServerTest::Ask(const std::string& request) const {
  WebClient client = Connect();
  client.Send(request);
  return client.Read().value_or(WebAnswer{});
}

std::vector<std::string> HttpServerTest::Log(std::size_t lines) {
  std::vector<std::string> log;
  WaitUntil([&] {
    const std::lock_guard lock(mutex_);
    log = log_;
    return log.size() >= lines;
  });
  return log;
}

}  // namespace fdr::test
