// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/time_control/time_socket.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "fdr/replay/sources/net/send_all.h"

namespace fdr {

std::string NameOfTimeServer(std::uint16_t port) {
  return "time server at port " + std::to_string(port) + " of this machine";
}

Result<local::UniqueFd> ConnectToTimeServer(std::uint16_t port) {
  local::UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* const name = reinterpret_cast<const sockaddr*>(&address);
  if (!socket.IsOpen() || ::connect(socket.get(), name, sizeof address) != 0)
    return FailSystem(errno, NameOfTimeServer(port));
  return socket;
}

int SendTimeMessage(int fd, const TimeMessage& message) {
  ByteBuffer bytes;
  message.Encode(bytes);
  const int status = SendAll(fd, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return status < 0 ? status : static_cast<int>(bytes.size());
}

}  // namespace fdr
