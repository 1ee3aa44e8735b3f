// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/control/control_server.h"

#include <unistd.h>

#include <utility>

#include "fdr/replay/serve/control/control_requests.h"
#include "fdr/replay/serve/internal/client_origin.h"
#include "fdr/replay/serve/internal/message_connection.h"
#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/sources/net/event_loop_impl.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace fdr {
namespace {

constexpr std::size_t kMostMemoryOfClients = std::size_t{64} << 20;  // of all clients

}  // namespace

class ControlServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, ControlledLogger& logger, ControlServerOptions options)
      : Reception(io, {.noun = "control program",
                       .places = kMostClients,
                       .access = std::move(options.access),
                       .most_memory = kMostMemoryOfClients,
                       .log = std::move(options.log)}),
        logger_(logger) {}

 private:
  Connection Admit(Newcomer newcomer) override {
    return std::make_shared<MessageConnection>(
        std::move(newcomer.socket),
        std::make_shared<ControlRequests>(logger_, TextOf(newcomer.origin),
                                          newcomer.admission.rights),
        kMostRequest, budget(), std::move(newcomer.closed));
  }

  std::string WhyNot(const ClientOrigin& origin, const Admission& admission) const override {
    const bool is_stranger = origin.address.kind == HostAddress::Kind::kUnix &&
                             (!origin.user || (*origin.user != 0 && *origin.user != ::geteuid()));
    return is_stranger || admission.rights == 0 ? "it has no permission" : "";
  }

  ByteBuffer Farewell(bool may_enter, const std::string&) override {
    ByteBuffer bytes;
    ErrorPdu{may_enter ? kPcpTooManyClients : kPcpPermission}.Encode(bytes);
    return bytes;
  }

  ControlledLogger& logger_;
};

ControlServer::ControlServer(std::shared_ptr<EventLoop> loop, std::vector<ListeningSocket> sockets,
                             ControlledLogger& logger, ControlServerOptions options)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, logger, std::move(options))) {
  impl_->Start(std::move(sockets));
}

ControlServer::~ControlServer() { impl_->Stop(); }

}  // namespace fdr
