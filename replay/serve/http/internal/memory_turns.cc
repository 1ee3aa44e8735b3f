// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/memory_turns.h"

#include <utility>

namespace fdr {

std::optional<MemoryTurns::Number> MemoryTurns::Take(std::function<void()> begin) {
  if (waiting_.size() >= kMost) return std::nullopt;
  const Number number = next_++;
  waiting_.emplace(number, std::move(begin));
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

void MemoryTurns::BeginNext() {
  is_taken_ = true;
  const std::function<void()> begin = std::move(waiting_.begin()->second);
  waiting_.erase(waiting_.begin());
  begin();
}

}  // namespace fdr
