// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file without a name: it is gone when it is closed, however the program ends.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"

namespace fdr {

class TempFile {
 public:
  /// A file in `directory`.
  static Result<TempFile> Create(const std::string& directory);

  /// What Create() does where the file system cannot make files without a name.
  static Result<TempFile> CreateAndUnlink(const std::string& directory);

  ~TempFile();
  TempFile(TempFile&& other) noexcept;
  TempFile& operator=(TempFile&& other) noexcept;

  Result<void> Append(Bytes bytes);
  std::uint64_t size() const { return size_; }

  /// What was appended, under another name for messages.
  std::unique_ptr<ByteSource> IntoSource(std::string name) &&;

 private:
  TempFile(std::string directory, int fd) : directory_(std::move(directory)), fd_(fd) {}

  std::string directory_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace fdr
