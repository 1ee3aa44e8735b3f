// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Waits for events of connections to hosts.  One loop serves any number of connections.  Work that
// a Start...() of theirs began goes on while the loop runs.

#pragma once

#include <chrono>
#include <memory>

#include "fdr/archive/base/error.h"

namespace fdr {

/// One thread at a time, for the loop and all its connections.  Inside a Done, only Start...() may
/// be called; no function that waits, and not the loop.  Threads look up the names of hosts; the
/// loop's destructor does not wait for them.
class EventLoop {
 public:
  /// Takes three file descriptors; fails if the system has none left.
  static Result<std::shared_ptr<EventLoop>> Make();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Waits until something happens, and handles it.
  void RunOne();
  /// The same, but waits no longer than `at_most`.  Returns whether anything happened.
  bool RunOneFor(std::chrono::nanoseconds at_most);

  class Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit EventLoop(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace fdr
