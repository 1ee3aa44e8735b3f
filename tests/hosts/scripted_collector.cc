// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/hosts/scripted_collector.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace fdr::test {

bool ClientEnd::ReadAll(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

std::optional<Message> ClientEnd::Read() {
  std::array<std::byte, kPduHeaderSize> head;
  if (!ReadAll(head)) return std::nullopt;
  const Result<PduHeader> header = PduHeader::Decode(head);
  if (!header) {
    ADD_FAILURE() << "The client sent nonsense: " << header.error().what;
    return std::nullopt;
  }
  Message message{header->type, ByteBuffer(header->length - kPduHeaderSize)};
  if (!ReadAll(message.body)) return std::nullopt;
  return message;
}

void ClientEnd::Send(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void ClientEnd::Trickle(Bytes bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Send(bytes.subspan(i, 1));
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

bool ClientEnd::Greet(const GreetingPdu& greeting) {
  Send(greeting);
  const std::optional<Message> credentials = Read();
  return credentials && credentials->type == PduType::kCredentials;
}

void ClientEnd::Linger() {
  while (Read()) {
  }
}

namespace {

// Binds to the loopback address, at any port.
int Bind(int fd, int family) {
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_addr = IN6ADDR_LOOPBACK_INIT;
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return family == AF_INET6 ? ::bind(fd, reinterpret_cast<const sockaddr*>(&six), sizeof six)
                            : ::bind(fd, reinterpret_cast<const sockaddr*>(&four), sizeof four);
}

}  // namespace

bool HasIpv6() {
  const int fd = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool is_there = Bind(fd, AF_INET6) == 0;
  ::close(fd);
  return is_there;
}

ScriptedCollector::ScriptedCollector(Script script, int family)
    : script_(std::move(script)), address_(family == AF_INET6 ? "[::1]" : "127.0.0.1") {
  listener_ = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT_EQ(Bind(listener_, family), 0);
  EXPECT_EQ(::listen(listener_, 1024), 0);
  sockaddr_in6 address{};  // its port is at the same place in both families
  socklen_t size = sizeof address;
  EXPECT_EQ(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
  port_ = ntohs(address.sin6_port);
  acceptor_ = std::thread([this] { Accept(); });
}

void ScriptedCollector::Accept() {
  for (int fd; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const std::lock_guard lock(mutex_);
    fds_.push_back(fd);
    clients_.emplace_back([this, fd] {
      ClientEnd end(fd);
      script_(end);
      ::shutdown(fd, SHUT_RDWR);
    });
  }
}

ScriptedCollector::~ScriptedCollector() {
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (const int fd : fds_) ::shutdown(fd, SHUT_RDWR);
  for (std::thread& client : clients_) client.join();
  for (const int fd : fds_) ::close(fd);
  ::close(listener_);
}

}  // namespace fdr::test
