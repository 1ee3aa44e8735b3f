// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of several programs that look at archives together: all of them show the same time, as
// with PCP's pmtime(1).  See docs/time-control.md.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "fdr/replay/serve/listening_socket.h"
#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/replay/sources/time_control/time_message.h"

namespace fdr {

/// The state of the tape that the programs get.
struct TimeTape {
  Timestamp position;
  Timestamp start, end;
  std::int64_t delta = 0;  ///< between two steps, in nanoseconds
  TimeMotion motion = TimeMotion::kStopped;
  std::string zone;  ///< as in TZ; "": each program has its own
};

/// Serves while its loop runs.
class TimeServer {
 public:
  /// The time that a program has to show a step.  Then the others go on without it.
  static constexpr std::int64_t kPatience = 1'000'000'000;
  /// For how long nothing follows the first answer: PCP's library takes all that has come then for
  /// that answer.
  static constexpr std::int64_t kSilence = 100'000'000;
  /// More programs are refused, unless one must give way.
  static constexpr std::size_t kMostClients = 64;

  /// The first free port from $PMTIME_PORT or 43334 on, of this machine only.
  static Result<ListeningSocket> Listen();

  /// `log` takes lines about programs that were refused or dropped.
  TimeServer(std::shared_ptr<EventLoop> loop, ListeningSocket socket, TimeTape tape,
             std::function<void(const std::string& line)> log);
  /// Ends all connections.
  ~TimeServer();
  TimeServer(const TimeServer&) = delete;
  TimeServer& operator=(const TimeServer&) = delete;

  /// Goes on to this time, forwards or backwards.  A program that has not yet shown the step before
  /// goes there later.
  void Step(Timestamp position, TimeMotion direction);
  void SetMotion(TimeMotion motion);

  /// Whether a program still has time to show the last step.
  bool IsWaiting() const;
  std::size_t clients() const;
  /// Whether a program has ever been there, for long enough to get a message.
  bool has_served() const;
  std::uint16_t port() const;
  /// The bounds of the tape and of all programs.
  const TimeTape& tape() const;

 private:
  class Impl;
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
