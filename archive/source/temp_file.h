// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file without a name.  It disappears when it is closed, even if the program crashes.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"

namespace fdr {

class TempFile {
 public:
  /// Creates the file in `directory`.
  static Result<TempFile> Create(const std::string& directory);

  /// Create() calls this if the file system cannot create files without a name.
  static Result<TempFile> CreateAndUnlink(const std::string& directory);

  ~TempFile();
  TempFile(TempFile&& other) noexcept;
  TempFile& operator=(TempFile&& other) noexcept;

  Result<void> Append(Bytes bytes);
  std::uint64_t size() const { return size_; }

  /// The appended bytes, as a source; `name` is for messages.
  std::unique_ptr<ByteSource> IntoSource(std::string name) &&;

 private:
  TempFile(std::string directory, int fd) : directory_(std::move(directory)), fd_(fd) {}

  std::string directory_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace fdr
