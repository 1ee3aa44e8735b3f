// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "fdr/tools/status/status_place.h"

namespace fdr::tools {
namespace {

bool IsOurs(int socket) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         (peer.uid == ::geteuid() || peer.uid == 0);
}

bool HasToWait(ssize_t result) {
  return result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

}  // namespace

// Binds under another name first: clients remove a socket on which no process listens.
Result<std::unique_ptr<StatusServer>> StatusServer::Open(EventLoop& loop, const std::string& path,
                                                         Handler handler) {
  const std::string early = path + ".new";
  const Result<sockaddr_un> address = SocketAddress(early);
  if (!address) return Fail(address.error());
  local::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  ::unlink(early.c_str());
  const auto* const name = reinterpret_cast<const sockaddr*>(&*address);
  if (socket.get() < 0 || ::bind(socket.get(), name, sizeof *address) != 0 ||
      ::listen(socket.get(), kMostClients) != 0 || ::rename(early.c_str(), path.c_str()) != 0)
    return FailSystem(errno, path);
  return std::make_unique<StatusServer>(loop, path, std::move(socket), std::move(handler));
}

StatusServer::StatusServer(EventLoop& loop, std::string path, local::UniqueFd listener,
                           Handler handler)
    : loop_(loop),
      path_(std::move(path)),
      handler_(std::move(handler)),
      listener_(std::move(listener)),
      watch_(loop, listener_.get()) {
  Listen();
}

StatusServer::~StatusServer() { ::unlink(path_.c_str()); }

void StatusServer::Listen() {
  is_listening_ = true;
  watch_.StartWaitToRead([this] { Accept(); });
}

// After a failure, such as too many open files, stops accepting until the next tick.
void StatusServer::Accept() {
  is_listening_ = false;
  local::UniqueFd socket(
      ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.IsOpen()) return;
  Listen();
  if (!IsOurs(socket.get())) return;
  if (clients_.size() == kMostClients) clients_.pop_front();
  clients_.emplace_back(loop_, std::move(socket), now_ + kTimeLimit);
  StartToRead(std::prev(clients_.end()));
}

void StatusServer::StartToRead(Place client) {
  client->watch.StartWaitToRead([this, client] { Read(client); });
}

void StatusServer::Read(Place client) {
  std::array<char, kMostRequest> part;
  const ssize_t size = ::recv(client->socket.get(), part.data(), part.size(), 0);
  if (HasToWait(size)) return StartToRead(client);
  if (size <= 0) {
    clients_.erase(client);
    return;
  }
  client->request.append(part.data(), static_cast<std::size_t>(size));
  const std::size_t end = client->request.find('\n');
  if (end != std::string::npos) {
    client->answer = handler_(std::string_view(client->request).substr(0, end));
    return Write(client);
  }
  if (client->request.size() > kMostRequest)
    clients_.erase(client);
  else
    StartToRead(client);
}

void StatusServer::Write(Place client) {
  const std::string_view rest = std::string_view(client->answer).substr(client->sent);
  const ssize_t size = ::send(client->socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
  if (size >= 0) client->sent += static_cast<std::size_t>(size);
  const bool goes_on = size >= 0 ? client->sent < client->answer.size() : HasToWait(size);
  if (goes_on)
    client->watch.StartWaitToWrite([this, client] { Write(client); });
  else
    clients_.erase(client);
}

void StatusServer::Tick(Nanos now) {
  now_ = now;
  std::erase_if(clients_, [now](const Client& client) { return client.until <= now; });
  if (!is_listening_) Listen();
}

}  // namespace fdr::tools
