// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/collecting_files.h"

namespace fdr {

// What could not be written goes on waiting.
int CollectingFiles::Flush(int fd) {
  const auto found = by_descriptor_.find(fd);
  if (found == by_descriptor_.end()) return 0;
  ByteBuffer& waiting = found->second.waiting;
  std::size_t done = 0;
  std::int64_t n = 1;
  while (done < waiting.size() && n > 0) {
    n = Uninterrupted([&] { return files_.Write(fd, Bytes(waiting).subspan(done)); });
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  found->second.written += done;
  waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(done));
  if (waiting.empty()) return 0;
  return n < 0 ? static_cast<int>(n) : -ENOSPC;
}

std::int64_t CollectingFiles::Write(int fd, Bytes bytes) {
  auto& [written, waiting] = by_descriptor_[fd];
  if (waiting.size() + bytes.size() > kMostWaiting)
    if (const int flushed = Flush(fd); flushed < 0) return flushed;
  if (bytes.size() > kMostWaiting) {
    const std::int64_t n = files_.Write(fd, bytes);
    written += n > 0 ? static_cast<std::uint64_t>(n) : 0;
    return n;
  }
  waiting.insert(waiting.end(), bytes.begin(), bytes.end());
  return static_cast<std::int64_t>(bytes.size());
}

std::int64_t CollectingFiles::CopyRange(int fd, int from, std::uint64_t offset,
                                        std::uint64_t size) {
  if (const int flushed = Flush(fd); flushed < 0) return flushed;
  const std::int64_t n = files_.CopyRange(fd, from, offset, size);
  by_descriptor_[fd].written += n > 0 ? static_cast<std::uint64_t>(n) : 0;
  return n;
}

int CollectingFiles::Duplicate(int fd) {
  if (const int flushed = Flush(fd); flushed < 0) return flushed;
  return files_.Duplicate(fd);
}

// Bytes that wait may be cut off, too: after a failure, they are.  A longer file keeps all.
int CollectingFiles::Truncate(int fd, std::uint64_t size) {
  auto& [written, waiting] = by_descriptor_[fd];
  if (size >= written && size - written <= waiting.size()) {
    waiting.resize(static_cast<std::size_t>(size - written));
    return 0;
  }
  if (size < written)
    waiting.clear();
  else if (const int flushed = Flush(fd); flushed < 0)
    return flushed;
  const int cut = files_.Truncate(fd, size);
  if (cut >= 0) written = size;
  return cut;
}

int CollectingFiles::Sync(int fd) {
  if (const int flushed = Flush(fd); flushed < 0) return flushed;
  return files_.Sync(fd);
}

int CollectingFiles::Close(int fd) {
  const int flushed = Flush(fd);
  by_descriptor_.erase(fd);
  const int closed = files_.Close(fd);
  return flushed < 0 ? flushed : closed;
}

}  // namespace fdr
