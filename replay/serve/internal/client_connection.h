// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The connection of a client, as every server looks after it: what the server waits for, how long
// that may take, and the end.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// One thread at a time.  Pending operations hold a reference.
class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
 public:
  using Clock = SteadyClock;
  /// Called once, with the reason; "": the client has left.
  using Closed = std::function<void(const std::string& why)>;
  /// What a server waits for.
  enum class Wait : std::uint8_t {
    kNothing,  ///< the client waits, or may be silent
    kToAsk,    ///< the client may be silent, but not for ever
    kToSpeak,  ///< it has said nothing yet
    kForRest,  ///< it has said a part
    kToTake,   ///< it does not take its answer
  };

  explicit ClientConnection(Closed closed) : closed_(std::move(closed)) {}
  virtual ~ClientConnection() = default;
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  virtual void Start() = 0;
  void Close(const std::string& why);
  bool is_open() const { return closed_ != nullptr; }
  /// Closes if the client is too slow.
  void CheckTime(Clock::time_point now);

  Wait waits() const { return waits_; }
  Clock::time_point since() const { return since_; }
  /// Whether the client has said what is waited for, and this server has not read it yet.
  bool HasSpoken() const;
  /// The bytes that it takes, about: of requests, of answers, and of what they are about.
  virtual std::size_t memory() const { return 0; }

 protected:
  /// From now on.
  void Await(Wait what, Clock::duration at_most);
  void AwaitNothing();

 private:
  /// Frees what the connection has.
  virtual void Release() = 0;
  /// Whether bytes wait in the socket.
  virtual bool HasBytes() const = 0;
  /// Time is over.  By default, closes.
  virtual void OnLate();

  Closed closed_;
  Wait waits_ = Wait::kNothing;
  Clock::time_point since_ = {};
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace fdr
