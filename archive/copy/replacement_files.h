// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the files of a new archive wait beside those of the old one.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// A file system that has only the files of new archives: NAME is the file that ReplacementName()
/// calls.  So a copy can write an archive that is there already.  One thread at a time.
class ReplacementFiles final : public FileSystem {
 public:
  /// Borrows the file system that really holds the files.
  explicit ReplacementFiles(FileSystem& files) : files_(files) {}

  /// The file that was created, and has this name now; nothing for a file of another maker.
  std::optional<FileId> Made(const std::string& path) const;

  int Create(const std::string& path, mode_t mode) override;
  /// No file is continued: another user may have put it there.
  int Open(const std::string&) override { return -ENOTSUP; }
  int Lock(int fd) override { return files_.Lock(fd); }
  int Duplicate(int fd) override { return files_.Duplicate(fd); }
  std::int64_t Write(int fd, Bytes bytes) override { return files_.Write(fd, bytes); }
  std::int64_t CopyRange(int fd, int from, std::uint64_t offset, std::uint64_t size) override {
    return files_.CopyRange(fd, from, offset, size);
  }
  int Truncate(int fd, std::uint64_t size) override { return files_.Truncate(fd, size); }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return files_.SetOwner(fd, owner, group);
  }
  int SetMode(int fd, mode_t mode) override { return files_.SetMode(fd, mode); }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return files_.SetTimes(fd, accessed, modified);
  }
  int Sync(int fd) override { return files_.Sync(fd); }
  int Close(int fd) override { return files_.Close(fd); }
  int Remove(const std::string& path) override;
  int Rename(const std::string& from, const std::string& to) override;
  int List(const std::string& directory, std::vector<std::string>& names) override;
  int SyncDirectory(const std::string& directory) override {
    return files_.SyncDirectory(directory);
  }

 private:
  FileSystem& files_;
  std::map<std::string, FileId> made_;  // by final names
};

}  // namespace fdr
