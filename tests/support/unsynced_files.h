// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The system's files, but no call waits for the disk.  For tests that write thousands of files.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"

namespace fdr::test {

class UnsyncedFiles final : public FileSystem {
 public:
  int Create(const std::string& path, mode_t mode) override { return files_.Create(path, mode); }
  int Open(const std::string& path) override { return files_.Open(path); }
  int Lock(int fd) override { return files_.Lock(fd); }
  int Duplicate(int fd) override { return files_.Duplicate(fd); }
  std::int64_t Write(int fd, Bytes bytes) override { return files_.Write(fd, bytes); }
  int Truncate(int fd, std::uint64_t size) override { return files_.Truncate(fd, size); }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return files_.SetOwner(fd, owner, group);
  }
  int SetMode(int fd, mode_t mode) override { return files_.SetMode(fd, mode); }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return files_.SetTimes(fd, accessed, modified);
  }
  int Sync(int) override { return 0; }
  int Close(int fd) override { return files_.Close(fd); }
  int Remove(const std::string& path) override { return files_.Remove(path); }
  int Rename(const std::string& from, const std::string& to) override {
    return files_.Rename(from, to);
  }
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return files_.List(directory, names);
  }
  int SyncDirectory(const std::string&) override { return 0; }

 private:
  FileSystem& files_ = PosixFileSystem();
};

}  // namespace fdr::test
