// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file that grows by whole records.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/byte_order.h"
#include "fdr/archive/error.h"
#include "fdr/archive/file_system.h"

namespace fdr {

/// Each record is one write, so that a process that is killed leaves whole records behind, but for
/// the one in flight.  An append that fails is undone as far as the system lets us, and the first
/// failure is final: every later call gives the same error.  One thread at a time.
class ByteSink {
 public:
  /// Makes a new file; kExists if there is one already.  Borrows the file system.
  static Result<ByteSink> Create(FileSystem& files, std::string path);

  /// Closes the file, whatever that gives: call Close() to know.
  ~ByteSink();
  ByteSink(ByteSink&& other) noexcept;
  ByteSink& operator=(ByteSink&& other) noexcept;

  /// Appends all bytes or, but for what `what` of the error says, none.
  Result<void> Append(Bytes record);

  /// Returns when the bytes are on the medium.
  Result<void> Sync();

  /// Gives the error of an earlier failure, if there was one.  The sink is unusable afterwards.
  Result<void> Close();

  std::uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }

 private:
  ByteSink(FileSystem& files, int fd, std::string name)
      : files_(&files), fd_(fd), name_(std::move(name)) {}
  Result<void> Break(int error_number, const char* note);

  FileSystem* files_;
  int fd_;  // -1 once closed, or moved away
  std::string name_;
  std::uint64_t size_ = 0;
  std::optional<Error> broken_;
};

}  // namespace fdr
