// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/pmcd_server.h"

#include <utility>

#include "fdr/replay/live/collector_error.h"
#include "fdr/replay/live/greeting_pdu.h"
#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_list.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/message_connection.h"
#include "fdr/replay/serve/pmcd/client_requests.h"

namespace fdr {
namespace {

// The numbers of greetings are older than those of all other messages.
constexpr std::int32_t InGreeting(std::int32_t number) { return number + 11345; }

}  // namespace

/// Operations of the loop that are pending hold a reference, so this holds none of the loop.
class PmcdServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, ServedSource& source, ServerFacts& facts, ServerOptions options)
      : io_(io),
        source_(source),
        facts_(facts),
        options_(std::move(options)),
        budget_(options_.most_memory, [this] { DropLargestLater(); }),
        clients_(std::move(options_.access)) {}

  void Start(std::vector<ListeningSocket> sockets) {
    facts_.announce = [self = weak_from_this()](std::uint32_t changes) {
      if (const auto server = self.lock()) server->Announce(changes);
    };
    TellAccess();
    acceptor_ = std::make_shared<ClientAcceptor>(
        io_, std::move(sockets), [this](StreamSocket socket) { Receive(std::move(socket)); },
        [this](SteadyClock::duration lateness) {
          facts_.lateness = lateness;
          clients_.CheckTimes(SteadyClock::now());
        },
        options_.log);
    acceptor_->Start();
  }

  void Stop() {
    is_stopped_ = true;
    acceptor_->Stop();
    clients_.CloseAll();
  }

  void Announce(std::uint32_t changes) {
    for (const auto& [number, client] : clients_) client.requests->Announce(changes);
  }

  void SetAccess(AccessControl access) {
    clients_.SetAccess(std::move(access), [](const Client& client) {
      client.requests->SetRights(client.admission.rights);
      return client.admission.rights != 0;
    });
    TellAccess();
  }

 private:
  struct Client {
    std::shared_ptr<MessageConnection> connection;
    std::shared_ptr<ClientRequests> requests;
    ClientOrigin origin;
    Admission admission;
    SteadyClock::time_point came = {};
  };

  void TellAccess() { facts_.needs_user = clients_.access().needs_user(); }

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    if (!budget_.HasRoomFor(MessageConnection::kUsualMemory))
      return Refuse(std::move(socket), origin, kPcpTooManyClients,
                    "the others use all memory for clients");
    const Admission admission = clients_.access().Look(origin);
    if (admission.rights == 0)
      return Refuse(std::move(socket), origin, kPcpPermission, "it has no permission");
    if (clients_.access().IsFull(admission))
      return Refuse(std::move(socket), origin, kPcpTooManyClients, "the maximum has been reached");
    if (clients_.size() >= options_.most_clients && !clients_.DropOldestMute())
      return Refuse(std::move(socket), origin, kPcpTooManyClients,
                    "there are " + std::to_string(clients_.size()) + " already");
    Admit(std::move(socket), origin, admission);
  }

  void Refuse(StreamSocket socket, const ClientOrigin& origin, std::int32_t number,
              const std::string& why) {
    GreetingPdu greeting{.code = InGreeting(number), .version = 0, .licensed = 0};
    ByteBuffer bytes;
    greeting.Encode(bytes);
    acceptor_->Refuse(std::move(socket), bytes,
                      "refused a client at " + TextOf(origin) + ": " + why);
  }

  void Admit(StreamSocket socket, const ClientOrigin& origin, const Admission& admission) {
    const std::uint32_t number = clients_.NextNumber();
    const std::optional<ClientProcess> process = ProcessOf(socket.native_handle());
    facts_.clients[number] = {options_.wall_clock(), {}, origin.user};
    source_.OnClient(number, process);
    const auto requests = std::make_shared<ClientRequests>(source_, facts_, number);
    requests->SetRights(admission.rights);
    const auto connection = std::make_shared<MessageConnection>(
        std::move(socket), requests, kMaxRequestSize, budget_,
        [self = weak_from_this(), number](const std::string& why) {
          if (const auto server = self.lock()) server->Forget(number, why);
        },
        options_.for_first);
    clients_.Add(number, Client{connection, requests, origin, admission});
    connection->Start();
  }

  void Forget(std::uint32_t number, const std::string& why) {
    facts_.clients.erase(number);
    source_.OnClientGone(number);
    clients_.Remove(number);
    if (!why.empty()) options_.log("dropped client " + std::to_string(number) + ": " + why);
  }

  // Not at once: the client that has grown is still at work.
  void DropLargestLater() {
    asio::post(io_, [self = shared_from_this()] {
      if (!self->is_stopped_) self->clients_.DropLargest(self->budget_);
    });
  }

  asio::io_context& io_;
  ServedSource& source_;
  ServerFacts& facts_;
  ServerOptions options_;
  MemoryBudget budget_;  // outlives the clients
  ClientList<Client> clients_;
  std::shared_ptr<ClientAcceptor> acceptor_;
  bool is_stopped_ = false;
};

PmcdServer::PmcdServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                       ServedSource& source, ServerFacts& facts, ServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, source, facts, std::move(options))) {
  impl_->Start(std::move(sockets));
}

PmcdServer::~PmcdServer() { impl_->Stop(); }

void PmcdServer::Announce(std::uint32_t changes) { impl_->Announce(changes); }

void PmcdServer::SetAccess(AccessControl access) { impl_->SetAccess(std::move(access)); }

}  // namespace fdr
