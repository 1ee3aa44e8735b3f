// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tape that is played, as the clock of other programs: pmval -p PORT, and the like.

#pragma once

#include <chrono>
#include <memory>

#include "fdr/replay/serve/time/time_server.h"
#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/replay/sources/net/file_watch.h"
#include "fdr/tools/replay/keyboard.h"
#include "fdr/tools/replay/plan.h"

namespace fdr::tools {

class SharedTape {
 public:
  /// Port 0: the first free one from 43334 on.  `zone`: the zone that programs get; "": none.
  static Result<std::unique_ptr<SharedTape>> Open(std::uint16_t port, const Plan& plan,
                                                  std::string zone);
  /// Says how many messages were left out.
  ~SharedTape();
  SharedTape(const SharedTape&) = delete;
  SharedTape& operator=(const SharedTape&) = delete;

  std::uint16_t port() const { return server_.port(); }
  bool HasHadPrograms() const { return server_.has_served(); }

  void Show(Timestamp time, Direction direction);
  /// Reports only changes.
  void SetMotion(bool is_paused, Direction direction);
  /// Whether a program has not yet shown the last row, and still has time for it.
  bool IsWaiting() const { return server_.IsWaiting(); }

  /// As Keyboard::Wait(), and serves the programs.  Returns early when one of them has said
  /// something.
  Key Wait(Keyboard& keyboard, std::chrono::duration<double> time);

 private:
  SharedTape(std::shared_ptr<EventLoop> loop, ListeningSocket socket, const TimeTape& tape);

  std::shared_ptr<EventLoop> loop_;
  TimeServer server_;
  FileWatch keys_;
  bool waits_for_keys_ = false;
  TimeMotion motion_;
};

}  // namespace fdr::tools
