// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/trace_server.h"

#include <unistd.h>

#include <map>
#include <utility>

#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/trace/internal/trace_connection.h"

namespace fdr {
namespace {

constexpr std::chrono::seconds kBetweenLooks{1};

const char* NameOf(TraceKind kind) {
  constexpr std::array kNames = {"transaction", "point", "observation", "counter"};
  return kNames[static_cast<std::size_t>(kind) - 1];
}

}  // namespace

/// Operations of the loop that are pending hold a reference, so this holds none of the loop.
class TraceServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, TraceFacts& facts, TraceServerOptions options)
      : io_(io), facts_(facts), options_(std::move(options)), checks_(io) {}

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

  void SetAccess(AccessControl access) {
    options_.access = std::move(access);
    std::vector<std::shared_ptr<TraceConnection>> unwanted;
    for (auto& [number, client] : clients_) {
      client.admission = options_.access.Look(client.origin);
      options_.access.Enter(client.admission);
      if (!MayTrace(client.admission)) unwanted.push_back(client.connection);
    }
    for (const auto& connection : unwanted) connection->Close("it has lost its permission");
  }

 private:
  struct Client {
    std::shared_ptr<TraceConnection> connection;
    ClientOrigin origin;
    Admission admission;
    bool has_refusal = false;  // The log says that a tag of it was refused.
  };

  static bool MayTrace(const Admission& admission) { return (admission.rights & kMayStore) != 0; }

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    const Admission admission = options_.access.Look(origin);
    if (!MayTrace(admission))
      return Refuse(std::move(socket), origin, TraceAck::kDenied, "it may not store");
    if (clients_.size() >= options_.most_clients || options_.access.IsFull(admission))
      return Refuse(std::move(socket), origin, TraceAck::kTooManyClients,
                    "the maximum has been reached");
    Admit(std::move(socket), origin, admission);
  }

  void Refuse(StreamSocket socket, const ClientOrigin& origin, std::int32_t number,
              const std::string& why) {
    ByteBuffer bytes;
    TraceAck{number}.Encode(Process(), bytes);
    acceptor_->Refuse(std::move(socket), bytes,
                      "refused an application at " + TextOf(origin) + ": " + why);
  }

  void Admit(StreamSocket socket, const ClientOrigin& origin, const Admission& admission) {
    const std::uint32_t number = next_number_++;
    const auto connection = std::make_shared<TraceConnection>(
        std::move(socket), Process(), [this, number](const TraceData& data) { Take(number, data); },
        [self = weak_from_this(), number](const std::string& why) {
          if (const auto server = self.lock()) server->Forget(number, why);
        });
    clients_.emplace(number, Client{connection, origin, admission});
    options_.access.Enter(admission);
    ++facts_.clients;
    connection->Start();
  }

  void Take(std::uint32_t number, const TraceData& data) {
    if (facts_.shows_data)
      options_.log("application " + std::to_string(number) + ": " + NameOf(data.kind) + " \"" +
                   std::string(data.tag) + "\" " + std::to_string(data.value));
    if (facts_.tags.Add(data, facts_.now())) return;
    Client& client = clients_.at(number);
    if (!std::exchange(client.has_refusal, true))
      options_.log("application " + std::to_string(number) + " has new tags, but there are too " +
                   "many already: pmstore trace.control.reset 1 forgets them");
  }

  void Forget(std::uint32_t number, const std::string& why) {
    if (const auto client = clients_.find(number); client != clients_.end()) {
      options_.access.Leave(client->second.admission);
      clients_.erase(client);
      --facts_.clients;
    }
    if (why.empty()) return;
    ++facts_.dropped;
    options_.log("dropped application " + std::to_string(number) + ": " + why);
  }

  void CheckLater() {
    checks_.expires_after(kBetweenLooks);
    checks_.async_wait([self = shared_from_this()](const SocketError& error) {
      if (!error && !self->is_stopped_) self->Check();
    });
  }

  void Check() {
    const auto clients = clients_;  // a client that is dropped leaves the map
    for (const auto& [number, client] : clients)
      client.connection->CheckTime(TraceConnection::Clock::now());
    acceptor_->Resume();
    CheckLater();
  }

  static std::uint32_t Process() { return static_cast<std::uint32_t>(::getpid()); }

  asio::io_context& io_;
  TraceFacts& facts_;
  TraceServerOptions options_;
  std::shared_ptr<ClientAcceptor> acceptor_;
  std::map<std::uint32_t, Client> clients_;  // by number
  std::uint32_t next_number_ = 0;
  asio::steady_timer checks_;
  bool is_stopped_ = false;
};

TraceServer::TraceServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                         TraceFacts& facts, TraceServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, facts, std::move(options))) {
  impl_->Start(std::move(sockets));
}

TraceServer::~TraceServer() { impl_->Stop(); }

void TraceServer::SetAccess(AccessControl access) { impl_->SetAccess(std::move(access)); }

}  // namespace fdr
