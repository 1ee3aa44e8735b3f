// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The system's files.  A test can make any system call of a writer fail.  For writers that read
// their files again.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"

namespace fdr::test {

/// The calls are numbered from 0 on, in their order.
class FaultyFiles final : public FileSystem {
 public:
  /// This call does nothing and fails.  But a Close() still closes its file.
  void FailCall(std::size_t call, int error_number) {
    failing_ = Failure{call, call, error_number};
  }
  /// This call and all later ones fail, as if the process or the disk were gone.
  void FailFrom(std::size_t call, int error_number) {
    failing_ = Failure{call, static_cast<std::size_t>(-1), error_number};
  }
  /// Every Write() writes only half of its bytes, and returns their number.
  void ShortenWrites() { shortens_ = true; }

  /// No call waits for the disk.  For tests with thousands of cases.
  void DoNotSync() { syncs_files_ = false; }

  std::size_t calls() const { return calls_; }
  /// How many of the calls were a Sync().
  std::size_t syncs() const { return syncs_; }

  int Create(const std::string& path, mode_t mode) override {
    return Do([&] { return files_.Create(path, mode); });
  }
  int Open(const std::string& path) override {
    return Do([&] { return files_.Open(path); });
  }
  int Lock(int fd) override {
    return Do([&] { return files_.Lock(fd); });
  }
  int Duplicate(int fd) override {
    return Do([&] { return files_.Duplicate(fd); });
  }
  std::int64_t Write(int fd, Bytes bytes) override {
    const Bytes some = shortens_ ? bytes.first((bytes.size() + 1) / 2) : bytes;
    return Do([&] { return files_.Write(fd, some); });
  }
  std::int64_t CopyRange(int fd, int from, std::uint64_t offset, std::uint64_t size) override {
    const std::uint64_t some = shortens_ ? (size + 1) / 2 : size;
    return Do([&] { return files_.CopyRange(fd, from, offset, some); });
  }
  int Truncate(int fd, std::uint64_t size) override {
    return Do([&] { return files_.Truncate(fd, size); });
  }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return Do([&] { return files_.SetOwner(fd, owner, group); });
  }
  int SetMode(int fd, mode_t mode) override {
    return Do([&] { return files_.SetMode(fd, mode); });
  }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return Do([&] { return files_.SetTimes(fd, accessed, modified); });
  }
  int Sync(int fd) override {
    ++syncs_;
    return Do([&] { return syncs_files_ ? files_.Sync(fd) : 0; });
  }
  int Close(int fd) override {
    const int closed = files_.Close(fd);
    return Do([&] { return closed; });
  }
  int Remove(const std::string& path) override {
    return Do([&] { return files_.Remove(path); });
  }
  int Rename(const std::string& from, const std::string& to) override {
    return Do([&] { return files_.Rename(from, to); });
  }
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return Do([&] { return files_.List(directory, names); });
  }
  int SyncDirectory(const std::string& directory) override {
    return Do([&] { return syncs_files_ ? files_.SyncDirectory(directory) : 0; });
  }
  int OpenDirectory(const std::string& path) override {
    return Do([&] { return files_.OpenDirectory(path); });
  }
  int OpenIn(int directory, const std::string& name, Access access) override {
    return Do([&] { return files_.OpenIn(directory, name, access); });
  }
  int RemoveIn(int directory, const std::string& name) override {
    return Do([&] { return files_.RemoveIn(directory, name); });
  }

 private:
  struct Failure {
    std::size_t first, last;
    int error_number;
  };

  template <class Call>
  auto Do(Call call) -> decltype(call()) {
    const std::size_t number = calls_++;
    if (failing_ && number >= failing_->first && number <= failing_->last)
      return -failing_->error_number;
    return call();
  }

  FileSystem& files_ = PosixFileSystem();
  std::size_t calls_ = 0;
  std::size_t syncs_ = 0;
  std::optional<Failure> failing_;
  bool shortens_ = false;
  bool syncs_files_ = true;
};

}  // namespace fdr::test
