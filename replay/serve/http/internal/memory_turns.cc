// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/memory_turns.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace fdr {

std::optional<MemoryTurns::Number> MemoryTurns::Take(const std::string& client,
                                                     std::function<void()> begin) {
  const auto is_of_client = [&client](const auto& one) { return one.second.client == client; };
  const auto of_client = std::ranges::count_if(waiting_, is_of_client);
  if (waiting_.size() >= kMost || static_cast<std::size_t>(of_client) >= kMostOfOne)
    return std::nullopt;
  const Number number = next_++;
  waiting_.emplace(number, Waiting{client, std::move(begin)});
  if (!is_taken_) BeginNext();
  return number;
}

void MemoryTurns::Leave(Number number) { waiting_.erase(number); }

void MemoryTurns::After(std::chrono::milliseconds wait, std::function<void()> again) {
  timer_.expires_after(wait);
  timer_.async_wait([again = std::move(again)](const SocketError& error) {
    if (!error) again();
  });
}

void MemoryTurns::GiveBack() {
  is_taken_ = false;
  if (!waiting_.empty()) BeginNext();
}

void MemoryTurns::End() {
  timer_.cancel();
  waiting_.clear();
}

// Of the next client, in the order of their names, what has waited longest.
void MemoryTurns::BeginNext() {
  is_taken_ = true;
  const auto order = [this](const auto& one) {
    const std::string& client = one.second.client;
    return std::tuple<bool, std::string_view, Number>(client <= last_client_, client, one.first);
  };
  const auto next = std::ranges::min_element(waiting_, {}, order);
  Waiting taken = std::move(next->second);
  waiting_.erase(next);
  last_client_ = std::move(taken.client);
  taken.begin();
}

}  // namespace fdr
