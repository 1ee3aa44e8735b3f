// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/pmcd_server.h"

#include <map>
#include <utility>

#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/message_connection.h"
#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/serve/pmcd/client_requests.h"
#include "fdr/replay/sources/net/event_loop_impl.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"

namespace fdr {
namespace {

// The numbers of greetings are older than those of all other messages.
constexpr std::int32_t InGreeting(std::int32_t number) { return number + 11345; }

}  // namespace

class PmcdServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, ServedSource& source, ServerFacts& facts, ServerOptions options)
      : Reception(io, {.noun = "client",
                       .places = options.most_clients,
                       .access = std::move(options.access),
                       .most_memory = options.most_memory,
                       .log = std::move(options.log)}),
        source_(source),
        facts_(facts),
        wall_clock_(std::move(options.wall_clock)),
        for_first_(options.for_first) {}

  void Begin(std::vector<ListeningSocket> sockets) {
    facts_.announce = [self = weak_from_this()](std::uint32_t changes) {
      if (const auto server = std::static_pointer_cast<Impl>(self.lock()))
        server->Announce(changes);
    };
    TellAccess();
    Start(std::move(sockets));
  }

  void Announce(std::uint32_t changes) {
    for (const auto& [number, requests] : requests_) requests->Announce(changes);
  }

  void TellAccess() { facts_.needs_user = access().needs_user(); }

 private:
  Connection Admit(Newcomer newcomer) override {
    const std::uint32_t number = newcomer.number;
    facts_.clients[number] = {wall_clock_(), {}, newcomer.origin.user};
    source_.OnClient(number, ProcessOf(newcomer.socket.native_handle()));
    const auto requests = std::make_shared<ClientRequests>(source_, facts_, number);
    requests->SetRights(newcomer.admission.rights);
    requests_.emplace(number, requests);
    return std::make_shared<MessageConnection>(std::move(newcomer.socket), requests,
                                               kMaxRequestSize, budget(),
                                               std::move(newcomer.closed), for_first_);
  }

  ByteBuffer Farewell(bool may_enter, const std::string&) override {
    const std::int32_t number = may_enter ? kPcpTooManyClients : kPcpPermission;
    ByteBuffer bytes;
    GreetingPdu{.code = InGreeting(number), .version = 0, .licensed = 0}.Encode(bytes);
    return bytes;
  }

  void OnAccess(std::uint32_t number, const Admission& admission) override {
    requests_.at(number)->SetRights(admission.rights);
  }

  void OnGone(std::uint32_t number, const std::string&) override {
    facts_.clients.erase(number);
    source_.OnClientGone(number);
    requests_.erase(number);
  }

  void OnVisit(Clock::duration lateness) override { facts_.lateness = lateness; }

  ServedSource& source_;
  ServerFacts& facts_;
  std::function<Timestamp()> wall_clock_;
  Clock::duration for_first_;
  std::map<std::uint32_t, std::shared_ptr<ClientRequests>> requests_;  // by number of the client
};

PmcdServer::PmcdServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                       ServedSource& source, ServerFacts& facts, ServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, source, facts, std::move(options))) {
  impl_->Begin(std::move(sockets));
}

PmcdServer::~PmcdServer() { impl_->Stop(); }

void PmcdServer::Announce(std::uint32_t changes) { impl_->Announce(changes); }

void PmcdServer::SetAccess(AccessControl access) {
  impl_->SetAccess(std::move(access));
  impl_->TellAccess();
}

}  // namespace fdr
