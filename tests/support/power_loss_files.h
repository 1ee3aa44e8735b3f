// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Files in memory that lose their power.  Synced data stay, and chance decides about the rest.

#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/files/file_system.h"

namespace fdr::test {

/// A random beginning of the unsynced data of a file is left.  Zeros may follow it, and their
/// number may differ from that of the lost bytes.  Unsynced names are kept or lost, and a renamed
/// file may have its old name.  Bytes that were cut off without a sync may be back.  Each file is
/// decided separately.
class PowerLossFiles final : public FileSystem {
 public:
  explicit PowerLossFiles(std::uint32_t seed) : random_(seed) {}

  /// After this number of calls that change or sync anything, all further such calls fail.
  void LoseAfter(std::size_t calls) { calls_left_ = calls; }
  std::size_t calls() const { return calls_; }

  /// The files that are left on the medium, by name.
  std::map<std::string, ByteBuffer> Left();

  int Create(const std::string& path, mode_t mode) override;
  int Open(const std::string& path) override;
  int Lock(int) override { return 0; }
  int Duplicate(int fd) override;
  std::int64_t Write(int fd, Bytes bytes) override;
  int Truncate(int fd, std::uint64_t size) override;
  int SetOwner(int, uid_t, gid_t) override { return 0; }
  int SetMode(int, mode_t) override { return 0; }
  int SetTimes(int, const timespec&, const timespec&) override { return 0; }
  int Sync(int fd) override;
  int Close(int) override { return 0; }
  int Remove(const std::string& path) override;
  int Rename(const std::string& from, const std::string& to) override;
  int List(const std::string& directory, std::vector<std::string>& names) override;
  int SyncDirectory(const std::string&) override;

 private:
  struct File {
    ByteBuffer content;
    std::vector<ByteBuffer> versions;  // since the last sync, which is the first one
    bool name_is_synced = false;
    bool is_removed = false;
  };

  bool Dies();
  ByteBuffer LeftOf(const File& file);

  std::mt19937 random_;
  std::size_t calls_ = 0;
  std::optional<std::size_t> calls_left_;
  std::map<std::string, File> files_;
  std::vector<std::string> opened_;  // by descriptor
};

}  // namespace fdr::test
