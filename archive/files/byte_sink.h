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
#include "fdr/archive/base/error.h"
#include "fdr/archive/files/file_system.h"

namespace fdr {

/// Whose a file is, who may use it, and since when it is as it is.
struct FileAttributes {
  uid_t owner = 0;
  gid_t group = 0;
  mode_t mode = 0;  ///< the bits that chmod(2) sets
  timespec accessed = {};
  timespec modified = {};
};

/// Each record is one write, so that a process that is killed leaves whole records behind, but for
/// the one in flight.  An append that fails is undone as far as the system lets us, and the first
/// failure is final: every later call gives the same error.  One thread at a time.
class ByteSink {
 public:
  /// Makes a new file; kExists if there is one already.  Borrows the file system.
  static Result<ByteSink> Create(FileSystem& files, std::string path, mode_t mode = kOpenToAll);

  /// Opens a file that is there: to be locked, and then to be cut to the size behind which it goes
  /// on.  Nothing is changed so far.
  static Result<ByteSink> Open(FileSystem& files, std::string path);

  /// Takes over a descriptor that appends, to a file that is to be cut before anything else.
  static ByteSink Adopt(FileSystem& files, int fd, std::string name) {
    return {files, fd, std::move(name)};
  }

  /// Another handle for the same file, to sync it while this one goes on, maybe in another thread;
  /// nothing if there is nothing new since that was done, or this was called.
  Result<std::optional<ByteSink>> HandleToSync();

  /// Until this and its duplicates are closed: kBusy if somebody else has the file.
  Result<void> Lock();

  /// Drops what is behind the first `size` bytes, and returns when that is on the medium.
  Result<void> Cut(std::uint64_t size);

  /// Gives the file another name; kExists if something has it.
  Result<void> Rename(std::string name);

  /// Closes the file, whatever that gives: call Close() to know.
  ~ByteSink();
  ByteSink(ByteSink&& other) noexcept;
  ByteSink& operator=(ByteSink&& other) noexcept;

  /// Appends all bytes or, but for what `what` of the error says, none.
  Result<void> Append(Bytes record);

  /// All of them, or this fails.  What is appended later changes the times again.
  Result<void> SetAttributes(const FileAttributes& attributes);

  /// Returns when the bytes are on the medium; at once if they were before.
  Result<void> Sync();

  /// Gives the error of an earlier failure, if there was one.  The sink is unusable afterwards.
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
  bool is_handed_out_ = false;  // to be synced, as far as it goes
  std::optional<Error> broken_;
};

/// One after the other; after a failure the rest is only closed.
Result<void> SyncAndClose(std::vector<ByteSink> files);

}  // namespace fdr
