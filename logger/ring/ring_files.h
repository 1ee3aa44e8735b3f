// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file system for a recorder whose archives are kept in memory, as far as they are not too old:
//
//     RingFiles ring({.keep = 600 * second, .most_bytes = 64 << 20});
//     options.files = &ring;
//     ... record ...
//     for (const RingTape& tape : ring.Tapes()) tape.WriteTo(...);
//
// So everything that an archive needs comes as it would come into one.

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
  Nanos keep = 0;              ///< records that are older than the last by more than that are gone
  std::size_t most_bytes = 0;  ///< older ones are gone earlier rather than take more memory
  /// That for the first time records had to go that are not too old yet.
  std::function<void()> on_short = {};
};

/// For one recorder.
class RingFiles final : public FileSystem {
 public:
  explicit RingFiles(RingOptions options) : options_(std::move(options)) {}

  /// Copies of the archives that have a record, in the order in which they were recorded.
  std::vector<RingTape> Tapes() const;
  std::size_t bytes() const;

  // Nothing is on any medium, and nothing is ever read.
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
    std::optional<RingTape> tape;  // once there is a label
  };
  struct File {
    Part part = Part::kData;
    std::list<Archive>::iterator archive;
    bool has_label = false;
    ByteBuffer rest;  // of a record that is not complete
  };

  bool Take(File& file);
  bool TakeRecord(File& file, Bytes frame);
  void Forget();
  std::size_t Total() const;

  RingOptions options_;
  mutable std::mutex mutex_;  // files are synced and closed by other threads
  std::list<Archive> archives_;
  std::map<int, File> files_;
  int last_ = 2;
  bool is_short_ = false;
};

}  // namespace fdr
