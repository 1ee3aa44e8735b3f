// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An open file of memory mapped values, whose values can be read again and again.
//
// The values are copied with pread().  A mapping would cost less for a few values of a large file;
// but a writer that cuts a file which is mapped kills its reader.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/sources/mmv/mmv_content.h"
#include "fdr/replay/sources/mmv/mmv_sections.h"

namespace fdr::mmv {

/// Shows whether a file is still the one that was looked at.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0, size = 0;
  Timestamp changed;
  std::uint64_t generation1 = 0, generation2 = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// The identity of a regular file.  Never waits, whatever the file is.
Result<FileIdentity> IdentityOf(const std::string& path);

class ValueFile {
 public:
  static constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;

  /// Reads and checks the whole file.
  static Result<ValueFile> Open(const std::string& path, const DefectSink& sink);
  ValueFile(ValueFile&& other) noexcept;
  ValueFile& operator=(ValueFile&& other) noexcept;
  ~ValueFile();

  const Content& content() const { return content_; }
  std::uint64_t inode() const { return inode_; }

  /// Whether the writer began to write the file again.
  bool IsOutdated() const;
  /// Reads all values.  Fails if the file has become another, or shorter.
  Result<void> ReadValues();

  // The values as last read.

  /// The eight bytes of a value.
  std::uint64_t Bits(const ValuePlace& place) const {
    return FieldAt<std::uint64_t>(values_, place.entry * kValueSize);
  }
  /// The start of a running interval as a negative number, in microseconds; or where a string is.
  std::int64_t Extra(const ValuePlace& place) const {
    return FieldAt<std::int64_t>(values_, place.entry * kValueSize + 8);
  }
  /// The string of a value; nothing if the writer has meanwhile moved it out of its place.
  std::optional<std::string_view> Text(const ValuePlace& place) const;

 private:
  ValueFile(int fd, std::uint64_t inode, ByteBuffer bytes)
      : fd_(fd), inode_(inode), bytes_(std::move(bytes)) {}

  int fd_;
  std::uint64_t inode_;
  ByteBuffer bytes_;  // of the whole file, as it was opened; content_ borrows them
  Content content_;
  ByteBuffer values_, strings_;  // as last read
};

}  // namespace fdr::mmv
