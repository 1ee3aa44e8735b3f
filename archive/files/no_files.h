// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For dry runs: a file system without files.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/files/file_system.h"

namespace fdr {

/// Discards everything that is written.
class NoFiles final : public FileSystem {
 public:
  int Create(const std::string&, mode_t) override { return 0; }
  int Open(const std::string&) override { return 0; }
  int Lock(int) override { return 0; }
  int Duplicate(int) override { return 0; }
  std::int64_t Write(int, Bytes bytes) override { return static_cast<std::int64_t>(bytes.size()); }
  std::int64_t CopyRange(int, int, std::uint64_t, std::uint64_t size) override {
    return static_cast<std::int64_t>(size);
  }
  int Truncate(int, std::uint64_t) override { return 0; }
  int SetOwner(int, uid_t, gid_t) override { return 0; }
  int SetMode(int, mode_t) override { return 0; }
  int SetTimes(int, const timespec&, const timespec&) override { return 0; }
  int Sync(int) override { return 0; }
  int Close(int) override { return 0; }
  int Remove(const std::string&) override { return 0; }
  int Rename(const std::string&, const std::string&) override { return 0; }
  int List(const std::string&, std::vector<std::string>&) override { return 0; }
  int SyncDirectory(const std::string&) override { return 0; }
};

}  // namespace fdr
