// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files in memory for a writer under test.  The test can make any system call of the writer fail.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/files/file_system.h"

namespace fdr::test {

/// The system calls are numbered from 0 on, in their order.
class MemoryFileSystem final : public FileSystem {
 public:
  std::map<std::string, ByteBuffer> files;

  /// This call does nothing and fails.  But a Close() still closes its descriptor.
  void FailCall(std::size_t call, int error_number) { failures_[call] = error_number; }
  /// This call and all later ones fail, as if the disk or the process were gone.
  void FailFrom(std::size_t call, int error_number) {
    fail_from_ = call;
    fail_from_error_ = error_number;
  }
  /// If this call is a Write(), it writes half of its bytes and returns their number.
  void ShortenCall(std::size_t call) { shortened_ = call; }

  /// The calls so far, by name: "create" (with any mode), "open", "lock", "duplicate", "write",
  /// "truncate", "owner", "mode", "times", "sync", "close", "remove", "rename", "list",
  /// "sync-directory".
  const std::vector<std::string>& calls() const { return calls_; }
  /// The number of descriptors that are still open.
  std::size_t open_descriptors() const { return descriptors_.size(); }

  int Create(const std::string& path, mode_t mode) override;
  int Open(const std::string& path) override;
  int Lock(int fd) override;
  int Duplicate(int fd) override;
  std::int64_t Write(int fd, Bytes bytes) override;
  int Truncate(int fd, std::uint64_t size) override;
  int SetOwner(int fd, uid_t owner, gid_t group) override;
  int SetMode(int fd, mode_t mode) override;
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override;
  int Sync(int fd) override;
  int Close(int fd) override;
  int Remove(const std::string& path) override;
  int Rename(const std::string& from, const std::string& to) override;
  int List(const std::string& directory, std::vector<std::string>& names) override;
  int SyncDirectory(const std::string& directory) override;

 private:
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);

  // Counts the call.  Returns 0, or the negated errno number if the call must fail.
  int Count(const char* name);
  // The same for a call on a descriptor, without any effect on the files.
  int CountOn(int fd, const char* name);

  std::vector<std::string> calls_;
  std::map<std::size_t, int> failures_;
  std::size_t fail_from_ = kNever;
  int fail_from_error_ = 0;
  std::size_t shortened_ = kNever;
  std::map<int, std::string> descriptors_;
  int next_descriptor_ = 3;
};

}  // namespace fdr::test
