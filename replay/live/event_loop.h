// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the connections to hosts wait for what happens: one loop serves as many as one likes.
// What a Start...() of theirs began, goes on while somebody runs the loop.

#pragma once

#include <chrono>
#include <memory>

#include "fdr/archive/base/error.h"

namespace fdr {

/// One thread at a time, and with it all connections on it.  From inside of a Done, only Start...()
/// may be called, not what waits, and not the loop.  Names of hosts are looked up by threads; when
/// the loop goes away, it does not wait for them.
class EventLoop {
 public:
  /// Takes three file descriptors; fails where the system has none left.
  static Result<std::shared_ptr<EventLoop>> Make();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Waits until something happens, and has it dealt with.
  void RunOne();
  /// The same, but not longer than that: whether anything happened.
  bool RunOneFor(std::chrono::nanoseconds at_most);

  class Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit EventLoop(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace fdr
