// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that follows a time server: PCP's pmtime(1), or fdr replay --serve-time.

#pragma once

#include <optional>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/sources/time_control/time_message.h"

namespace fdr {

/// One thread at a time.
class TimeClient {
 public:
  /// Connects to a port of this machine, says what the program shows, and waits for the answer.
  static Result<TimeClient> Connect(std::uint16_t port, const TimeMessage& hello);

  /// Is readable when a message has come, or the server is gone.
  int fd() const { return socket_.get(); }
  /// The server's view, at first.
  const TimeMessage& answer() const { return answer_; }

  /// The next message that has come completely; nothing if there is none yet.  kDisconnected at the
  /// end.  Does not wait.
  Result<std::optional<TimeMessage>> Take();
  /// Reports that the step to this time is shown.
  Result<void> Confirm(Timestamp position);

 private:
  explicit TimeClient(local::UniqueFd socket) : socket_(std::move(socket)) {}
  Result<std::optional<TimeMessage>> TakeReceived();
  Result<void> Send(const TimeMessage& message);
  Result<void> WaitForAnswer();

  local::UniqueFd socket_;
  ByteBuffer input_;
  TimeMessage answer_;
};

}  // namespace fdr
