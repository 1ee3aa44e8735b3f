// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/file_system.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace fdr {
namespace {

template <class Number>
Number OrErrno(Number result) {
  return result < 0 ? static_cast<Number>(-errno) : result;
}

class Posix final : public FileSystem {
 public:
  int Create(const std::string& path) override {
    constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC;
    return OrErrno(::open(path.c_str(), kFlags, 0666));
  }
  std::int64_t Write(int fd, Bytes bytes) override {
    return OrErrno<std::int64_t>(::write(fd, bytes.data(), bytes.size()));
  }
  int Truncate(int fd, std::uint64_t size) override {
    return OrErrno(::ftruncate(fd, static_cast<off_t>(size)));
  }
  int Sync(int fd) override { return OrErrno(::fsync(fd)); }
  int Close(int fd) override { return OrErrno(::close(fd)); }
  int Remove(const std::string& path) override { return OrErrno(::unlink(path.c_str())); }
  int Rename(const std::string& from, const std::string& to) override {
    const int result =
        OrErrno(::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE));
    if (result != -EINVAL) return result;
    // A file system that cannot do that, such as NFS: a second name, then one name less.
    if (::link(from.c_str(), to.c_str()) != 0) return -errno;
    return Remove(from);
  }
};

}  // namespace

FileSystem& PosixFileSystem() {
  static Posix posix;
  return posix;
}

}  // namespace fdr
