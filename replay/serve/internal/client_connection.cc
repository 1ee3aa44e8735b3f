// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/client_connection.h"

#include <chrono>

namespace fdr {

void ClientConnection::Close(const std::string& why) {
  if (!closed_) return;
  const auto self = shared_from_this();
  AwaitNothing();
  Release();
  std::exchange(closed_, nullptr)(why);
}

// What waits in the socket is late because of this server.
void ClientConnection::CheckTime(Clock::time_point now) {
  if (now >= deadline_ && !HasSpoken()) OnLate();
}

bool ClientConnection::HasSpoken() const {
  const bool must_speak =
      waits_ == Wait::kToAsk || waits_ == Wait::kToSpeak || waits_ == Wait::kForRest;
  return must_speak && HasBytes();
}

void ClientConnection::Await(Wait what, Clock::duration at_most) {
  waits_ = what;
  since_ = Clock::now();
  deadline_ = since_ + at_most;
}

void ClientConnection::AwaitNothing() {
  waits_ = Wait::kNothing;
  deadline_ = Clock::time_point::max();
}

void ClientConnection::OnLate() {
  if (waits_ == Wait::kToSpeak) return Close("it has said nothing");
  const auto limit = std::chrono::duration_cast<std::chrono::seconds>(deadline_ - since_).count();
  const char* const what =
      waits_ == Wait::kToTake ? "it did not take its answer" : "its message did not arrive";
  Close(what + (" within " + std::to_string(limit)) + " s");
}

}  // namespace fdr
