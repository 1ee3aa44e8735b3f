// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The time until which an answer must have come.

#pragma once

#include <chrono>

#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// The timer is set once for many deadlines, which cost nothing then.  If it fires too early, it is
/// set again.  A member of its owner, which a pending timer keeps alive.
template <class Owner>
class MovingDeadline {
 public:
  using Late = void (Owner::*)(std::chrono::nanoseconds limit);

  /// `late` is called when a deadline has passed, with the limit that was set for it.
  MovingDeadline(asio::io_context& io, Owner& owner, Late late)
      : owner_(owner), late_(late), timer_(io) {}

  /// Replaces the deadline.
  void Start(std::chrono::nanoseconds limit) {
    limit_ = limit;
    deadline_ = SteadyClock::now() + limit;
    if (!is_armed_ || deadline_ < timer_.expiry()) Arm();
  }
  void Stop() { deadline_ = kNever; }
  /// Ends the timer, too: the owner is not needed any more.
  void Cancel() {
    Stop();
    timer_.cancel();
  }

 private:
  static constexpr SteadyClock::time_point kNever = SteadyClock::time_point::max();

  void Arm() {
    is_armed_ = true;
    timer_.expires_at(deadline_);
    timer_.async_wait([this, self = owner_.shared_from_this()](const SocketError& error) {
      if (!error) OnTimer();
    });
  }
  void OnTimer() {
    is_armed_ = false;
    if (deadline_ == kNever) return;
    if (SteadyClock::now() < deadline_) return Arm();
    Stop();
    (owner_.*late_)(limit_);
  }

  Owner& owner_;
  Late late_;
  asio::steady_timer timer_;
  bool is_armed_ = false;
  std::chrono::nanoseconds limit_{};
  SteadyClock::time_point deadline_ = kNever;
};

}  // namespace fdr
