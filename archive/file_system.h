// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The system calls of a writer.  Everything that writes archives goes through this seam, so that a
// test can make any single call fail, be interrupted, or do only half of its work.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/byte_order.h"

namespace fdr {

/// Each call does what the system call does and no more: no retries, no loops.  A negative result
/// is a negated errno number.  Safe to use from several threads, each with its own descriptors.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// open(2): a descriptor that appends to a new file; -EEXIST if anything of that name is there.
  virtual int Create(const std::string& path) = 0;
  /// write(2): how many of the bytes were appended, which may be fewer than given.
  virtual std::int64_t Write(int fd, Bytes bytes) = 0;
  /// ftruncate(2)
  virtual int Truncate(int fd, std::uint64_t size) = 0;
  /// fsync(2)
  virtual int Sync(int fd) = 0;
  /// close(2): the descriptor is gone even if this fails.
  virtual int Close(int fd) = 0;
  /// unlink(2)
  virtual int Remove(const std::string& path) = 0;
  /// renameat2(2) that replaces nothing: -EEXIST if anything has the new name.
  virtual int Rename(const std::string& from, const std::string& to) = 0;
};

/// The operating system's files.  Lives as long as the program.
FileSystem& PosixFileSystem();

}  // namespace fdr
