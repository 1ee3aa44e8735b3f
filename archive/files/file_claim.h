// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file that is to give way to another one with the same content: nobody else may be about to do
// the same, or be writing it.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/byte_sink.h"

namespace fdr {

/// As long as it lives, no other claim on the file can be taken, by any process of this machine.
class FileClaim {
 public:
  /// kBusy if another has it.  A symbolic link, a file with several names, and what is no file, are
  /// refused: there, another file in its place would not be the same.
  static Result<FileClaim> Take(const std::string& path);

  ~FileClaim();
  FileClaim(FileClaim&& other) noexcept;
  FileClaim& operator=(FileClaim&& other) noexcept;

  /// kBusy if any process has the file open for writing, or if the file system cannot tell that.
  Result<void> CheckNoWriter() const;

  /// kBusy if the file is not what it was when it was claimed.
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
