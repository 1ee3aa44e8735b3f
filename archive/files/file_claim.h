// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A claim on a file that will be replaced by another one with the same content.  Ensures that no
// other process does the same at the same time, and checks that none is writing the file.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/byte_sink.h"

namespace fdr {

/// As long as this object lives, no process of this machine can take another claim on the file.
class FileClaim {
 public:
  /// kBusy if another claim exists.  Refuses a symbolic link, a file with several names, and
  /// anything but a regular file, because a replacement would not be equivalent.
  static Result<FileClaim> Take(const std::string& path);

  ~FileClaim();
  FileClaim(FileClaim&& other) noexcept;
  FileClaim& operator=(FileClaim&& other) noexcept;

  /// kBusy if any process has the file open for writing, or if the file system cannot tell.
  Result<void> CheckNoWriter() const;

  /// kBusy if the file has changed since it was claimed.
  Result<void> CheckUnchanged() const;

  const FileAttributes& attributes() const { return attributes_; }
  std::uint64_t size() const { return size_; }
  /// For fsync(2).
  int fd() const { return fd_; }

 private:
  FileClaim(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Result<void> Look();
  tl::unexpected<Error> Busy(const char* what) const;

  std::string path_;
  int fd_;  // -1 once moved away
  FileAttributes attributes_;
  std::uint64_t size_ = 0;
};

}  // namespace fdr
