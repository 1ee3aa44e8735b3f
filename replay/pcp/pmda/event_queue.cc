// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/event_queue.h"

#include <algorithm>

namespace fdr::pmda {

EventQueue::~EventQueue() {
  while (!clients_.empty()) Forget(clients_.begin()->first);
}

void EventQueue::Append(const void* event, std::size_t size, const timeval& stamp) {
  ++count_;
  bytes_ += size;
  if (size > most_bytes_) {
    pmNotifyErr(LOG_WARNING, "Event too large for queue %s (%zu > %zu)", name_.c_str(), size,
                most_bytes_);
    return;
  }
  while (memory_ + size > most_bytes_) DropFirst();
  if (clients() == 0) return;
  const char* const bytes = static_cast<const char*>(event);
  events_.push_back({{bytes, bytes + size}, stamp});
  memory_ += size;
}

unsigned EventQueue::clients() const {
  return clients_before_ +
         static_cast<unsigned>(std::ranges::count_if(
             clients_, [](const auto& client) { return client.second.next.has_value(); }));
}

std::uint64_t EventQueue::Join(int client) {
  Client& state = clients_[client];
  if (!state.next) {
    state.next = first_;
    if (clients_before_ > 0) --clients_before_;
  }
  return *state.next;
}

bool EventQueue::IsFor(int client, const Event& event) {
  Client& state = clients_[client];
  if (!state.is_allowed) return false;
  return state.apply == nullptr ||
         state.apply(state.filter, const_cast<char*>(event.bytes.data()), event.bytes.size()) == 0;
}

void EventQueue::DropFirst() {
  memory_ -= events_.front().bytes.size();
  events_.pop_front();
  ++first_;
}

void EventQueue::DropSeen() {
  if (clients_before_ > 0) return;
  std::uint64_t needed = end();
  for (const auto& [client, state] : clients_)
    if (state.next) needed = std::min(needed, *state.next);
  while (first_ < needed) DropFirst();
}

void EventQueue::Forget(int client) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  if (found->second.release != nullptr) found->second.release(found->second.filter);
  clients_.erase(found);
  DropSeen();
}

void EventQueue::SetFilter(int client, void* data, pmdaEventApplyFilterCallBack apply,
                           pmdaEventReleaseFilterCallBack release) {
  Client& state = clients_[client];
  if (state.release != nullptr) state.release(state.filter);
  state.filter = data;
  state.apply = apply;
  state.release = release;
}

}  // namespace fdr::pmda
