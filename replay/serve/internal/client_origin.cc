// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/client_origin.h"

#include <arpa/inet.h>
#include <sys/socket.h>

namespace fdr {

ClientOrigin OriginOf(int fd) {
  ClientOrigin origin;
  int family = AF_UNSPEC;
  socklen_t size = sizeof family;
  ::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
  if (family == AF_UNIX) {
    if (const std::optional<ClientProcess> process = ProcessOf(fd)) origin.user = process->user;
    return origin;
  }
  sockaddr_storage peer{};  // stays 0.0.0.0 if the client has left already
  size = sizeof peer;
  ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size);
  origin.address = family == AF_INET6
                       ? HostAddress::OfIpv6(reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr)
                       : HostAddress::OfIpv4(reinterpret_cast<const sockaddr_in&>(peer).sin_addr);
  return origin;
}

std::optional<ClientProcess> ProcessOf(int fd) {
  ucred user{};
  socklen_t size = sizeof user;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &user, &size) != 0 || user.pid <= 0)
    return std::nullopt;  // the sockets of other families have none
  return ClientProcess{user.uid, user.gid, static_cast<std::uint32_t>(user.pid)};
}

std::string TextOf(const ClientOrigin& origin) {
  if (origin.address.kind == HostAddress::Kind::kUnix)
    return "the Unix socket, user " + (origin.user ? std::to_string(*origin.user) : "unknown");
  const int family = origin.address.kind == HostAddress::Kind::kIpv4 ? AF_INET : AF_INET6;
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(family, origin.address.bytes.data(), text, sizeof text);
  return text;
}

}  // namespace fdr
