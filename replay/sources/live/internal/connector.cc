// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/connector.h"

#include <fcntl.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "fdr/replay/sources/live/internal/host_lookup.h"
#include "fdr/replay/sources/net/unix_address.h"

namespace fdr {
namespace {

std::optional<StreamEndpoint> UnixEndpoint(const std::string& path) {
  const auto address = UnixAddress(path);
  if (!address) return std::nullopt;
  return StreamEndpoint(&*address, sizeof *address);
}

}  // namespace

Connector::Connector(asio::io_context& io, const HostSpec& host, const LiveOptions& options,
                     Done done)
    : io_(io),
      host_(host),
      socket_path_(host.socket_path.empty() ? options.socket_path : host.socket_path),
      ports_(host.ports.empty() ? options.ports : host.ports),
      timeout_(options.connect_timeout),
      done_(std::move(done)),
      timer_(io),
      tries_unix_(host.transport != HostSpec::Transport::kTcp) {
  if (host.transport == HostSpec::Transport::kUnix) ports_.clear();
}

void Connector::Start() { TryNext(); }

void Connector::Cancel() {
  done_ = nullptr;
  ++round_;
  timer_.cancel();
  attempts_.clear();
}

void Connector::Finish(Result<StreamSocket> outcome) {
  const Done done = std::exchange(done_, nullptr);
  Cancel();
  done(std::move(outcome));
}

void Connector::TryNext() {
  if (std::exchange(tries_unix_, false)) return TryUnix(socket_path_);
  if (next_port_ == ports_.size()) return Finish(Fail(last_error_));
  if (!is_resolved_) return Resolve();
  TryPort(ports_[next_port_++]);
}

void Connector::TryUnix(const std::string& path) {
  const std::optional<StreamEndpoint> endpoint = UnixEndpoint(path);
  if (endpoint) return Try({*endpoint});
  last_error_ = FailSystem(ENAMETOOLONG, host_.text).value();
  TryNext();
}

tl::unexpected<Error> Connector::UnknownHost(const std::string& why) const {
  Error error{Errc::kIo, "The host is not known: " + why, host_.text, 0};
  error.system_error = EHOSTUNREACH;
  return Fail(std::move(error));
}

tl::unexpected<Error> Connector::NoAddress(Error error) const {
  const bool was_asked = !IsShortage(error.system_error) && error.system_error != EAGAIN;
  if (was_asked) return UnknownHost(error.what);
  error.file = host_.text;
  return Fail(std::move(error));
}

void Connector::Resolve() {
  is_resolved_ = true;
  if (host_.host.empty()) return Finish(UnknownHost("it has no name"));
  SocketError not_numeric;
  const asio::ip::address address = asio::ip::make_address(host_.host, not_numeric);
  if (!not_numeric) {
    addresses_ = {address};
    return TryNext();
  }
  asio::use_service<HostLookup>(io_).Start(
      host_.host,
      [self = shared_from_this(), round = round_](const Result<HostLookup::Addresses>& found) {
        if (round != self->round_ || !self->done_) return;
        if (!found) return self->Finish(self->NoAddress(found.error()));
        self->addresses_ = *found;
        self->TryNext();
      });
}

void Connector::TryPort(std::uint16_t port) {
  std::vector<StreamEndpoint> endpoints;
  for (const asio::ip::address& address : addresses_)
    endpoints.emplace_back(asio::ip::tcp::endpoint(address, port));
  Try(std::move(endpoints));
}

void Connector::Try(std::vector<StreamEndpoint> endpoints) {
  const std::uint32_t round = ++round_;
  attempts_.clear();
  open_attempts_ = endpoints.size();
  for (std::size_t i = 0; i < endpoints.size(); ++i) attempts_.emplace_back(io_);
  timer_.expires_after(timeout_);
  timer_.async_wait([self = shared_from_this(), round](const SocketError& error) {
    if (!error) self->OnTimeout(round);
  });
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    attempts_[i].async_connect(endpoints[i],
                               [self = shared_from_this(), round, i](const SocketError& error) {
                                 self->OnConnected(round, i, error);
                               });
}

void Connector::OnConnected(std::uint32_t round, std::size_t attempt, const SocketError& error) {
  if (round != round_ || !done_) return;
  if (!error) {
    StreamSocket socket = std::move(attempts_[attempt]);
    // Programs that this process starts have no part in the connection.
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    return Finish(std::move(socket));
  }
  last_error_ = FailSystem(error.value(), host_.text).value();
  if (--open_attempts_ == 0) EndRound();
}

void Connector::OnTimeout(std::uint32_t round) {
  if (round != round_ || !done_) return;
  last_error_ = {Errc::kTimeout, "No connection within the time limit", host_.text, 0};
  last_error_.system_error = ETIMEDOUT;
  EndRound();
}

void Connector::EndRound() {
  ++round_;
  timer_.cancel();
  attempts_.clear();
  TryNext();
}

}  // namespace fdr
