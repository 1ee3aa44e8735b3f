// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/trace_server.h"

#include <unistd.h>

#include <utility>

#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_list.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/trace/internal/trace_connection.h"

namespace fdr {
namespace {

const char* NameOf(TraceKind kind) {
  constexpr std::array kNames = {"transaction", "point", "observation", "counter"};
  return kNames[static_cast<std::size_t>(kind) - 1];
}

}  // namespace

/// Operations of the loop that are pending hold a reference, so this holds none of the loop.
class TraceServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, TraceFacts& facts, TraceServerOptions options)
      : io_(io),
        facts_(facts),
        options_(std::move(options)),
        clients_(std::move(options_.access)) {}

  void Start(std::vector<ListeningSocket> sockets) {
    acceptor_ = std::make_shared<ClientAcceptor>(
        io_, std::move(sockets), [this](StreamSocket socket) { Receive(std::move(socket)); },
        [this](SteadyClock::duration) { clients_.CheckTimes(SteadyClock::now()); }, options_.log);
    acceptor_->Start();
  }

  void Stop() {
    acceptor_->Stop();
    clients_.CloseAll();
  }

  void SetAccess(AccessControl access) {
    clients_.SetAccess(std::move(access),
                       [](const Client& client) { return MayTrace(client.admission); });
  }

 private:
  struct Client {
    std::shared_ptr<TraceConnection> connection;
    ClientOrigin origin;
    Admission admission;
    SteadyClock::time_point came = {};
    bool has_refusal = false;  // The log says that a tag of it was refused.
  };

  static bool MayTrace(const Admission& admission) { return (admission.rights & kMayStore) != 0; }

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    const Admission admission = clients_.access().Look(origin);
    if (!MayTrace(admission))
      return Refuse(std::move(socket), origin, TraceAck::kDenied, "it may not store");
    if (clients_.access().IsFull(admission) ||
        (clients_.size() >= options_.most_clients && !clients_.DropOldestMute()))
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
    const std::uint32_t number = clients_.NextNumber();
    const auto connection = std::make_shared<TraceConnection>(
        std::move(socket), Process(), [this, number](const TraceData& data) { Take(number, data); },
        [self = weak_from_this(), number](const std::string& why) {
          if (const auto server = self.lock()) server->Forget(number, why);
        });
    clients_.Add(number, Client{connection, origin, admission});
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
    if (clients_.Remove(number)) --facts_.clients;
    if (why.empty()) return;
    ++facts_.dropped;
    options_.log("dropped application " + std::to_string(number) + ": " + why);
  }

  static std::uint32_t Process() { return static_cast<std::uint32_t>(::getpid()); }

  asio::io_context& io_;
  TraceFacts& facts_;
  TraceServerOptions options_;
  std::shared_ptr<ClientAcceptor> acceptor_;
  ClientList<Client> clients_;
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
