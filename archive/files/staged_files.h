// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files that get their names only when all of them are complete.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// A file system that calls new files NAME.part until Commit().  Without a Commit(), the destructor
/// removes them.  A killed process leaves them as NAME.part, which readers do not take for a part
/// of an archive.  One thread at a time.
class StagedFiles final : public FileSystem {
 public:
  static constexpr std::string_view kSuffix = ".part";

  /// Borrows the file system that really holds the files.  New files get at most the permissions of
  /// `mode`.
  explicit StagedFiles(FileSystem& files, mode_t mode = kOpenToAll) : files_(files), mode_(mode) {}
  ~StagedFiles() override;
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;

  int Create(const std::string& path, mode_t mode) override;
  int Open(const std::string& path) override;
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
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return files_.List(directory, names);
  }
  int SyncDirectory(const std::string& directory) override {
    return files_.SyncDirectory(directory);
  }

  /// Gives all files their names, the first created file last, and returns when the names are on
  /// the medium.  Replaces nothing: kExists if a name is taken.  After an error no file is left
  /// under its final name.
  Result<void> Commit();

 private:
  FileSystem& files_;
  mode_t mode_;
  std::vector<std::string> staged_;  // their final names
};

/// kExists if a file exists that is a part of the archive `base`, or was staged as one.
/// kInvalidArgument for an empty name, or that of a directory.
Result<void> CheckIsNew(FileSystem& files, const std::string& base);

}  // namespace fdr
