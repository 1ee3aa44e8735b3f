// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory in which other users may write, too.  Even if they change names meanwhile, only
// regular files of this directory are read, changed or removed, and no symbolic link is followed.

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// An open regular file.
class DirectoryFile {
 public:
  ~DirectoryFile();
  DirectoryFile(DirectoryFile&& other) noexcept;
  DirectoryFile& operator=(DirectoryFile&& other) noexcept;

  /// The name with the directory, as the directory was named.
  const std::string& path() const { return path_; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_size); }
  uid_t owner() const { return status_.st_uid; }
  FileId id() const { return {status_.st_dev, status_.st_ino}; }
  /// Whether the file has several hard links.
  bool has_other_names() const { return status_.st_nlink > 1; }
  Timestamp written() const;

  /// The content of the file.  A suffix of `name` decides whether the content is compressed.
  Result<std::unique_ptr<ByteSource>> Source(std::string name) const;
  /// Appends all bytes with one write(2), so that other processes may append as well.
  Result<void> Append(Bytes bytes) const;
  /// Locks the file until this object is destroyed.  kBusy if another process has the lock.
  Result<void> Lock() const;
  /// Returns a sink that continues the file after a Cut().  The sink uses `name` for messages,
  /// renaming and removing.
  ByteSink IntoSink(std::string name) &&;

 private:
  friend class Directory;
  DirectoryFile(FileSystem& files, int fd, std::string path)
      : files_(&files), fd_(fd), path_(std::move(path)) {}

  FileSystem* files_;
  int fd_;
  std::string path_;
  struct stat status_ = {};  // at the time of opening
};

/// Borrows the file system.
class Directory {
 public:
  /// "" is the working directory.
  static Result<Directory> Open(FileSystem& files, const std::string& path);
  ~Directory();
  Directory(Directory&& other) noexcept;
  Directory& operator=(Directory&& other) noexcept;

  /// The names in the directory, ascending.
  Result<std::vector<std::string>> Names() const;

  /// Opens a file by its name, which has no slash.  kNotFound; kExists for Access::kNew if the name
  /// is taken; kInvalidArgument if it is no regular file.
  Result<DirectoryFile> OpenFile(const std::string& name, Access access) const;

  /// Checks that a file opened here still has its name.  kBusy if another file has the name now.
  Result<void> CheckName(const DirectoryFile& file) const;

  /// Removes a file opened here, if it still has its name: see CheckName().
  Result<void> Remove(const DirectoryFile& file) const;

  std::string PathOf(const std::string& name) const;

 private:
  Directory(FileSystem& files, int fd, std::string path)
      : files_(&files), fd_(fd), path_(std::move(path)) {}

  FileSystem* files_;
  int fd_;
  std::string path_;
};

}  // namespace fdr
