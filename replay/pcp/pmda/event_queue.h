// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Events of an agent, until each of its clients has got them: pmdaEventNewQueue(3).

#pragma once

#include <pcp/pmda.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fdr::pmda {

/// One queue.  The clients are numbers of contexts.
class EventQueue {
 public:
  EventQueue(std::string name, std::size_t most_bytes, unsigned clients)
      : name_(std::move(name)), most_bytes_(most_bytes), clients_before_(clients) {}
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  /// Drops the oldest events if there are too many bytes.
  void Append(const void* event, std::size_t size, const timeval& stamp);

  /// Hands each event that the client has not got yet to `visit`, which returns a negative number
  /// to stop.  The first call joins the client: from then on, events are kept for it.
  template <class Visit>
  int ForEachNew(int client, Visit visit) {
    const std::uint64_t from = Join(client);
    int status = 0;
    std::uint64_t number = first_;
    for (const Event& event : events_)
      if (number++ >= from && status >= 0 && IsFor(client, event))
        status = visit(event.bytes, event.stamp);
    *clients_[client].next = end();
    DropSeen();
    return status;
  }

  void Forget(int client);
  /// Replaces that of before, which is released.
  void SetFilter(int client, void* data, pmdaEventApplyFilterCallBack apply,
                 pmdaEventReleaseFilterCallBack release);
  /// At first, a client gets no events.
  void SetAccess(int client, bool allowed) { clients_[client].is_allowed = allowed; }

  const std::string& name() const { return name_; }
  /// How many have joined, or were there before the queue.
  unsigned clients() const;
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t memory() const { return memory_; }

 private:
  struct Event {
    std::vector<char> bytes;
    timeval stamp;
  };
  struct Client {
    // The number of the first event that it has not got; nothing before it joins.
    std::optional<std::uint64_t> next;
    bool is_allowed = false;
    void* filter = nullptr;
    pmdaEventApplyFilterCallBack apply = nullptr;
    pmdaEventReleaseFilterCallBack release = nullptr;
  };

  std::uint64_t end() const { return first_ + events_.size(); }
  // The number of the first event for the client.
  std::uint64_t Join(int client);
  bool IsFor(int client, const Event& event);
  void DropFirst();
  void DropSeen();

  std::string name_;
  std::size_t most_bytes_;
  unsigned clients_before_;  // that have not joined yet
  std::deque<Event> events_;
  std::uint64_t first_ = 0;  // the number of the first event that is kept
  std::uint64_t count_ = 0, bytes_ = 0, memory_ = 0;
  std::map<int, Client> clients_;
};

}  // namespace fdr::pmda
