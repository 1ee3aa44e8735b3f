// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The other end of a connection, which does what a test says: right or wrong.

#pragma once

#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/live/greeting_pdu.h"
#include "fdr/replay/live/pdu.h"

namespace fdr::test {

/// A message that came.
struct Message {
  PduType type = PduType::kError;
  ByteBuffer body;
};

/// A connection, from the side of the collector.  What cannot be sent, since nobody is there any
/// more, is lost silently.
class ClientEnd {
 public:
  explicit ClientEnd(int fd) : fd_(fd) {}

  /// The next message; nothing once the client has gone.
  std::optional<Message> Read();
  void Send(Bytes bytes);
  /// In pieces of one byte.
  void Trickle(Bytes bytes);
  template <class Pdu>
  requires requires(const Pdu& pdu, ByteBuffer& out) { pdu.Encode(out); }
  void Send(const Pdu& message) { Send(Encoded(message)); }
  /// The greeting, and reads what the client says to it.
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

/// Whether there is ::1.
bool HasIpv6();

/// Listens on 127.0.0.1, or on ::1 as AF_INET6, and has the script deal with each client, which is
/// gone at its end; several at the same time.
class ScriptedCollector {
 public:
  using Script = std::function<void(ClientEnd&)>;

  explicit ScriptedCollector(Script script, int family = AF_INET);
  /// Sends everybody away.
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
