// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory in which others may write, too: whatever becomes of names meanwhile, what is read,
// changed or removed is a regular file of this directory, and no symbolic link is followed.

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
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// A regular file that is open.
class DirectoryFile {
 public:
  ~DirectoryFile();
  DirectoryFile(DirectoryFile&& other) noexcept;
  DirectoryFile& operator=(DirectoryFile&& other) noexcept;

  /// With its directory, as the directory was named.
  const std::string& path() const { return path_; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_size); }
  uid_t owner() const { return status_.st_uid; }
  /// Hard links.
  bool has_other_names() const { return status_.st_nlink > 1; }
  Timestamp written() const;

  /// Its bytes; a suffix of `name` says whether they are compressed.
  Result<std::unique_ptr<ByteSource>> Source(std::string name) const;
  /// All of them with one write(2), so that others may append as well.
  Result<void> Append(Bytes bytes) const;
  /// Until this object is destroyed.  kBusy if another process has the lock.
  Result<void> Lock() const;
  /// To be cut, and gone on with; `name` is for messages, and to be removed or renamed by.
  ByteSink IntoSink(std::string name) &&;

 private:
  friend class Directory;
  DirectoryFile(FileSystem& files, int fd, std::string path)
      : files_(&files), fd_(fd), path_(std::move(path)) {}

  FileSystem* files_;
  int fd_;
  std::string path_;
  struct stat status_ = {};  // when it was opened
};

/// Borrows the file system.
class Directory {
 public:
  /// "" is the working directory.
  static Result<Directory> Open(FileSystem& files, const std::string& path);
  ~Directory();
  Directory(Directory&& other) noexcept;
  Directory& operator=(Directory&& other) noexcept;

  /// What is in it, ascending.
  Result<std::vector<std::string>> Names() const;

  /// A file with this name, which has no slash in it.  kNotFound; kExists for Access::kNew, if
  /// anything has the name; kInvalidArgument if it is no regular file.
  Result<DirectoryFile> OpenFile(const std::string& name, Access access) const;

  /// kBusy if the name of a file that was opened here is another file's by now.
  Result<void> CheckName(const DirectoryFile& file) const;

  /// Removes a file that was opened here, if it still has its name: CheckName().
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
