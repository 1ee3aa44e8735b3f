// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compresses data volumes that are finished while a recording goes on.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fdr/archive/compress.h"

namespace fdr {

/// One volume after the other, in a thread of its own that gives way to all others.  A volume stays
/// as it is until its compressed form is on the medium, and if that fails.  Safe to use from
/// several threads at once.
class VolumeCompressor {
 public:
  static constexpr std::size_t kMostWaiting = 1000;

  /// Borrows the file system.
  explicit VolumeCompressor(const CompressOptions& to, FileSystem& files = PosixFileSystem());

  /// Does not wait: gives up what is under way, and leaves what waits as it is.
  ~VolumeCompressor();
  VolumeCompressor(const VolumeCompressor&) = delete;
  VolumeCompressor& operator=(const VolumeCompressor&) = delete;

  /// Nothing will be written to that volume any more; that it is gone by now is no failure.  Where
  /// too many wait already, it is left as it is, which is one.
  void Add(std::string path);

  /// How many volumes are not done yet.
  std::size_t pending() const;

  /// What failed since this was asked last.
  std::vector<Error> TakeFailures();

 private:
  void StartThread();
  void Work(const std::stop_token& stop);
  void Compress(const std::string& path, const std::stop_token& stop);

  const CompressOptions to_;
  FileSystem& files_;
  mutable std::mutex mutex_;
  std::condition_variable_any added_;
  std::deque<std::string> waiting_;  // the first is under way
  std::vector<Error> failures_;
  std::jthread thread_;  // last: it uses all of the above; started with the first volume
};

}  // namespace fdr
