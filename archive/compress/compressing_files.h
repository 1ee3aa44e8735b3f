// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compresses the files of an archive while they are written.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/compress/compress_file.h"
#include "fdr/archive/compress/compress_stream.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// What of an archive is compressed; kNone: not compressed.  The index never is.
struct ArchiveCompression {
  Compression volumes = Compression::kNone;
  Compression metadata = Compression::kNone;
  bool operator==(const ArchiveCompression&) const = default;
};

/// The suffix of files that are written in this format: ".xz", ".zst" or nothing.
std::string_view SuffixOf(Compression format);

/// The compression that a new archive has in the place of this one: the first that a file of the
/// kind has.  xz stands for formats that have no writer.
ArchiveCompression CompressionOf(const ArchiveFiles& archive);

/// A file system in which BASE.0 is BASE.0.xz, or .zst, and so on.  Also if the name goes on, as
/// in BASE.0.part.  Names that have a compression suffix already, and all others, are passed on as
/// they are.  A file is complete, and on the medium, when it is closed.  One thread at a time.
class CompressingFiles final : public FileSystem {
 public:
  /// Borrows the file system that really holds the files.
  CompressingFiles(FileSystem& files, const std::string& base, ArchiveCompression compression,
                   unsigned threads);
  ~CompressingFiles() override;

  int Create(const std::string& path, mode_t mode) override;
  int Open(const std::string& path) override { return files_.Open(NameOf(path)); }
  int Lock(int fd) override { return IsOurs(fd) ? 0 : files_.Lock(fd); }
  int Duplicate(int fd) override { return IsOurs(fd) ? -ENOTSUP : files_.Duplicate(fd); }
  std::int64_t Write(int fd, Bytes bytes) override;
  std::int64_t CopyRange(int fd, int from, std::uint64_t offset, std::uint64_t size) override {
    return IsOurs(fd) ? -EOPNOTSUPP : files_.CopyRange(fd, from, offset, size);
  }
  /// What a failed Write() has left is not cut off a compressed file: the file stays broken.
  int Truncate(int fd, std::uint64_t size) override {
    return IsOurs(fd) ? 0 : files_.Truncate(fd, size);
  }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return IsOurs(fd) ? -ENOTSUP : files_.SetOwner(fd, owner, group);
  }
  int SetMode(int fd, mode_t mode) override {
    return IsOurs(fd) ? -ENOTSUP : files_.SetMode(fd, mode);
  }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    return IsOurs(fd) ? -ENOTSUP : files_.SetTimes(fd, accessed, modified);
  }
  /// Does nothing to a compressed file before it is closed.
  int Sync(int fd) override { return IsOurs(fd) ? 0 : files_.Sync(fd); }
  int Close(int fd) override;
  int Remove(const std::string& path) override;
  int Rename(const std::string& from, const std::string& to) override;
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return files_.List(directory, names);
  }
  int SyncDirectory(const std::string& directory) override {
    return files_.SyncDirectory(directory);
  }

  /// Bytes in the compressed files that were closed, and are still there.
  std::uint64_t size() const;
  /// Bytes that were written to them.
  std::uint64_t content_size() const;

 private:
  struct OpenFile;
  struct Sizes {
    std::uint64_t file = 0, content = 0;
  };

  bool IsOurs(int fd) const { return open_.contains(fd); }
  Compression FormatOf(const std::string& path, std::size_t& end_of_part) const;
  std::string NameOf(const std::string& path) const;

  FileSystem& files_;
  std::string base_;
  ArchiveCompression compression_;
  unsigned threads_;
  std::map<int, std::unique_ptr<OpenFile>> open_;  // by numbers that no descriptor has
  int last_ = 1 << 30;
  std::map<std::string, Sizes> closed_;  // by names with suffixes
};

}  // namespace fdr
