// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects small writes into large ones.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"

namespace fdr {

/// A file system for files that have no readers before they are complete.  A write of some KiB
/// costs the kernel twice as much per byte as one of 128 KiB.  Bytes wait up to Sync() or Close(),
/// so an error may come with a later call than that of its bytes.  A duplicate of a descriptor is
/// only for Sync() and Close().  One thread at a time.
class CollectingFiles final : public FileSystem {
 public:
  static constexpr std::size_t kMostWaiting = 256 << 10;  ///< bytes of a file

  /// Borrows the file system that has the files.
  explicit CollectingFiles(FileSystem& files) : files_(files) {}

  int Create(const std::string& path, mode_t mode) override { return files_.Create(path, mode); }
  /// -ENOTSUP: the size of a file that exists is not known.
  int Open(const std::string& /*path*/) override { return -ENOTSUP; }
  std::int64_t Write(int fd, Bytes bytes) override;
  std::int64_t CopyRange(int fd, int from, std::uint64_t offset, std::uint64_t size) override;
  int Duplicate(int fd) override;
  int Truncate(int fd, std::uint64_t size) override;
  int Sync(int fd) override;
  int Close(int fd) override;

  int Lock(int fd) override { return files_.Lock(fd); }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return files_.SetOwner(fd, owner, group);
  }
  int SetMode(int fd, mode_t mode) override { return files_.SetMode(fd, mode); }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return files_.SetTimes(fd, accessed, modified);
  }
  int Remove(const std::string& path) override { return files_.Remove(path); }
  int Rename(const std::string& from, const std::string& to) override {
    return files_.Rename(from, to);
  }
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return files_.List(directory, names);
  }
  int SyncDirectory(const std::string& directory) override {
    return files_.SyncDirectory(directory);
  }

 private:
  struct File {
    std::uint64_t written = 0;  // the size of the file without what waits
    ByteBuffer waiting = {};
  };

  int Flush(int fd);

  FileSystem& files_;
  std::map<int, File> by_descriptor_;
};

}  // namespace fdr
