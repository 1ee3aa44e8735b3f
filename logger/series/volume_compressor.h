// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compresses finished data volumes while a recording goes on.

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

/// Compresses one volume after the other, in a thread of its own with the lowest priority.  A
/// volume stays unchanged until its compressed form is on the medium, or if compression fails.
/// Safe to use from several threads at once.
class VolumeCompressor {
 public:
  static constexpr std::size_t kMostWaiting = 1000;

  /// Borrows the file system.
  explicit VolumeCompressor(const CompressOptions& to, FileSystem& files = PosixFileSystem());

  /// Does not wait: gives up the volume under way, and leaves the waiting volumes as they are.
  ~VolumeCompressor();
  VolumeCompressor(const VolumeCompressor&) = delete;
  VolumeCompressor& operator=(const VolumeCompressor&) = delete;

  /// Adds a volume that is finished.  A volume that no longer exists is no failure.  If too many
  /// volumes wait already, this one stays uncompressed, which is a failure.
  void Add(std::string path);

  /// The number of volumes that wait or are under way.
  std::size_t pending() const;

  /// The failures since the last call.
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
