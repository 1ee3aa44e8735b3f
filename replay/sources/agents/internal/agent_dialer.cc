// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_dialer.h"

#include <fcntl.h>
#include <netdb.h>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/sources/net/unix_address.h"

namespace fdr {
namespace {

constexpr std::chrono::milliseconds kBetweenAttempts{50};

// A number, or the name of a service.
std::optional<std::uint16_t> PortOf(const std::string& text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error == std::errc() && end == text.data() + text.size() && port != 0) return port;
  const servent* const service = ::getservbyname(text.c_str(), "tcp");
  if (service == nullptr) return std::nullopt;
  return ntohs(static_cast<std::uint16_t>(service->s_port));
}

Result<StreamEndpoint> EndpointOf(const SocketAgent& agent) {
  if (agent.family == SocketAgent::Family::kUnix) {
    const auto address = UnixAddress(agent.address);
    if (!address) return Fail(Errc::kInvalidArgument, "the path of the socket is too long");
    return StreamEndpoint(&*address, sizeof *address, 0);
  }
  const std::optional<std::uint16_t> port = PortOf(agent.address);
  if (!port) return Fail(Errc::kNotFound, "there is no service called " + agent.address);
  const bool is_inet = agent.family == SocketAgent::Family::kInet;
  const asio::ip::address loopback = is_inet ? asio::ip::address(asio::ip::address_v4::loopback())
                                             : asio::ip::address_v6::loopback();
  return StreamEndpoint(asio::ip::tcp::endpoint(loopback, *port));
}

}  // namespace

AgentDialer::AgentDialer(asio::io_context& io, std::chrono::nanoseconds limit, Done done)
    : socket_(io), deadline_(SteadyClock::now() + limit), timer_(io), done_(std::move(done)) {}

void AgentDialer::Start(const SocketAgent& agent) {
  Result<StreamEndpoint> endpoint = EndpointOf(agent);
  if (!endpoint) return Finish(Fail(std::move(endpoint.error())));
  endpoint_ = *endpoint;
  Try();
}

void AgentDialer::Cancel() {
  done_ = nullptr;
  SocketError ignored;
  socket_.close(ignored);
  timer_.cancel();
}

void AgentDialer::Try() {
  SocketError error;
  socket_.close(error);
  socket_.open(endpoint_.protocol(), error);
  if (error) return OnTried(error);
  socket_.async_connect(
      endpoint_, [self = shared_from_this()](const SocketError& failed) { self->OnTried(failed); });
}

void AgentDialer::OnTried(const SocketError& error) {
  if (!done_) return;
  if (!error) {
    SocketError ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);  // not all sockets are TCP
    local::UniqueFd connected(socket_.release());
    ::fcntl(connected.get(), F_SETFD, FD_CLOEXEC);
    return Finish(std::move(connected));
  }
  if (SteadyClock::now() >= deadline_)
    return Finish(Fail(Errc::kTimeout, "it does not listen on its socket: " + error.message()));
  timer_.expires_after(kBetweenAttempts);
  timer_.async_wait([self = shared_from_this()](const SocketError& cancelled) {
    if (!cancelled && self->done_) self->Try();
  });
}

void AgentDialer::Finish(Result<local::UniqueFd> outcome) {
  if (const Done done = std::exchange(done_, nullptr)) done(std::move(outcome));
}

}  // namespace fdr
