// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/reception.h"

#include <sys/socket.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "fdr/replay/serve/internal/client_origin.h"

namespace fdr {
namespace {

using Wait = ClientConnection::Wait;

constexpr std::size_t kMemoryOfNewcomer = 16 * 1024;  // what one takes that does nothing special
constexpr std::size_t kToldRefusals = 5;              // between two visits
constexpr std::chrono::seconds kBetweenVisits{1};

asio::generic::stream_protocol ProtocolOf(int fd) {
  int family = AF_UNIX;
  socklen_t size = sizeof family;
  ::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
  return {family, 0};
}

std::string WhyGivesWay(ClientConnection::Wait waits) {
  switch (waits) {
    case ClientConnection::Wait::kToAsk:
      return "it asks nothing";
    case ClientConnection::Wait::kToSpeak:
      return "it has said nothing";
    case ClientConnection::Wait::kForRest:
      return "it has not said all";
    default:
      return "it does not take its answer";
  }
}

}  // namespace

Reception::Reception(asio::io_context& io, Rules rules)
    : io_(io),
      rules_(std::move(rules)),
      access_(std::move(rules_.access)),
      budget_(rules_.most_memory, [this] { DropLargestLater(); }),
      visits_(io) {}

void Reception::Start(std::vector<ListeningSocket> sockets) {
  sockets_ = std::move(sockets);
  for (ListeningSocket& socket : sockets_) {
    const int fd = socket.Release();
    acceptors_.emplace_back(io_).assign(ProtocolOf(fd), fd);
  }
  for (Acceptor& acceptor : acceptors_) Accept(acceptor);
  VisitLater();
}

void Reception::Stop() {
  is_stopped_ = true;
  visits_.cancel();
  SocketError ignored;
  for (Acceptor& acceptor : acceptors_) acceptor.close(ignored);
  sockets_.clear();
  const auto clients = std::exchange(clients_, {});
  for (const auto& [number, client] : clients) client.connection->Close("");
}

void Reception::Accept(Acceptor& acceptor) {
  acceptor.async_accept(
      [this, self = shared_from_this(), &acceptor](const SocketError& error, StreamSocket socket) {
        if (!is_stopped_) OnAccepted(acceptor, error, std::move(socket));
      });
}

void Reception::OnAccepted(Acceptor& acceptor, const SocketError& error, StreamSocket socket) {
  if (error) {
    resting_.push_back(&acceptor);
    if (!std::exchange(is_short_, true)) Log("cannot accept a client: " + error.message());
    return;
  }
  is_short_ = false;
  Receive(std::move(socket));
  Accept(acceptor);
}

void Reception::VisitLater() {
  visits_.expires_after(kBetweenVisits);
  visits_.async_wait([this, self = shared_from_this()](const SocketError& error) {
    if (error || is_stopped_) return;
    Visit(Clock::now() - visits_.expiry());
    VisitLater();
  });
}

// Without free descriptors, clients wait for this.  A flood of clients must not become a flood of
// messages.
void Reception::Visit(Clock::duration lateness) {
  OnVisit(lateness);
  const Clock::time_point now = Clock::now();
  for (const Connection& connection : connections()) connection->CheckTime(now);
  for (Acceptor* acceptor : std::exchange(resting_, {})) Accept(*acceptor);
  if (refused_ > kToldRefusals)
    Log("refused " + std::to_string(refused_ - kToldRefusals) + " more clients within a second");
  refused_ = 0;
}

std::vector<Reception::Connection> Reception::connections() const {
  std::vector<Connection> all;
  all.reserve(clients_.size());
  for (const auto& [number, client] : clients_) all.push_back(client.connection);
  return all;
}

std::string Reception::WhyNot(const ClientOrigin&, const Admission& admission) const {
  return admission.rights == 0 ? "it has no permission" : "";
}

void Reception::SetAccess(AccessControl access) {
  access_ = std::move(access);
  std::vector<Connection> unwanted;
  for (auto& [number, client] : clients_) {
    client.admission = access_.Look(client.origin);
    access_.Enter(client.admission);
    OnAccess(number, client.admission);
    if (!WhyNot(client.origin, client.admission).empty()) unwanted.push_back(client.connection);
  }
  for (const Connection& connection : unwanted) connection->Close("it has lost its permission");
}

void Reception::Receive(StreamSocket socket) {
  const ClientOrigin origin = OriginOf(socket.native_handle());
  const Admission admission = access_.Look(origin);
  if (const std::string why = WhyNot(origin, admission); !why.empty())
    return Refuse(std::move(socket), origin, false, why);
  if (access_.IsFull(admission))
    return Refuse(std::move(socket), origin, true, "the maximum has been reached");
  if (!budget_.HasRoomFor(kMemoryOfNewcomer))
    return Refuse(std::move(socket), origin, true, "the others use all memory for clients");
  if (clients_.size() >= rules_.places && !MakeRoom())
    return Refuse(std::move(socket), origin, true,
                  "there are " + std::to_string(clients_.size()) + " clients already");
  const std::uint32_t number = next_number_++;
  const Connection connection = Admit({std::move(socket), number, origin, admission,
                                       [self = weak_from_this(), number](const std::string& why) {
                                         if (const auto reception = self.lock())
                                           reception->Forget(number, why);
                                       }});
  access_.Enter(admission);
  clients_.emplace(number, Client{connection, origin, admission});
  connection->Start();
}

void Reception::Refuse(StreamSocket socket, const ClientOrigin& origin, bool may_enter,
                       const std::string& why) {
  const bool has_vowel = std::string_view("aeiou").find(rules_.noun.front()) != std::string::npos;
  if (refused_++ < kToldRefusals)
    Log((has_vowel ? "refused an " : "refused a ") + rules_.noun + " at " + TextOf(origin) + ": " +
        why);
  const ByteBuffer farewell = Farewell(may_enter, why);
  SocketError ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(farewell), ignored);
}

// The client that was to give way first, since this server waits for it; otherwise one that only
// keeps its connection.  Most have just come, and are about to speak.
bool Reception::MakeRoom() {
  Connection slowest;
  std::pair<bool, Clock::time_point> first = {true, Clock::now() + Clock::duration(1)};
  for (const auto& [number, client] : clients_) {
    const ClientConnection& connection = *client.connection;
    const Wait waits = connection.waits();
    if (waits == Wait::kNothing || connection.HasSpoken()) continue;
    const auto gives_way =
        connection.since() + (waits == Wait::kToTake ? rules_.to_take : rules_.to_speak);
    if (gives_way > Clock::now()) continue;
    const std::pair order(waits == Wait::kToAsk, gives_way);
    if (order >= first) continue;
    first = order;
    slowest = client.connection;
  }
  if (!slowest) return false;
  slowest->Close(WhyGivesWay(slowest->waits()) + ", and another one wants its place");
  return true;
}

void Reception::Forget(std::uint32_t number, const std::string& why) {
  OnGone(number, why);
  if (const auto client = clients_.find(number); client != clients_.end()) {
    access_.Leave(client->second.admission);
    clients_.erase(client);
  }
  if (!why.empty()) Log("dropped " + rules_.noun + ' ' + std::to_string(number) + ": " + why);
}

// Not at once: the client that has grown is still at work.
void Reception::DropLargestLater() {
  asio::post(io_, [self = shared_from_this()] {
    if (!self->is_stopped_) self->DropLargest();
  });
}

void Reception::DropLargest() {
  while (budget_.IsExceeded() && !clients_.empty()) {
    const auto largest = std::ranges::max_element(
        clients_, {}, [](const auto& client) { return client.second.connection->memory(); });
    const Connection connection = largest->second.connection;
    connection->Close("all clients together use more memory than they may");
  }
}

}  // namespace fdr
