// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reception of a server: takes the clients that connect to its sockets, admits or refuses them,
// and looks after them every second.  It is the same for all servers.

#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/internal/client_connection.h"
#include "fdr/replay/serve/internal/memory_budget.h"
#include "fdr/replay/serve/listening_socket.h"

namespace fdr {

/// Each server is one, and makes the connections.  Operations of the loop that are pending hold a
/// reference, so this holds none of the loop.  One thread at a time.
class Reception : public std::enable_shared_from_this<Reception> {
 public:
  using Clock = SteadyClock;

  struct Rules {
    std::string noun;        ///< of a client, in the log: "web client"
    std::size_t places = 0;  ///< more are refused, unless one of those who are there must give way
    AccessControl access = {};
    /// The limit for the memory of all clients.  If it is exceeded, the largest clients are
    /// dropped.
    std::size_t most_memory = std::numeric_limits<std::size_t>::max();
    /// While another client wants its place: how long one may say nothing, or not all, and how
    /// long it may leave its answer.
    Clock::duration to_speak = std::chrono::seconds(1), to_take = std::chrono::seconds(5);
    std::function<void(const std::string& line)> log = [](const std::string&) {};
  };

  Reception(asio::io_context& io, Rules rules);
  virtual ~Reception() = default;
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;

  void Start(std::vector<ListeningSocket> sockets);
  /// Ends all connections, and closes the sockets.  Nothing is called afterwards.
  void Stop();
  /// Also applies to connected clients.
  void SetAccess(AccessControl access);
  const AccessControl& access() const { return access_; }
  std::size_t size() const { return clients_.size(); }

 protected:
  struct Newcomer {
    StreamSocket socket;
    std::uint32_t number;
    ClientOrigin origin;
    Admission admission;
    ClientConnection::Closed closed;
  };
  using Connection = std::shared_ptr<ClientConnection>;

  asio::io_context& io() { return io_; }
  MemoryBudget& budget() { return budget_; }
  void Log(const std::string& line) const { rules_.log(line); }
  /// Those that are there now: some may leave meanwhile.
  std::vector<Connection> connections() const;

 private:
  /// Makes the connection of a client that has a place.
  virtual Connection Admit(Newcomer newcomer) = 0;
  /// Why a client may not come in; "" if it may.
  virtual std::string WhyNot(const ClientOrigin& origin, const Admission& admission) const;
  /// The last bytes for a client that is refused.
  virtual ByteBuffer Farewell(bool /*may_enter*/, const std::string& /*why*/) { return {}; }
  /// Other rules have come.
  virtual void OnAccess(std::uint32_t /*number*/, const Admission& /*admission*/) {}
  virtual void OnGone(std::uint32_t /*number*/, const std::string& /*why*/) {}
  /// Called every second; `lateness` says how late the call is.
  virtual void OnVisit(Clock::duration /*lateness*/) {}

  using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

  struct Client {
    Connection connection;
    ClientOrigin origin;
    Admission admission;
  };

  void Accept(Acceptor& acceptor);
  void OnAccepted(Acceptor& acceptor, const SocketError& error, StreamSocket socket);
  void VisitLater();
  void Visit(Clock::duration lateness);
  void Receive(StreamSocket socket);
  void Refuse(StreamSocket socket, const ClientOrigin& origin, bool may_enter,
              const std::string& why);
  bool MakeRoom();
  void Forget(std::uint32_t number, const std::string& why);
  void DropLargestLater();
  void DropLargest();

  asio::io_context& io_;
  Rules rules_;
  AccessControl access_;
  MemoryBudget budget_;                      // outlives the clients
  std::map<std::uint32_t, Client> clients_;  // by number
  std::uint32_t next_number_ = 0;
  std::vector<ListeningSocket> sockets_;
  std::deque<Acceptor> acceptors_;  // which stay where they are
  std::vector<Acceptor*> resting_;
  asio::steady_timer visits_;
  std::size_t refused_ = 0;  // since the last visit
  bool is_short_ = false;    // clients cannot be accepted
  bool is_stopped_ = false;
};

}  // namespace fdr
