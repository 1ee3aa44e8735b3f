// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/live/forwarding.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace fdr::test {

ByteBuffer Forwarding::Sent() const {
  const std::lock_guard lock(mutex_);
  return sent_;
}

void Forwarding::Forward(ClientEnd& client) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port_);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    std::thread asks([&] {
      std::array<std::byte, 65536> bytes;
      ClientEnd collector(fd);
      for (ssize_t n; (n = ::recv(client.fd(), bytes.data(), bytes.size(), 0)) > 0;)
        collector.Send(Bytes(bytes).first(static_cast<std::size_t>(n)));
      ::shutdown(fd, SHUT_RDWR);
    });
    PassOn(fd, client);
    ::shutdown(client.fd(), SHUT_RDWR);
    asks.join();
  }
  ::close(fd);
}

void Forwarding::PassOn(int from, ClientEnd& client) {
  ByteBuffer bytes(way_.piece);
  for (std::size_t left = way_.end; left > 0;) {
    const ssize_t n = ::recv(from, bytes.data(), std::min(bytes.size(), left), 0);
    if (n <= 0) return;
    std::this_thread::sleep_for(way_.delay);  // slow on purpose: a line of the test
    const Bytes piece = Bytes(bytes).first(static_cast<std::size_t>(n));
    left -= piece.size();
    {
      const std::lock_guard lock(mutex_);
      sent_.insert(sent_.end(), piece.begin(), piece.end());
    }
    client.Send(piece);
  }
}

}  // namespace fdr::test
