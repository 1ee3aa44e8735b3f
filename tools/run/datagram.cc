// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/datagram.h"

#include <sys/socket.h>

#include <cerrno>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/sources/net/unix_address.h"

namespace fdr::tools {

Result<void> SendDatagram(const std::string& path, std::string_view message) {
  const auto address = UnixAddress(path);
  if (!address) return FailSystem(ENAMETOOLONG, path);
  const local::UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.IsOpen()) return FailSystem(errno, path);
  const ssize_t sent = ::sendto(socket.get(), message.data(), message.size(), MSG_NOSIGNAL,
                                reinterpret_cast<const sockaddr*>(&*address), sizeof *address);
  if (sent < 0) return FailSystem(errno, path);
  return {};
}

}  // namespace fdr::tools
