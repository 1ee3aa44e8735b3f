// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fdr {
namespace {

class PlainFile final : public ByteSource {
 public:
  PlainFile(std::string name, int fd, std::uint64_t size)
      : name_(std::move(name)), fd_(fd), size_(size) {}
  ~PlainFile() override { ::close(fd_); }
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;

  std::uint64_t size() const override { return size_; }
  int descriptor() const override { return fd_; }
  const std::string& name() const override { return name_; }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const override {
    std::size_t done = 0;
    while (done < out.size()) {
      const ssize_t n =
          ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return FailSystem(errno, name_, offset + done);
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  bool HasGrown() const override {
    struct stat status;
    return ::fstat(fd_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) != size_;
  }

  Result<void> Refresh() override {
    struct stat status;
    if (::fstat(fd_, &status) != 0) return FailSystem(errno, name_);
    size_ = static_cast<std::uint64_t>(status.st_size);
    return {};
  }

 private:
  std::string name_;
  int fd_;
  std::uint64_t size_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenPlainFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return FailSystem(errno, path);
  struct stat status;
  const int failure = ::fstat(fd, &status) != 0 ? errno : 0;
  if (failure != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd);
    if (failure != 0) return FailSystem(failure, path);
    return Fail(Errc::kIo, "Not a regular file", path);
  }
  return AdoptPlainFile(path, fd, static_cast<std::uint64_t>(status.st_size));
}

std::unique_ptr<ByteSource> AdoptPlainFile(std::string name, int fd, std::uint64_t size) {
  return std::make_unique<PlainFile>(std::move(name), fd, size);
}

}  // namespace fdr
