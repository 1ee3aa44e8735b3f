// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files of /proc and /sys that are read again and again.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::local {

/// kMany: the kernel gives the file in pieces, so only an empty read is the end.  kOne: the kernel
/// gives the whole file at once, if there is room.
enum class Pieces : std::uint8_t { kMany, kOne };

/// The buffer into which files are read, one after the other.
class ReadBuffer {
 public:
  /// Reads a whole file from its start; nullopt if it cannot be read.  Valid until the next call.
  std::optional<std::string_view> ReadAll(int descriptor, Pieces pieces = Pieces::kMany);
  /// The same for a path relative to a directory, or to AT_FDCWD.
  std::optional<std::string_view> ReadFile(int directory, const char* path,
                                           Pieces pieces = Pieces::kMany);

 private:
  std::vector<char> bytes_ = std::vector<char>(64 * 1024);
};

/// Stays open, because opening a file costs more than reading it; but is closed again if few
/// descriptors are left.
class KernelFile {
 public:
  explicit KernelFile(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }
  /// Reads the present content; nullopt if there is no such file.  Valid until the next use of the
  /// buffer.
  std::optional<std::string_view> Read(ReadBuffer& buffer);

 private:
  std::string path_;
  UniqueFd descriptor_;
};

}  // namespace fdr::local
