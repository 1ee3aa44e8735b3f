// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that follows the tape of a time server, or, with a live source, the clock on the wall.

#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>

#include "fdr/replay/serve/internal/socket_connection.h"
#include "fdr/replay/serve/time/time_server.h"

namespace fdr {

/// A program that leaves more unread than the socket takes is dropped.
class TimeProgram final : public SocketConnection {
 public:
  /// Called with the first message of a program that shows archives, and with all of kBounds.
  using OnBounds = std::function<void(const TimeMessage&)>;

  /// Borrows the tape until it is closed.
  TimeProgram(asio::io_context& io, StreamSocket socket, const TimeTape& tape, OnBounds on_bounds,
              Closed closed);

  void Start() override;

  /// The tape is where it now is.  `is_next`: one step from where it was.
  void Step(TimeMotion direction, bool is_next);
  /// News of the tape.
  void Tell(TimeCommand news);
  /// Whether it still has time to show the last step.
  bool HasToShow() const;

 private:
  void OnRead(std::size_t size) override;
  bool HasPart() const override { return false; }
  void Release() override;
  /// Fails with the reason to drop the program.
  Result<void> TakeMessages();
  void Take(const TimeMessage& message);
  void Welcome(const TimeMessage& message);
  void StepWithTheWall();
  void Ask();
  void Send(TimeCommand command);
  bool follows() const { return is_known_ && source_ != TimeSource::kHost; }

  const TimeTape& tape_;
  OnBounds on_bounds_;
  std::array<std::byte, TimeMessage::kMostSize> part_{};
  ByteBuffer input_, output_;
  bool is_known_ = false;  // has said what it is
  bool knows_zone_ = false;
  Clock::time_point silent_until_ = {};
  TimeSource source_ = TimeSource::kArchive;
  TimeMotion direction_ = TimeMotion::kForward;  // of the last step
  std::optional<Clock::time_point> asked_;       // to show a step; none: it has
  Timestamp shown_;                              // the last step that was sent to it
  bool must_jump_ = false;    // before the next step, which is not one from the last one
  asio::steady_timer timer_;  // of a live source
  std::chrono::nanoseconds interval_{0};
};

}  // namespace fdr
