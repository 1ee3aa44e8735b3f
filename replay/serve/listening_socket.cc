// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/listening_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "fdr/replay/sources/net/unix_address.h"

namespace fdr {
namespace {

constexpr int kBacklog = 1024;  // after a restart, all clients come at once

struct Address {
  sockaddr_storage bytes = {};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
};

template <class Of>
Address AddressOf(const Of& from) {
  Address address;
  std::memcpy(&address.bytes, &from, sizeof from);
  address.size = sizeof from;
  return address;
}

Result<Address> ParseAddress(const std::string& text, std::uint16_t port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  if (::inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) return AddressOf(four);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  if (::inet_pton(AF_INET6, text.c_str(), &six.sin6_addr) == 1) return AddressOf(six);
  return Fail(Errc::kInvalidArgument,
              "\"" + text + "\" is not an address, such as 127.0.0.1, ::1 or 0.0.0.0");
}

Result<Address> ParsePath(const std::string& path) {
  const auto name = UnixAddress(path);
  if (!name) return Fail(Errc::kInvalidArgument, "The path of a socket is too long", path);
  return AddressOf(*name);
}

// Opens, binds and listens.  Returns the descriptor.
Result<int> Listen(const Address& address, const std::string& name) {
  const int family = address.bytes.ss_family;
  const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return FailSystem(errno, name);
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (family == AF_INET6) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (::bind(fd, address.get(), address.size) == 0 && ::listen(fd, kBacklog) == 0) return fd;
  const int why = errno;
  ::close(fd);
  return FailSystem(why, name);
}

// Whether a socket that exists has no listener.
bool IsDead(const Address& address) {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool is_refused = ::connect(fd, address.get(), address.size) != 0 && errno == ECONNREFUSED;
  ::close(fd);
  return is_refused;
}

// Where a socket listens.
struct Place {
  std::string name;
  std::uint16_t port = 0;
};

Place PlaceOf(int fd) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size);
  if (bound.ss_family == AF_UNIX) {
    const auto& name = reinterpret_cast<const sockaddr_un&>(bound);
    const std::size_t most = size - offsetof(sockaddr_un, sun_path);
    return {"unix:" + std::string(name.sun_path, ::strnlen(name.sun_path, most)), 0};
  }
  const bool is_six = bound.ss_family == AF_INET6;
  const auto& four = reinterpret_cast<const sockaddr_in&>(bound);
  const auto& six = reinterpret_cast<const sockaddr_in6&>(bound);
  const void* const address = is_six ? static_cast<const void*>(&six.sin6_addr) : &four.sin_addr;
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(bound.ss_family, address, text, sizeof text);
  const std::uint16_t port = ntohs(is_six ? six.sin6_port : four.sin_port);
  const std::string host = is_six ? '[' + std::string(text) + ']' : text;
  return {host + ':' + std::to_string(port), port};
}

int OptionOf(int fd, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  return ::getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

}  // namespace

Result<ListeningSocket> ListeningSocket::AtAddress(const std::string& text, std::uint16_t port) {
  const Result<Address> address = ParseAddress(text, port);
  if (!address) return Fail(address.error());
  const bool is_six = address->bytes.ss_family == AF_INET6;
  const std::string host = is_six ? '[' + text + ']' : text;
  const Result<int> fd = Listen(*address, host + ':' + std::to_string(port));
  if (!fd) return Fail(fd.error());
  return ListeningSocket(*fd, {});
}

Result<ListeningSocket> ListeningSocket::AtPath(const std::string& path) {
  const Result<Address> address = ParsePath(path);
  if (!address) return Fail(address.error());
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode) && IsDead(*address))
    ::unlink(path.c_str());
  const Result<int> fd = Listen(*address, path);
  if (!fd) return Fail(fd.error());
  return ListeningSocket(*fd, path);
}

Result<ListeningSocket> ListeningSocket::Inherited(int fd) {
  if (OptionOf(fd, SO_ACCEPTCONN) == 1 && OptionOf(fd, SO_TYPE) == SOCK_STREAM)
    return ListeningSocket(fd, {});
  return Fail(Errc::kInvalidArgument,
              "Descriptor " + std::to_string(fd) + " is not a socket that listens");
}

ListeningSocket::ListeningSocket(int fd, std::string path) : fd_(fd), path_(std::move(path)) {
  Place place = PlaceOf(fd);
  name_ = std::move(place.name);
  port_ = place.port;
}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::exchange(other.path_, {})),
      name_(std::move(other.name_)),
      port_(other.port_) {}

ListeningSocket::~ListeningSocket() {
  if (fd_ >= 0) ::close(fd_);
  if (!path_.empty()) ::unlink(path_.c_str());
}

int ListeningSocket::Release() { return std::exchange(fd_, -1); }

}  // namespace fdr
