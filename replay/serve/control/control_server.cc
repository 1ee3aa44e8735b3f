// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/control/control_server.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "fdr/replay/live/collector_error.h"
#include "fdr/replay/live/error_pdu.h"
#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/control/control_requests.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/message_connection.h"

namespace fdr {
namespace {

constexpr std::chrono::seconds kBetweenVisits{1};
constexpr std::size_t kMostMemoryOfClients = std::size_t{64} << 20;  // of all clients

}  // namespace

/// Operations of the loop that are pending hold a reference, so this holds none of the loop.
class ControlServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, ControlledLogger& logger, ControlServerOptions options)
      : io_(io),
        logger_(logger),
        options_(std::move(options)),
        budget_(kMostMemoryOfClients, [this] { DropLargestLater(); }),
        checks_(io) {}

  void Start(std::vector<ListeningSocket> sockets) {
    acceptor_ = std::make_shared<ClientAcceptor>(
        io_, std::move(sockets), [this](StreamSocket socket) { Receive(std::move(socket)); },
        options_.log);
    acceptor_->Start();
    CheckLater();
  }

  void Stop() {
    is_stopped_ = true;
    checks_.cancel();
    acceptor_->Stop();
    const auto clients = std::exchange(clients_, {});
    for (const auto& [number, client] : clients) client.connection->Close("");
  }

 private:
  struct Client {
    std::shared_ptr<MessageConnection> connection;
    Admission admission;
  };

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    const Admission admission = options_.access.Look(origin);
    if (admission.rights == 0 || IsStranger(origin))
      return Refuse(std::move(socket), origin, kPcpPermission, "it has no permission");
    if (clients_.size() >= kMostClients || options_.access.IsFull(admission) ||
        !budget_.HasRoomFor(MessageConnection::kUsualMemory))
      return Refuse(std::move(socket), origin, kPcpTooManyClients, "there are too many already");
    Admit(std::move(socket), origin, admission);
  }

  static bool IsStranger(const ClientOrigin& origin) {
    return origin.address.kind == HostAddress::Kind::kUnix &&
           (!origin.user || (*origin.user != 0 && *origin.user != ::geteuid()));
  }

  void Refuse(StreamSocket socket, const ClientOrigin& origin, std::int32_t number,
              const std::string& why) {
    ByteBuffer bytes;
    ErrorPdu{number}.Encode(bytes);
    acceptor_->Refuse(std::move(socket), bytes,
                      "control: refused a program at " + TextOf(origin) + ": " + why);
  }

  void Admit(StreamSocket socket, const ClientOrigin& origin, const Admission& admission) {
    const std::uint32_t number = next_number_++;
    const std::string where = TextOf(origin);
    const auto connection = std::make_shared<MessageConnection>(
        std::move(socket), std::make_shared<ControlRequests>(logger_, where, admission.rights),
        kMostRequest, budget_, [self = weak_from_this(), number, where](const std::string& why) {
          if (const auto server = self.lock()) server->Forget(number, where, why);
        });
    clients_.emplace(number, Client{connection, admission});
    options_.access.Enter(admission);
    connection->Start();
  }

  void Forget(std::uint32_t number, const std::string& where, const std::string& why) {
    if (const auto client = clients_.find(number); client != clients_.end()) {
      options_.access.Leave(client->second.admission);
      clients_.erase(client);
    }
    if (!why.empty()) options_.log("control: dropped a program at " + where + ": " + why);
  }

  // Not at once: the client that has grown is still at work.
  void DropLargestLater() {
    asio::post(io_, [self = shared_from_this()] {
      if (!self->is_stopped_) self->DropLargest();
    });
  }

  void DropLargest() {
    while (budget_.IsExceeded() && !clients_.empty()) {
      const auto largest = std::ranges::max_element(
          clients_, {}, [](const auto& client) { return client.second.connection->memory(); });
      const std::shared_ptr<MessageConnection> connection = largest->second.connection;
      connection->Close("all programs together use more memory than they may");
    }
  }

  void CheckLater() {
    checks_.expires_after(kBetweenVisits);
    checks_.async_wait([self = shared_from_this()](const SocketError& error) {
      if (!error && !self->is_stopped_) self->Check();
    });
  }

  void Check() {
    const auto clients = clients_;  // a client that is dropped leaves the map
    for (const auto& [number, client] : clients)
      client.connection->CheckTime(MessageConnection::Clock::now());
    acceptor_->Resume();
    CheckLater();
  }

  asio::io_context& io_;
  ControlledLogger& logger_;
  ControlServerOptions options_;
  MemoryBudget budget_;  // outlives the clients
  std::shared_ptr<ClientAcceptor> acceptor_;
  std::map<std::uint32_t, Client> clients_;  // by number
  std::uint32_t next_number_ = 0;
  asio::steady_timer checks_;
  bool is_stopped_ = false;
};

ControlServer::ControlServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                             ControlledLogger& logger, ControlServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, logger, std::move(options))) {
  impl_->Start(std::move(sockets));
}

ControlServer::~ControlServer() { impl_->Stop(); }

}  // namespace fdr
