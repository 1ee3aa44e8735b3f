// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/server_sockets.h"

#include <cerrno>
#include <utility>

namespace fdr::tools {
namespace {

Error Explained(Error error) {
  if (error.system_error == EADDRINUSE)
    error.what += ": another collector listens there; -p 44322, or any other port, is free";
  return error;
}

bool IsAbsent(const Error& error) {
  return error.system_error == EADDRNOTAVAIL || error.system_error == EAFNOSUPPORT;
}

}  // namespace

Result<std::vector<ListeningSocket>> OpenSockets(const ServeCommand& command) {
  const bool is_default = command.addresses.empty();
  const std::vector<std::string> addresses =
      is_default ? std::vector<std::string>{"127.0.0.1", "::1"} : command.addresses;
  std::vector<ListeningSocket> sockets;
  for (const std::uint16_t port : command.ports) {
    for (const std::string& address : addresses) {
      Result<ListeningSocket> socket = ListeningSocket::AtAddress(address, port);
      if (socket)
        sockets.push_back(std::move(*socket));
      else if (!is_default || !IsAbsent(socket.error()))
        return Fail(Explained(socket.error()));
    }
  }
  if (command.socket) {
    Result<ListeningSocket> socket = ListeningSocket::AtPath(*command.socket);
    if (!socket) return Fail(Explained(socket.error()));
    sockets.push_back(std::move(*socket));
  }
  return sockets;
}

}  // namespace fdr::tools
