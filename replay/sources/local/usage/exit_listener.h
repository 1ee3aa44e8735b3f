// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Hears from the kernel of each thread that ends: taskstats, of generic netlink.  Root may, and
// those with CAP_NET_ADMIN, in the first name spaces.
//
// A thread empties the socket some times a second, so that the kernel loses nothing between two
// fetches that lie far apart.  Where no process ends, it sleeps for longer.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/local/usage/exit_record.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::local {

/// For how long the thread sleeps after a look that found records, or none.
std::chrono::milliseconds NextPause(std::chrono::milliseconds last, bool has_found);

class ExitListener {
 public:
  /// `processors` lists them as the kernel does: "0-3".
  static Result<std::unique_ptr<ExitListener>> Open(const std::string& processors);
  ~ExitListener();
  ExitListener(const ExitListener&) = delete;
  ExitListener& operator=(const ExitListener&) = delete;

  /// All records since the last call, up to now.
  std::vector<ExitRecord> Take();
  /// The records that were lost so far: the kernel had no room for them, or this has none.
  std::uint64_t lost();

 private:
  ExitListener(UniqueFd socket, const ExitKind& kind);
  bool Drain();  // with the mutex; whether there was a message
  void Run();

  UniqueFd socket_;
  const ExitKind kind_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ends_ = false;
  std::vector<ExitRecord> records_;
  std::vector<std::byte> buffer_;
  std::uint64_t refused_ = 0;
  std::thread thread_;
};

}  // namespace fdr::local
