// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The address of a socket in the file system.

#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <optional>
#include <string_view>

namespace fdr {

/// Nothing if the path is too long for a socket.
inline std::optional<sockaddr_un> UnixAddress(std::string_view path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return std::nullopt;
  path.copy(address.sun_path, path.size());
  return address;
}

}  // namespace fdr
