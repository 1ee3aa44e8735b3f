// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file that grows by whole records.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// The owner, the permissions and the times of a file.
struct FileAttributes {
  uid_t owner = 0;
  gid_t group = 0;
  mode_t mode = 0;  ///< the bits that chmod(2) sets
  timespec accessed = {};
  timespec modified = {};
};

/// Each record is one write, so a killed process leaves whole records, except the one in flight.  A
/// failed append is undone as far as the system allows.  The first failure is final: every later
/// call returns the same error.  One thread at a time.
class ByteSink {
 public:
  /// Creates a new file; kExists if it exists already.  Borrows the file system.
  static Result<ByteSink> Create(FileSystem& files, std::string path, mode_t mode = kOpenToAll);

  /// Opens an existing file, without changing it.  The caller then locks it, and cuts it to the
  /// size from which writing continues.
  static Result<ByteSink> Open(FileSystem& files, std::string path);

  /// Takes over a descriptor that appends to a file.  The caller must call Cut() first.
  static ByteSink Adopt(FileSystem& files, int fd, std::string name) {
    return {files, fd, std::move(name)};
  }

  /// Returns another handle for the same file, to sync it, maybe in another thread, while this one
  /// goes on writing.  Nothing if nothing was written since the last sync or the last call.
  Result<std::optional<ByteSink>> HandleToSync();

  /// Locks the file until this sink and its duplicates are closed.  kBusy if another process has
  /// the lock.
  Result<void> Lock();

  /// Drops all bytes after the first `size`, and returns when the change is on the medium.
  Result<void> Cut(std::uint64_t size);

  /// Renames the file; kExists if the name is taken.
  Result<void> Rename(std::string name);

  /// Closes the file and ignores errors; call Close() to see them.
  ~ByteSink();
  ByteSink(ByteSink&& other) noexcept;
  ByteSink& operator=(ByteSink&& other) noexcept;

  /// Appends all bytes.  A failure appends nothing, unless the error's `what` says otherwise.
  Result<void> Append(Bytes record);

  /// Appends `size` bytes of the source, from `offset` on.  If the system can copy them, they do
  /// not come into this process.  A failure may leave some of the bytes at the end.
  Result<void> AppendFrom(const ByteSource& source, std::uint64_t offset, std::uint64_t size);

  Result<void> SetOwner(uid_t owner, gid_t group);
  /// After SetOwner(), which may change the mode.
  Result<void> SetMode(mode_t mode);
  /// Sets all attributes, or fails.  Later appends change the times again.
  Result<void> SetAttributes(const FileAttributes& attributes);

  /// Returns when the bytes are on the medium; at once if they are already.
  Result<void> Sync();

  /// Returns the error of an earlier failure, if any.  The sink is unusable afterwards.
  Result<void> Close();

  std::uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }

 private:
  ByteSink(FileSystem& files, int fd, std::string name)
      : files_(&files), fd_(fd), name_(std::move(name)) {}
  Result<void> Break(int error_number, const char* note);

  FileSystem* files_;
  int fd_;  // -1 once closed, or moved away
  std::string name_;
  std::uint64_t size_ = 0;
  bool is_synced_ = false;
  bool is_handed_out_ = false;  // its present content, for a sync
  std::optional<Error> broken_;
};

/// Syncs the file and closes it.  If the sync fails, the file stays open.
Result<void> SyncAndClose(ByteSink& file);

/// Syncs and closes the files, one after the other.  After a failure the rest are only closed.
Result<void> SyncAndClose(std::vector<ByteSink> files);

}  // namespace fdr
