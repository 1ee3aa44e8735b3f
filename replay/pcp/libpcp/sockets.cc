// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sockets and addresses of hosts: thin wrappers around the C library.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "fdr/replay/pcp/libpcp/libpcp.h"

// Large enough for the address of a local socket, and of PCP's size: tools make copies.
struct __pmSockAddr {
  union {
    struct sockaddr plain;
    struct sockaddr_in inet;
    struct sockaddr_in6 inet6;
    char room[112];
  };
};
static_assert(sizeof(__pmSockAddr) == 112);

struct __pmHostEnt {
  struct addrinfo* first;
};

namespace {

int NewSocket(int family) {
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  if (fd >= 0) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

socklen_t SizeOf(const __pmSockAddr& address) {
  return address.plain.sa_family == AF_INET6 ? sizeof address.inet6 : sizeof address.inet;
}

char* Text(int family, const void* address) {
  char text[INET6_ADDRSTRLEN] = "";
  return inet_ntop(family, address, text, sizeof text) != nullptr ? strdup(text) : nullptr;
}

}  // namespace

size_t __pmSockAddrSize(void) { return sizeof(__pmSockAddr); }

__pmSockAddr* __pmSockAddrAlloc(void) {
  return static_cast<__pmSockAddr*>(calloc(1, sizeof(__pmSockAddr)));  // NOLINT
}

void __pmSockAddrFree(__pmSockAddr* address) { free(address); }  // NOLINT

// `host` is an INADDR_... word, or 0, in the order of this machine.
void __pmSockAddrInit(__pmSockAddr* address, int family, int host, int port) {
  memset(address, 0, sizeof *address);
  address->plain.sa_family = static_cast<sa_family_t>(family);
  const auto word = static_cast<std::uint32_t>(host);
  if (family == AF_INET) {
    address->inet.sin_addr.s_addr = htonl(word);
  } else if (family == AF_INET6) {
    address->inet6.sin6_addr = word == INADDR_LOOPBACK ? in6addr_loopback : in6addr_any;
  }
  __pmSockAddrSetPort(address, port);
}

int __pmSockAddrGetFamily(const __pmSockAddr* address) { return address->plain.sa_family; }

int __pmSockAddrGetPort(const __pmSockAddr* address) {
  if (__pmSockAddrIsInet(address)) return ntohs(address->inet.sin_port);
  return __pmSockAddrIsIPv6(address) ? ntohs(address->inet6.sin6_port) : 0;
}

void __pmSockAddrSetPort(__pmSockAddr* address, int port) {
  const in_port_t number = htons(static_cast<std::uint16_t>(port));
  if (__pmSockAddrIsInet(address))
    address->inet.sin_port = number;
  else if (__pmSockAddrIsIPv6(address))
    address->inet6.sin6_port = number;
}

int __pmSockAddrIsInet(const __pmSockAddr* address) { return address->plain.sa_family == AF_INET; }
int __pmSockAddrIsIPv6(const __pmSockAddr* address) { return address->plain.sa_family == AF_INET6; }

char* __pmSockAddrToString(const __pmSockAddr* address) {
  if (__pmSockAddrIsInet(address)) return Text(AF_INET, &address->inet.sin_addr);
  return __pmSockAddrIsIPv6(address) ? Text(AF_INET6, &address->inet6.sin6_addr) : nullptr;
}

__pmHostEnt* __pmGetAddrInfo(const char* host) {
  struct addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_flags = AI_ADDRCONFIG;
  struct addrinfo* found = nullptr;
  if (getaddrinfo(host, nullptr, &hints, &found) != 0) return nullptr;
  auto* const entry = static_cast<__pmHostEnt*>(malloc(sizeof(__pmHostEnt)));  // NOLINT
  if (entry != nullptr)
    entry->first = found;
  else
    freeaddrinfo(found);
  return entry;
}

// A copy of the next address, or NULL behind the last.  `cursor` begins as NULL.
__pmSockAddr* __pmHostEntGetSockAddr(const __pmHostEnt* host, void** cursor) {
  const auto* const last = static_cast<const struct addrinfo*>(*cursor);
  struct addrinfo* const next = last == nullptr ? host->first : last->ai_next;
  *cursor = next;
  if (next == nullptr) return nullptr;
  __pmSockAddr* const copy = __pmSockAddrAlloc();
  if (copy != nullptr)
    memcpy(copy, next->ai_addr, std::min<std::size_t>(next->ai_addrlen, sizeof *copy));
  return copy;
}

// The name that belongs to the first address, or the address itself.  The program frees it.
char* __pmHostEntGetName(__pmHostEnt* host) {
  char name[NI_MAXHOST] = "";
  const int sts =
      getnameinfo(host->first->ai_addr, host->first->ai_addrlen, name, sizeof name, nullptr, 0, 0);
  return sts == 0 ? strdup(name) : nullptr;
}

void __pmHostEntFree(__pmHostEnt* host) {
  if (host == nullptr) return;
  freeaddrinfo(host->first);
  free(host);  // NOLINT
}

int __pmCreateSocket(void) { return NewSocket(AF_INET); }
int __pmCreateIPv6Socket(void) { return NewSocket(AF_INET6); }

int __pmConnect(int fd, void* address, socklen_t) {
  const auto& to = *static_cast<const __pmSockAddr*>(address);
  return connect(fd, &to.plain, SizeOf(to));
}

// Begins to connect.  Returns the descriptor's former flags, for __pmConnectRestoreFlags().
int __pmConnectTo(int fd, const __pmSockAddr* address, int port) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) {
    const int error = errno;
    __pmCloseSocket(fd);
    return -error;
  }
  __pmSockAddr to = *address;
  __pmSockAddrSetPort(&to, port);
  if (connect(fd, &to.plain, SizeOf(to)) < 0 && errno != EINPROGRESS) {
    const int error = errno;
    __pmCloseSocket(fd);
    return -error;
  }
  return flags;
}

// 0, or the error of a connection that was begun.
int __pmConnectCheckError(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0) return errno;
  return error;
}

int __pmConnectRestoreFlags(int fd, int flags) {
  if (fcntl(fd, F_SETFL, flags) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) {
    const int error = errno;
    __pmCloseSocket(fd);
    return -error;
  }
  return fd;
}

void __pmFD_ZERO(fd_set* set) { FD_ZERO(set); }
void __pmFD_SET(int fd, fd_set* set) { FD_SET(fd, set); }

int __pmSelectRead(int count, fd_set* set, struct timeval* timeout) {
  return select(count, set, nullptr, nullptr, timeout);
}

int __pmSelectWrite(int count, fd_set* set, struct timeval* timeout) {
  return select(count, nullptr, set, nullptr, timeout);
}

ssize_t __pmSend(int fd, const void* data, size_t size, int flags) {
  return send(fd, data, size, flags);
}

ssize_t __pmRecv(int fd, void* data, size_t size, int flags) { return recv(fd, data, size, flags); }

void __pmCloseSocket(int fd) {
  if (fd >= 0) close(fd);
}
