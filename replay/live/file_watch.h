// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file that an event loop waits for besides its connections: a socket, a pipe, a terminal.

#pragma once

#include <functional>
#include <memory>

#include "fdr/replay/live/event_loop.h"

namespace fdr {

/// The file stays the caller's, and must stay open as long as this lives.  One that cannot be
/// waited for, as one of a disk, is always ready.
class FileWatch {
 public:
  FileWatch(EventLoop& loop, int fd);
  /// What was started is not called any more.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Calls `ready` once, from the loop, when there is something to read, or the end of it; or room
  /// to write.  From inside of that, this may go away, and the next wait be started.
  void StartWaitToRead(std::function<void()> ready);
  void StartWaitToWrite(std::function<void()> ready);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
