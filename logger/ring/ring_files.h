// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file system that keeps the recent part of a recorder's archives in memory:
//
//     RingFiles ring({.keep = 600 * second, .most_bytes = 64 << 20});
//     options.files = &ring;
//     ... record ...
//     for (const RingTape& tape : ring.Tapes()) tape.WriteTo(...);
//
// So the ring receives everything that an archive contains.

#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"
#include "fdr/logger/ring/ring_tape.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

struct RingOptions {
  Nanos keep = 0;              ///< records older than the last record by more than this are dropped
  std::size_t most_bytes = 0;  ///< beyond this, the oldest records are dropped early
  /// Called the first time that records are dropped early.
  std::function<void()> on_short = {};
};

/// For one recorder.
class RingFiles final : public FileSystem {
 public:
  explicit RingFiles(RingOptions options) : options_(std::move(options)) {}

  /// Copies of the archives that have a record, in the order of recording.
  std::vector<RingTape> Tapes() const;
  std::size_t bytes() const;

  // There is no medium to sync to, and nothing is ever read.
  int Create(const std::string& path, mode_t mode) override;
  int Open(const std::string& path) override;
  int Lock(int) override { return 0; }
  int Duplicate(int fd) override;
  std::int64_t Write(int fd, Bytes bytes) override;
  int Truncate(int fd, std::uint64_t size) override;
  int SetOwner(int, uid_t, gid_t) override { return 0; }
  int SetMode(int, mode_t) override { return 0; }
  int SetTimes(int, const timespec&, const timespec&) override { return 0; }
  int Sync(int) override { return 0; }
  int Close(int fd) override;
  int Remove(const std::string&) override { return 0; }
  int Rename(const std::string&, const std::string&) override { return 0; }
  int List(const std::string&, std::vector<std::string>&) override { return 0; }
  int SyncDirectory(const std::string&) override { return 0; }

 private:
  enum class Part { kIndex, kMetadata, kData };

  struct Archive {
    std::optional<RingTape> tape;  // once the label is known
  };
  struct File {
    Part part = Part::kData;
    std::list<Archive>::iterator archive;
    bool has_label = false;
    ByteBuffer rest;  // the start of an incomplete record
  };

  bool Take(File& file);
  bool TakeRecord(File& file, Bytes frame);
  void Forget();
  std::size_t Total() const;

  RingOptions options_;
  mutable std::mutex mutex_;  // other threads sync and close files
  std::list<Archive> archives_;
  std::map<int, File> files_;
  int last_ = 2;
  bool is_short_ = false;
};

}  // namespace fdr
