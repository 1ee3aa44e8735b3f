// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/datagram.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {

Result<void> SendDatagram(const std::string& path, std::string_view message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return FailSystem(ENAMETOOLONG, path);
  std::memcpy(address.sun_path, path.data(), path.size());
  const local::UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.IsOpen()) return FailSystem(errno, path);
  const ssize_t sent = ::sendto(socket.get(), message.data(), message.size(), MSG_NOSIGNAL,
                                reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (sent < 0) return FailSystem(errno, path);
  return {};
}

}  // namespace fdr::tools
