// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lets an event loop wait for a file besides its connections: a socket, a pipe, a terminal.

#pragma once

#include <functional>
#include <memory>

#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

/// Borrows the file, which must stay open while this lives.  A file that cannot be waited for, such
/// as a file on disk, is always ready.
class FileWatch {
 public:
  FileWatch(EventLoop& loop, int fd);
  /// Drops the wait under way: `ready` is not called any more.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Calls `ready` once, from the loop, when the file can be read (or ended), or can be written.
  /// `ready` may destroy this, and may start the next wait.
  void StartWaitToRead(std::function<void()> ready);
  void StartWaitToWrite(std::function<void()> ready);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
