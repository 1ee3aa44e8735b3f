// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clients of a server: where they are, what they may do, and whether they are too slow.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/internal/memory_budget.h"

namespace fdr {

/// `Client` has a `connection` (a shared pointer), an `origin`, an `admission`, and the time when
/// it `came`.  One thread at a time.  A connection that closes may call Remove().
template <class Client>
class ClientList {
 public:
  explicit ClientList(AccessControl access) : access_(std::move(access)) {}

  const AccessControl& access() const { return access_; }
  std::size_t size() const { return clients_.size(); }
  auto begin() { return clients_.begin(); }
  auto end() { return clients_.end(); }
  Client& at(std::uint32_t number) { return clients_.at(number); }

  std::uint32_t NextNumber() { return next_number_++; }
  void Add(std::uint32_t number, Client client) {
    access_.Enter(client.admission);
    client.came = std::chrono::steady_clock::now();
    clients_.emplace(number, std::move(client));
  }
  /// False if it is not there any more.
  bool Remove(std::uint32_t number) {
    const auto client = clients_.find(number);
    if (client == clients_.end()) return false;
    access_.Leave(client->second.admission);
    clients_.erase(client);
    return true;
  }

  void CloseAll() {
    const auto clients = std::exchange(clients_, {});
    for (const auto& [number, client] : clients) client.connection->Close("");
  }
  template <class Time>
  void CheckTimes(Time now) {
    const auto clients = clients_;  // a client that is dropped leaves the map
    for (const auto& [number, client] : clients) client.connection->CheckTime(now);
  }
  /// Drops the client that has been here longest without a word.  False if it has not been here
  /// for a second yet: most have just come, then, and are about to speak.
  bool DropOldestMute() {
    constexpr std::chrono::seconds kToSpeak{1};
    const auto before = std::chrono::steady_clock::now() - kToSpeak;
    const auto mute = std::ranges::find_if(clients_, [before](const auto& client) {
      return client.second.came <= before && client.second.connection->IsMute();
    });
    if (mute == clients_.end()) return false;
    const auto connection = mute->second.connection;
    connection->Close("it has said nothing, and another one wants its place");
    return true;
  }
  /// Drops the clients that take most.
  void DropLargest(const MemoryBudget& budget) {
    while (budget.IsExceeded() && !clients_.empty()) {
      const auto largest = std::ranges::max_element(
          clients_, {}, [](const auto& client) { return client.second.connection->memory(); });
      const auto connection = largest->second.connection;
      connection->Close("all clients together use more memory than they may");
    }
  }
  /// Other rules, also for the clients that are there: those that may not stay are dropped.
  template <class MayStay>
  void SetAccess(AccessControl access, MayStay may_stay) {
    access_ = std::move(access);
    std::vector<decltype(Client::connection)> unwanted;
    for (auto& [number, client] : clients_) {
      client.admission = access_.Look(client.origin);
      access_.Enter(client.admission);
      if (!may_stay(client)) unwanted.push_back(client.connection);
    }
    for (const auto& connection : unwanted) connection->Close("it has lost its permission");
  }

 private:
  AccessControl access_;
  std::map<std::uint32_t, Client> clients_;  // by number
  std::uint32_t next_number_ = 0;
};

}  // namespace fdr
