// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A new file of memory mapped values, mapped into the memory of its writer.

#pragma once

#include <cstddef>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"

namespace fdr::mmv {

/// A file appears under its name when it is finished, so no reader sees a part of it.
class MappedFile {
 public:
  MappedFile() = default;
  /// Makes the file `directory`/`name` of an image, see mmv_image.h.  Replaces a file of that name;
  /// a reader may go on with the old one.
  static Result<MappedFile> Publish(const std::string& directory, const std::string& name,
                                    Bytes image);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  /// Unmaps; the file stays.
  ~MappedFile();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// The caller unmaps.
  std::byte* Release();

 private:
  MappedFile(std::byte* data, std::size_t size) : data_(data), size_(size) {}

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fdr::mmv
