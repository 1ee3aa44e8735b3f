// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes to a socket whose other end may be gone.

#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <string_view>

namespace fdr {

/// Sends all bytes, without a signal if the other end is gone.  Returns 0 or -errno.
inline int SendAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return -errno;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return 0;
}

}  // namespace fdr
