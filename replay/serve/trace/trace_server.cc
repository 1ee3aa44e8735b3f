// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/trace_server.h"

#include <unistd.h>

#include <utility>

#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/serve/trace/internal/trace_connection.h"
#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {
namespace {

const char* NameOf(TraceKind kind) {
  constexpr std::array kNames = {"transaction", "point", "observation", "counter"};
  return kNames[static_cast<std::size_t>(kind) - 1];
}

}  // namespace

class TraceServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, TraceFacts& facts, TraceServerOptions options)
      : Reception(io, {.noun = "application",
                       .places = options.most_clients,
                       .access = std::move(options.access),
                       .log = std::move(options.log)}),
        facts_(facts) {}

 private:
  Connection Admit(Newcomer newcomer) override {
    ++facts_.clients;
    return std::make_shared<TraceConnection>(
        std::move(newcomer.socket), Process(),
        [this, number = newcomer.number, is_told = false](const TraceData& data) mutable {
          Take(number, data, is_told);
        },
        std::move(newcomer.closed));
  }

  std::string WhyNot(const ClientOrigin&, const Admission& admission) const override {
    return (admission.rights & kMayStore) == 0 ? "it may not store" : "";
  }

  ByteBuffer Farewell(bool may_enter, const std::string&) override {
    ByteBuffer bytes;
    TraceAck{may_enter ? TraceAck::kTooManyClients : TraceAck::kDenied}.Encode(Process(), bytes);
    return bytes;
  }

  // `is_told`: the log says that a tag of the application was refused.
  void Take(std::uint32_t number, const TraceData& data, bool& is_told) {
    if (facts_.shows_data)
      Log("application " + std::to_string(number) + ": " + NameOf(data.kind) + " \"" +
          std::string(data.tag) + "\" " + std::to_string(data.value));
    if (facts_.tags.Add(data, facts_.now()) || std::exchange(is_told, true)) return;
    Log("application " + std::to_string(number) + " has new tags, but there are too many " +
        "already: pmstore trace.control.reset 1 forgets them");
  }

  void OnGone(std::uint32_t, const std::string& why) override {
    --facts_.clients;
    if (!why.empty()) ++facts_.dropped;
  }

  static std::uint32_t Process() { return static_cast<std::uint32_t>(::getpid()); }

  TraceFacts& facts_;
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
