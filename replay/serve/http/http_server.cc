// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/http_server.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/http/internal/http_connection.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_list.h"
#include "fdr/replay/serve/internal/client_origin.h"

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

}  // namespace

/// Operations of the loop that are pending hold a reference, so this holds none of the loop.
class HttpServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, WorkerPool& pool, HttpServerOptions options)
      : io_(io),
        options_(std::move(options)),
        clients_(AccessControl()),
        serving_(std::make_shared<HttpServing>(
            options_.limits, RequestRouter(options_.server_names, options_.tokens),
            HttpExchange::Workers{io, pool, std::make_shared<WorkReturn>(io),
                                  options_.limits.for_errands})) {}

  void Start(std::vector<ListeningSocket> sockets) {
    SetDate();
    if (!sockets.empty())
      serving_->router.guard().SetCookies(
          {"fdr_" + std::to_string(sockets.front().port()), options_.tls != nullptr});
    acceptor_ = std::make_shared<ClientAcceptor>(
        io_, std::move(sockets), [this](StreamSocket socket) { Receive(std::move(socket)); },
        [this](SteadyClock::duration) {
          SetDate();
          const SteadyClock::time_point now = SteadyClock::now();
          clients_.CheckTimes(now);
          DropSlowest(now);
        },
        options_.log);
    acceptor_->Start();
  }

  void Stop() {
    acceptor_->Stop();
    clients_.CloseAll();
    serving_->workers.work->End();
  }

  RequestRouter& router() { return serving_->router; }
  void SetTls(std::shared_ptr<const TlsIdentity> tls) { options_.tls = std::move(tls); }
  HttpFacts Facts() const { return {serving_->requests, clients_.size()}; }

 private:
  struct Client {
    std::shared_ptr<HttpConnection> connection;
    ClientOrigin origin;
    Admission admission;
    SteadyClock::time_point came = {};
  };

  void SetDate() {
    const std::chrono::sys_seconds now{std::chrono::seconds(options_.wall_clock().sec)};
    serving_->common_headers = CommonHeaders(now, options_.version, options_.allowed_origin);
  }

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    if (clients_.size() >= options_.limits.connections && !clients_.DropOldestMute())
      return Refuse(std::move(socket), origin);
    SocketError ignored;  // of sockets other than TCP
    // What the system keeps for a slow reader is not counted, so it must not be much.
    socket.set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    const ReachedAddress reached = ReachedBy(socket);
    auto stream = MakeStream(std::move(socket), options_.tls && reached);
    const std::uint32_t number = clients_.NextNumber();
    const auto connection =
        std::make_shared<HttpConnection>(std::move(stream), reached, serving_,
                                         [self = weak_from_this(), number](const std::string& why) {
                                           if (const auto server = self.lock())
                                             server->Forget(number, why);
                                         });
    clients_.Add(number, {connection, origin, clients_.access().Look(origin)});
    connection->Start();
  }

  std::unique_ptr<HttpStream> MakeStream(StreamSocket socket, bool is_encrypted) {
    if (is_encrypted) return TlsStream(std::move(socket), options_.tls);
    return PlainStream(std::move(socket));
  }

  void Refuse(StreamSocket socket, const ClientOrigin& origin) {
    const std::string why = "there are " + std::to_string(clients_.size()) + " clients already";
    const HttpResponse response = FailedResponse(503, why);
    std::string farewell;
    AppendHead(response, {.keep_alive = false}, serving_->common_headers, farewell);
    farewell += response.body;
    const Bytes bytes = AsBytes(farewell);
    acceptor_->Refuse(std::move(socket), {bytes.begin(), bytes.end()},
                      "refused a web client at " + TextOf(origin) + ": " + why);
  }

  // Those that have waited longest, if there are too many slow readers.
  void DropSlowest(SteadyClock::time_point now) {
    const HttpLimits& limits = options_.limits;
    std::vector<std::pair<SteadyClock::time_point, std::shared_ptr<HttpConnection>>> slow;
    for (const auto& [number, client] : clients_)
      if (const auto since = client.connection->WaitsSince();
          since && now - *since >= limits.until_slow)
        slow.emplace_back(*since, client.connection);
    if (slow.size() <= limits.slow_readers) return;
    std::ranges::sort(slow);
    slow.resize(slow.size() - limits.slow_readers);
    for (const auto& [since, connection] : slow)
      connection->Close(
          fmt::format("more than {} clients were slow to take their answers", limits.slow_readers));
  }

  void Forget(std::uint32_t number, const std::string& why) {
    clients_.Remove(number);
    if (!why.empty()) options_.log("dropped web client " + std::to_string(number) + ": " + why);
  }

  asio::io_context& io_;
  HttpServerOptions options_;
  ClientList<Client> clients_;
  std::shared_ptr<HttpServing> serving_;
  std::shared_ptr<ClientAcceptor> acceptor_;
};

HttpServer::HttpServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                       WorkerPool& pool, HttpServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, pool, std::move(options))) {
  impl_->Start(std::move(sockets));
}

HttpServer::~HttpServer() { impl_->Stop(); }

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
