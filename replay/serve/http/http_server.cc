// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_server.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/internal/http_connection.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {
namespace {

constexpr int kSendBuffer = 128 * 1024;

ReachedAddress ReachedBy(const StreamSocket& socket) {
  SocketError error;
  const StreamEndpoint endpoint = socket.local_endpoint(error);
  asio::ip::tcp::endpoint address;
  if (error || endpoint.protocol().family() == AF_UNIX || endpoint.size() > address.capacity())
    return std::nullopt;
  std::memcpy(address.data(), endpoint.data(), endpoint.size());
  address.resize(endpoint.size());
  return address.address();
}

// Clients of one name take turns as one.  Of IPv6, one client may have all addresses of a network.
std::string TurnNameOf(ClientOrigin origin) {
  constexpr std::size_t kNetwork = 8;
  if (origin.address.kind == HostAddress::Kind::kIpv6)
    std::fill(origin.address.bytes.begin() + kNetwork, origin.address.bytes.end(), 0);
  return TextOf(origin);
}

}  // namespace

class HttpServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, WorkerPool& pool, HttpServerOptions options)
      : Reception(io, {.noun = "web client",
                       .places = options.limits.connections,
                       .to_speak = options.limits.to_speak,
                       .log = std::move(options.log)}),
        options_(std::move(options)),
        serving_(std::make_shared<HttpServing>(
            options_.limits, RequestRouter(options_.server_names, options_.tokens),
            HttpExchange::Workers{io, pool, std::make_shared<WorkReturn>(io),
                                  options_.limits.for_errands, std::make_shared<MemoryTurns>(io),
                                  nullptr})) {
    serving_->workers.free_memory = [router = &serving_->router] { router->FreeMemory(); };
  }

  void Begin(std::vector<ListeningSocket> sockets) {
    SetDate();
    if (!sockets.empty())
      serving_->router.guard().SetCookies(
          {"fdr_" + std::to_string(sockets.front().port()), options_.tls != nullptr});
    Start(std::move(sockets));
  }

  void End() {
    Stop();
    serving_->workers.turns->End();
    serving_->workers.work->End();
  }

  RequestRouter& router() { return serving_->router; }
  void SetTls(std::shared_ptr<const TlsIdentity> tls) { options_.tls = std::move(tls); }
  HttpFacts Facts() const { return {serving_->requests, size()}; }

 private:
  void SetDate() {
    const std::chrono::sys_seconds now{std::chrono::seconds(options_.wall_clock().sec)};
    serving_->common_headers = CommonHeaders(now, options_.version, options_.allowed_origin);
  }

  Connection Admit(Newcomer newcomer) override {
    StreamSocket& socket = newcomer.socket;
    SocketError ignored;  // of sockets other than TCP
    // What the system keeps for a slow reader is not counted, so it must not be much.
    socket.set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    const ReachedAddress reached = ReachedBy(socket);
    auto stream = options_.tls && reached ? TlsStream(std::move(socket), options_.tls)
                                          : PlainStream(std::move(socket));
    return std::make_shared<HttpConnection>(std::move(stream), reached, TurnNameOf(newcomer.origin),
                                            serving_, std::move(newcomer.closed));
  }

  ByteBuffer Farewell(bool, const std::string& why) override {
    const HttpResponse response = FailedResponse(503, why);
    std::string farewell;
    AppendHead(response, {.keep_alive = false}, serving_->common_headers, farewell);
    farewell += response.body;
    const Bytes bytes = AsBytes(farewell);
    return {bytes.begin(), bytes.end()};
  }

  void OnVisit(Clock::duration) override {
    SetDate();
    DropSlowest(Clock::now());
  }

  // Those that have waited longest, if there are too many slow readers.
  void DropSlowest(Clock::time_point now) {
    const HttpLimits& limits = options_.limits;
    std::vector<std::pair<Clock::time_point, Connection>> slow;
    for (Connection& client : connections())
      if (client->waits() == ClientConnection::Wait::kToTake &&
          now - client->since() >= limits.until_slow)
        slow.emplace_back(client->since(), std::move(client));
    if (slow.size() <= limits.slow_readers) return;
    std::ranges::sort(slow);
    slow.resize(slow.size() - limits.slow_readers);
    for (const auto& [since, connection] : slow)
      connection->Close(
          fmt::format("more than {} clients were slow to take their answers", limits.slow_readers));
  }

  HttpServerOptions options_;
  std::shared_ptr<HttpServing> serving_;
};

HttpServer::HttpServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                       WorkerPool& pool, HttpServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, pool, std::move(options))) {
  impl_->Begin(std::move(sockets));
}

HttpServer::~HttpServer() { impl_->End(); }

void HttpServer::Mount(const std::string& path, HttpService& service) {
  impl_->router().Mount(path, service);
}

Result<std::string> HttpServer::MakeTicket(HttpRole role) {
  return impl_->router().guard().MakeTicket(role);
}

void HttpServer::SetTokens(HttpTokens tokens) {
  impl_->router().guard().SetTokens(std::move(tokens));
}

HttpFacts HttpServer::Facts() const { return impl_->Facts(); }

void HttpServer::SetTls(std::shared_ptr<const TlsIdentity> tls) { impl_->SetTls(std::move(tls)); }

}  // namespace fdr
