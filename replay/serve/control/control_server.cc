// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/control/control_server.h"

#include <unistd.h>

#include <utility>

#include "fdr/replay/live/collector_error.h"
#include "fdr/replay/live/error_pdu.h"
#include "fdr/replay/live/internal/event_loop_impl.h"
#include "fdr/replay/serve/control/control_requests.h"
#include "fdr/replay/serve/internal/client_acceptor.h"
#include "fdr/replay/serve/internal/client_list.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/message_connection.h"

namespace fdr {
namespace {

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
        clients_(std::move(options_.access)) {}

  void Start(std::vector<ListeningSocket> sockets) {
    acceptor_ = std::make_shared<ClientAcceptor>(
        io_, std::move(sockets), [this](StreamSocket socket) { Receive(std::move(socket)); },
        [this](SteadyClock::duration) { clients_.CheckTimes(SteadyClock::now()); }, options_.log);
    acceptor_->Start();
  }

  void Stop() {
    is_stopped_ = true;
    acceptor_->Stop();
    clients_.CloseAll();
  }

 private:
  struct Client {
    std::shared_ptr<MessageConnection> connection;
    ClientOrigin origin;
    Admission admission;
    SteadyClock::time_point came = {};
  };

  void Receive(StreamSocket socket) {
    const ClientOrigin origin = OriginOf(socket.native_handle());
    const Admission admission = clients_.access().Look(origin);
    if (admission.rights == 0 || IsStranger(origin))
      return Refuse(std::move(socket), origin, kPcpPermission, "it has no permission");
    if (clients_.access().IsFull(admission) ||
        !budget_.HasRoomFor(MessageConnection::kUsualMemory) ||
        (clients_.size() >= kMostClients && !clients_.DropOldestMute()))
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
    const std::uint32_t number = clients_.NextNumber();
    const std::string where = TextOf(origin);
    const auto connection = std::make_shared<MessageConnection>(
        std::move(socket), std::make_shared<ControlRequests>(logger_, where, admission.rights),
        kMostRequest, budget_, [self = weak_from_this(), number, where](const std::string& why) {
          if (const auto server = self.lock()) server->Forget(number, where, why);
        });
    clients_.Add(number, Client{connection, origin, admission});
    connection->Start();
  }

  void Forget(std::uint32_t number, const std::string& where, const std::string& why) {
    clients_.Remove(number);
    if (!why.empty()) options_.log("control: dropped a program at " + where + ": " + why);
  }

  // Not at once: the client that has grown is still at work.
  void DropLargestLater() {
    asio::post(io_, [self = shared_from_this()] {
      if (!self->is_stopped_) self->clients_.DropLargest(self->budget_);
    });
  }

  asio::io_context& io_;
  ControlledLogger& logger_;
  ControlServerOptions options_;
  MemoryBudget budget_;  // outlives the clients
  ClientList<Client> clients_;
  std::shared_ptr<ClientAcceptor> acceptor_;
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
