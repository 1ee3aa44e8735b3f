// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/client_acceptor.h"

#include <sys/socket.h>

#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kToldRefusals = 5;  // between two visits
constexpr std::chrono::seconds kBetweenVisits{1};

asio::generic::stream_protocol ProtocolOf(int fd) {
  int family = AF_UNIX;
  socklen_t size = sizeof family;
  ::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
  return {family, 0};
}

}  // namespace

void ClientAcceptor::Start() {
  for (ListeningSocket& socket : sockets_) {
    const int fd = socket.Release();
    acceptors_.emplace_back(io_).assign(ProtocolOf(fd), fd);
  }
  for (Acceptor& acceptor : acceptors_) Accept(acceptor);
  VisitLater();
}

void ClientAcceptor::VisitLater() {
  visits_.expires_after(kBetweenVisits);
  visits_.async_wait([self = shared_from_this()](const SocketError& error) {
    if (error || self->is_stopped_) return;
    self->visit_(SteadyClock::now() - self->visits_.expiry());
    self->Resume();
    self->VisitLater();
  });
}

// Without free descriptors, clients wait for this.
void ClientAcceptor::Resume() {
  for (Acceptor* acceptor : std::exchange(resting_, {})) Accept(*acceptor);
  TellRefused();
}

void ClientAcceptor::Refuse(StreamSocket socket, const ByteBuffer& farewell,
                            const std::string& line) {
  if (refused_++ < kToldRefusals) log_(line);
  SocketError ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(farewell), ignored);
}

// A flood of clients must not become a flood of messages.
void ClientAcceptor::TellRefused() {
  if (refused_ > kToldRefusals)
    log_("refused " + std::to_string(refused_ - kToldRefusals) + " more clients within a second");
  refused_ = 0;
}

void ClientAcceptor::Stop() {
  is_stopped_ = true;
  visits_.cancel();
  SocketError ignored;
  for (Acceptor& acceptor : acceptors_) acceptor.close(ignored);
  sockets_.clear();
}

void ClientAcceptor::Accept(Acceptor& acceptor) {
  acceptor.async_accept(
      [self = shared_from_this(), &acceptor](const SocketError& error, StreamSocket socket) {
        self->OnAccepted(acceptor, error, std::move(socket));
      });
}

void ClientAcceptor::OnAccepted(Acceptor& acceptor, const SocketError& error, StreamSocket socket) {
  if (is_stopped_) return;
  if (error) {
    resting_.push_back(&acceptor);
    if (!std::exchange(is_short_, true)) log_("cannot accept a client: " + error.message());
    return;
  }
  is_short_ = false;
  accepted_(std::move(socket));
  Accept(acceptor);
}

}  // namespace fdr
