// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/kernel_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace fdr::local {
namespace {

// Larger than any kernel file; an endless file must not take all memory.
constexpr std::size_t kMaxFileSize = std::size_t{1} << 30;
// Most files are smaller.  For those below /proc/sys, the kernel clears as much memory as a read
// asks for.
constexpr std::size_t kFirstRead = 4000;

// Leaves 24 descriptors to other code.  The system always gives out the lowest free one.
bool IsAmongTheLast(int descriptor) {
  constexpr rlim_t kForOthers = 24;
  rlimit files{};
  return getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY &&
         static_cast<rlim_t>(descriptor) + kForOthers >= files.rlim_cur;
}

}  // namespace

std::optional<std::string_view> ReadBuffer::ReadAll(int descriptor, Pieces pieces) {
  std::size_t size = 0;
  while (true) {
    if (size == bytes_.size()) {
      if (size >= kMaxFileSize) return std::nullopt;
      bytes_.resize(size * 2);
    }
    const std::size_t room = bytes_.size() - size;
    const std::size_t wanted =
        pieces == Pieces::kOne ? room : std::min(room, std::max(kFirstRead, size));
    const ssize_t n = pread(descriptor, bytes_.data() + size, wanted, static_cast<off_t>(size));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    if (n == 0) return std::string_view(bytes_.data(), size);
    size += static_cast<std::size_t>(n);
    if (pieces == Pieces::kOne && size < bytes_.size())
      return std::string_view(bytes_.data(), size);
  }
}

std::optional<std::string_view> ReadBuffer::ReadFile(int directory, const char* path,
                                                     Pieces pieces) {
  const UniqueFd file(openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.IsOpen()) return std::nullopt;
  return ReadAll(file.get(), pieces);
}

std::optional<std::string_view> KernelFile::Read(ReadBuffer& buffer) {
  if (descriptor_.IsOpen())
    if (const auto content = buffer.ReadAll(descriptor_.get())) return content;
  // The file was not open, or its object is gone; perhaps there is a new one now.
  descriptor_.Reset(open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor_.IsOpen()) return std::nullopt;
  const auto content = buffer.ReadAll(descriptor_.get());
  if (!content || IsAmongTheLast(descriptor_.get())) descriptor_.Reset();
  return content;
}

}  // namespace fdr::local
