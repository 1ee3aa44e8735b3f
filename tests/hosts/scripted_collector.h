// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The other end of a connection.  It does what a test says, right or wrong.

#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::test {

/// A received message.
struct Message {
  PduType type = PduType::kError;
  ByteBuffer body;
};

/// The content of a message; the test fails if it is not valid.
template <class Pdu>
Pdu Decoded(const Message& message) {
  Result<Pdu> pdu = Pdu::Decode(message.body);
  EXPECT_TRUE(pdu) << pdu.error().what;
  return pdu ? std::move(*pdu) : Pdu{};
}

/// A connection, from the side of the collector.  Bytes for a client that has gone are lost
/// silently.
class ClientEnd {
 public:
  explicit ClientEnd(int fd) : fd_(fd) {}

  /// The next message; nothing once the client has gone.
  std::optional<Message> Read();
  void Send(Bytes bytes);
  /// Sends in pieces of one byte.
  void Trickle(Bytes bytes);
  template <class Pdu>
  requires requires(const Pdu& pdu, ByteBuffer& out) { pdu.Encode(out); }
  void Send(const Pdu& message) { Send(Encoded(message)); }
  /// Sends the greeting and reads the client's reply.
  bool Greet(const GreetingPdu& greeting = {});
  /// Ends the connection.
  void Leave() { ::shutdown(fd_, SHUT_RDWR); }
  /// Waits until the client goes.
  void Linger();
  int fd() const { return fd_; }

  template <class Pdu>
  static ByteBuffer Encoded(const Pdu& message) {
    ByteBuffer out;
    message.Encode(out);
    return out;
  }

 private:
  bool ReadAll(std::span<std::byte> bytes);

  int fd_;
};

/// Whether this machine has ::1.
bool HasIpv6();

/// Listens on 127.0.0.1, or on ::1 for AF_INET6.  Runs the script for each client, several at the
/// same time.  The connection ends with the script.
class ScriptedCollector {
 public:
  using Script = std::function<void(ClientEnd&)>;

  explicit ScriptedCollector(Script script, int family = AF_INET);
  /// Ends all connections.
  ~ScriptedCollector();
  ScriptedCollector(const ScriptedCollector&) = delete;
  ScriptedCollector& operator=(const ScriptedCollector&) = delete;

  std::string host() const { return address_ + ":" + std::to_string(port_); }
  std::uint16_t port() const { return port_; }

 private:
  void Accept();

  Script script_;
  std::string address_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread acceptor_;
  std::mutex mutex_;
  std::vector<std::thread> clients_;
  std::vector<int> fds_;
};

}  // namespace fdr::test
