// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/file_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

namespace fdr {
namespace {

bool SameTime(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

Result<FileClaim> FileClaim::Take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0 && errno == ELOOP)
    return Fail(Errc::kIo, "A symbolic link: name the file that it stands for", path);
  if (fd < 0) return FailSystem(errno, path);
  FileClaim claim(path, fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return claim.Busy("Another process is working on it");
  if (Result<void> looked = claim.Look(); !looked) return Fail(std::move(looked.error()));
  return claim;
}

FileClaim::~FileClaim() {
  if (fd_ >= 0) ::close(fd_);
}

FileClaim::FileClaim(FileClaim&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      attributes_(other.attributes_),
      size_(other.size_) {}

FileClaim& FileClaim::operator=(FileClaim&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(attributes_, other.attributes_);
  std::swap(size_, other.size_);
  return *this;
}

Result<void> FileClaim::Look() {
  struct stat file, named;
  if (::fstat(fd_, &file) != 0) return FailSystem(errno, path_);
  if (!S_ISREG(file.st_mode)) return Fail(Errc::kIo, "Not a regular file", path_);
  // The last holder of the claim may have replaced the file.
  if (::lstat(path_.c_str(), &named) != 0) return FailSystem(errno, path_);
  if (named.st_ino != file.st_ino || named.st_dev != file.st_dev)
    return Busy("Somebody has just replaced it");
  if (file.st_nlink > 1)
    return Fail(Errc::kIo, "It has another name, a hard link, under which it would stay", path_);
  attributes_ = {.owner = file.st_uid,
                 .group = file.st_gid,
                 .mode = file.st_mode & mode_t{07777},
                 .accessed = file.st_atim,
                 .modified = file.st_mtim};
  size_ = static_cast<std::uint64_t>(file.st_size);
  return {};
}

// The system grants a read lease only if no process has the file open for writing.  A process that
// opens the file during the lease waits; this process would get a signal, one that has no effect.
Result<void> FileClaim::CheckNoWriter() const {
  ::fcntl(fd_, F_SETSIG, SIGURG);
  if (::fcntl(fd_, F_SETLEASE, F_RDLCK) == 0) {
    ::fcntl(fd_, F_SETLEASE, F_UNLCK);
    return {};
  }
  if (errno == EAGAIN) return Busy("A process has it open for writing");
  if (errno == EACCES) return Busy("Only its owner can see whether a process is writing it");
  return Busy("The file system does not tell whether a process is writing it");
}

Result<void> FileClaim::CheckUnchanged() const {
  struct stat now;
  if (::fstat(fd_, &now) != 0) return FailSystem(errno, path_);
  if (static_cast<std::uint64_t>(now.st_size) != size_ || now.st_nlink != 1 ||
      !SameTime(now.st_mtim, attributes_.modified))
    return Busy("Somebody has changed it meanwhile");
  return {};
}

tl::unexpected<Error> FileClaim::Busy(const char* what) const {
  return Fail(Errc::kBusy, what, path_);
}

}  // namespace fdr
