// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which files that are read are open.  An archive may have more volumes than a process may have
// descriptors, so files are closed while others are read.

#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace fdr {

/// If there are more files than may be open, it closes those that were not read for the longest
/// time.  Serves many threads at once.  Outlives its files.
class FilePool {
 public:
  enum class Closing {
    kClosed,
    kInUse,  ///< a thread reads it
    kNever,  ///< it could not be opened again
  };

  class File {
   public:
    File() = default;
    virtual ~File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;

   protected:
    /// Notes that the file is in use.
    void Touch() const {
      if (!touched_.load(std::memory_order_relaxed))
        touched_.store(true, std::memory_order_relaxed);
    }

   private:
    friend class FilePool;

    /// Called with the lock of the pool: must not wait, nor use the pool.
    virtual Closing Close() = 0;

    mutable std::atomic<bool> touched_ = true;
    std::optional<std::list<File*>::iterator> place_ = {};
  };

  /// The pool of all archives, since descriptors belong to the process.  Lives as long as the
  /// program.  Takes half of the descriptors that the process may have (`ulimit -n`).
  static FilePool& OfProcess();

  explicit FilePool(std::size_t most) : most_(most) {}

  /// open(2) for reading, after other files were closed if necessary.  Returns a descriptor, or a
  /// negated errno number.
  int Open(const std::string& path);
  /// From now on the pool may close the file.
  void Add(File& file);
  /// No longer.
  void Remove(File& file);

  /// How many files it could close.
  std::size_t size() const;

 private:
  FilePool() = default;

  bool IsFull() const;
  bool CloseOne();

  const std::optional<std::size_t> most_ = {};
  mutable std::mutex mutex_;
  std::list<File*> files_;  // the next one to be closed comes first
};

}  // namespace fdr
