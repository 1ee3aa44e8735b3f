// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/file_pool.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <cerrno>

namespace fdr {
namespace {

// Sockets, new files and libraries need descriptors, too.
constexpr std::size_t kPart = 2;
// So few are not worth the question how many there may be.
constexpr std::size_t kFew = 16;

}  // namespace

FilePool& FilePool::OfProcess() {
  static FilePool& pool = *new FilePool;  // files that static objects hold may be closed last
  return pool;
}

// A program may change the limit at any time.
bool FilePool::IsFull() const {
  const std::size_t open = size();
  if (most_) return open >= *most_;
  rlimit limit{};
  return open >= kFew && ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && open >= limit.rlim_cur / kPart;
}

int FilePool::Open(const std::string& path) {
  while (IsFull() && CloseOne()) {
  }
  while (true) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0) return fd;
    const int failure = errno;
    if ((failure != EMFILE && failure != ENFILE) || !CloseOne()) return -failure;
  }
}

// A file that was read since it was last looked at is passed over once.
bool FilePool::CloseOne() {
  const std::lock_guard lock(mutex_);
  for (std::size_t looks = 2 * files_.size(); looks > 0 && !files_.empty(); --looks) {
    File& file = *files_.front();
    const Closing closing =
        file.touched_.exchange(false, std::memory_order_relaxed) ? Closing::kInUse : file.Close();
    if (closing == Closing::kInUse) {
      files_.splice(files_.end(), files_, files_.begin());
      continue;
    }
    files_.pop_front();
    file.place_.reset();
    if (closing == Closing::kClosed) return true;
  }
  return false;
}

void FilePool::Add(File& file) {
  const std::lock_guard lock(mutex_);
  file.place_ = files_.insert(files_.end(), &file);
}

void FilePool::Remove(File& file) {
  const std::lock_guard lock(mutex_);
  if (file.place_) files_.erase(*file.place_);
  file.place_.reset();
}

std::size_t FilePool::size() const {
  const std::lock_guard lock(mutex_);
  return files_.size();
}

}  // namespace fdr
