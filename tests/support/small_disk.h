// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The system's files on a disk with a capacity that the test sets.

#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"

namespace fdr::test {

/// Counts the bytes that are written here.  A write takes the bytes that fit, and fails with ENOSPC
/// if the disk is full.  Remove() and Truncate() give room back.  One thread at a time.
class SmallDisk final : public FileSystem {
 public:
  explicit SmallDisk(std::uint64_t capacity) : capacity_(capacity) {}

  std::uint64_t used() const {
    std::uint64_t used = 0;
    for (const auto& [path, size] : sizes_) used += size;
    return used;
  }

  int Create(const std::string& path, mode_t mode) override {
    return Made(path, files_.Create(path, mode));
  }
  int Open(const std::string& path) override {
    const int fd = files_.Open(path);
    if (fd >= 0) open_[fd] = path;
    return fd;
  }
  int Lock(int fd) override { return files_.Lock(fd); }
  int Duplicate(int fd) override {
    const int copy = files_.Duplicate(fd);
    if (copy >= 0) open_[copy] = open_.at(fd);
    return copy;
  }
  std::int64_t Write(int fd, Bytes bytes) override {
    const std::uint64_t room = capacity_ - std::min(capacity_, used());
    if (room == 0 && !bytes.empty()) return -ENOSPC;
    const std::int64_t n = files_.Write(fd, bytes.first(std::min(bytes.size(), room)));
    if (n > 0) sizes_[open_.at(fd)] += static_cast<std::uint64_t>(n);
    return n;
  }
  int Truncate(int fd, std::uint64_t size) override {
    const int result = files_.Truncate(fd, size);
    if (result >= 0) sizes_[open_.at(fd)] = size;
    return result;
  }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return files_.SetOwner(fd, owner, group);
  }
  int SetMode(int fd, mode_t mode) override { return files_.SetMode(fd, mode); }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return files_.SetTimes(fd, accessed, modified);
  }
  int Sync(int) override { return 0; }
  int Close(int fd) override {
    open_.erase(fd);
    return files_.Close(fd);
  }
  int Remove(const std::string& path) override {
    sizes_.erase(path);
    return files_.Remove(path);
  }
  int Rename(const std::string& from, const std::string& to) override {
    const int result = files_.Rename(from, to);
    if (result < 0) return result;
    for (auto& [fd, path] : open_)
      if (path == from) path = to;
    if (auto moved = sizes_.extract(from)) {
      moved.key() = to;
      sizes_.insert(std::move(moved));
    }
    return result;
  }
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return files_.List(directory, names);
  }
  int SyncDirectory(const std::string&) override { return 0; }
  int OpenDirectory(const std::string& path) override {
    return Made(path, files_.OpenDirectory(path));
  }
  int OpenIn(int directory, const std::string& name, Access access) override {
    return Made(PathIn(directory, name), files_.OpenIn(directory, name, access));
  }
  int RemoveIn(int directory, const std::string& name) override {
    sizes_.erase(PathIn(directory, name));
    return files_.RemoveIn(directory, name);
  }

 private:
  std::string PathIn(int directory, const std::string& name) const {
    return (std::filesystem::path(open_.at(directory)) / name).string();
  }
  int Made(const std::string& path, int fd) {
    if (fd >= 0) open_[fd] = path;
    return fd;
  }

  FileSystem& files_ = PosixFileSystem();
  std::uint64_t capacity_;
  std::map<int, std::string> open_;
  std::map<std::string, std::uint64_t> sizes_;
};

}  // namespace fdr::test
