// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/internal/client_origin.h"

#include <arpa/inet.h>
#include <sys/socket.h>

namespace fdr {

ClientOrigin OriginOf(int fd) {
  ClientOrigin origin;
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size);
  if (peer.ss_family == AF_INET) {
    origin.address = HostAddress::OfIpv4(reinterpret_cast<const sockaddr_in&>(peer).sin_addr);
  } else if (peer.ss_family == AF_INET6) {
    origin.address = HostAddress::OfIpv6(reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr);
  } else {
    ucred user{};
    socklen_t user_size = sizeof user;
    if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &user, &user_size) == 0) origin.user = user.uid;
  }
  return origin;
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
