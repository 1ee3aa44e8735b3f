// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The system calls of a writer.  Everything that writes archives goes through this seam, so that a
// test can make any single call fail, be interrupted, or do only half of its work.

#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// How a file is opened; kNew creates it, and fails if the name is taken.
enum class Access { kRead, kAppend, kNew };

/// The mode of a new file, before the process's umask(2): open to all users, or only to its owner.
constexpr mode_t kOpenToAll = 0666;
constexpr mode_t kOpenToOwner = 0600;

/// Each call does what the system call does and no more: no retries, no loops.  A negative result
/// is a negated errno number.  Safe to use from several threads, each with its own descriptors.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// open(2): a descriptor that appends to a new file; -EEXIST if the name is taken.
  virtual int Create(const std::string& path, mode_t mode) = 0;
  /// open(2): a descriptor that appends to an existing file.
  virtual int Open(const std::string& path) = 0;
  /// flock(2), exclusive, until all descriptors of this opening are closed: -EWOULDBLOCK if another
  /// opening has the lock.  Does nothing on a file system without locks.
  virtual int Lock(int fd) = 0;
  /// fcntl(2): another descriptor of the same opening.
  virtual int Duplicate(int fd) = 0;
  /// write(2): returns the number of appended bytes, which may be fewer than given.
  virtual std::int64_t Write(int fd, Bytes bytes) = 0;
  /// copy_file_range(2): appends up to `size` bytes of the file `from`, from `offset` on.  Returns
  /// the number of appended bytes, 0 at the end of that file.  -EOPNOTSUPP if the caller has to
  /// read and write the bytes.
  virtual std::int64_t CopyRange(int /*fd*/, int /*from*/, std::uint64_t /*offset*/,
                                 std::uint64_t /*size*/) {
    return -EOPNOTSUPP;
  }
  /// ftruncate(2)
  virtual int Truncate(int fd, std::uint64_t size) = 0;
  /// fchown(2)
  virtual int SetOwner(int fd, uid_t owner, gid_t group) = 0;
  /// fchmod(2)
  virtual int SetMode(int fd, mode_t mode) = 0;
  /// futimens(2)
  virtual int SetTimes(int fd, const timespec& accessed, const timespec& modified) = 0;
  /// fsync(2)
  virtual int Sync(int fd) = 0;
  /// close(2): the descriptor is gone even if this fails.
  virtual int Close(int fd) = 0;
  /// unlink(2)
  virtual int Remove(const std::string& path) = 0;
  /// renameat2(2) that replaces nothing: -EEXIST if the new name is taken.
  virtual int Rename(const std::string& from, const std::string& to) = 0;
  /// readdir(3): the names in a directory, in any order.
  virtual int List(const std::string& directory, std::vector<std::string>& names) = 0;
  /// fsync(2) of a directory: the names of its files are on the medium.
  virtual int SyncDirectory(const std::string& directory) = 0;

  // Files in memory do not need the following.

  /// open(2) of a directory.
  virtual int OpenDirectory(const std::string&) { return -ENOTSUP; }
  /// openat(2) of a name in a directory.  Follows no symbolic link, and never blocks.
  virtual int OpenIn(int /*directory*/, const std::string& /*name*/, Access) { return -ENOTSUP; }
  /// unlinkat(2): of a symbolic link, the link.
  virtual int RemoveIn(int /*directory*/, const std::string& /*name*/) { return -ENOTSUP; }
};

/// The operating system's files.  Lives as long as the program.
FileSystem& PosixFileSystem();

/// Repeats a call that a signal has interrupted, as any call that waits for a device may be.
template <class Call>
auto Uninterrupted(Call call) {
  auto result = call();
  while (result == -EINTR) result = call();
  return result;
}

/// Removes a file.
Result<void> RemoveFile(FileSystem& files, const std::string& path);

/// Renames a file; kExists if the new name is taken.
Result<void> RenameFile(FileSystem& files, const std::string& from, const std::string& to);

/// Returns when the names in the directory of the file are on the medium.
Result<void> SyncDirectoryOf(FileSystem& files, const std::string& path);

/// Returns an existing file whose name is a part of the archive `base` plus `suffix`; empty without
/// such a file.  Without a suffix, also the journal of an archive that is being replaced
/// (replacement_journal.h).
Result<std::string> FindPart(FileSystem& files, const std::string& base,
                             std::string_view suffix = {});

/// kExists if a file exists that is, or would be, a part of the archive `base`.
Result<void> CheckBaseIsFree(FileSystem& files, const std::string& base);

/// For file systems without renameat2(2), such as NFS and exFAT: takes the new name with an empty
/// file, and then replaces that.  Behaves like FileSystem::Rename() for files of the system.
int RenameOntoPlaceholder(const std::string& from, const std::string& to);

}  // namespace fdr
