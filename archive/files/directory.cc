// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/directory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "fdr/archive/files/directory_names.h"
#include "fdr/archive/source/plain_file.h"

namespace fdr {
namespace {

const char* WhatItIs(mode_t mode) {
  if (S_ISLNK(mode)) return "A symbolic link";
  return S_ISDIR(mode) ? "A directory" : "Not a regular file";
}

}  // namespace

DirectoryFile::~DirectoryFile() {
  if (fd_ >= 0) files_->Close(fd_);
}

DirectoryFile::DirectoryFile(DirectoryFile&& other) noexcept
    : files_(other.files_),
      fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      status_(other.status_) {}

DirectoryFile& DirectoryFile::operator=(DirectoryFile&& other) noexcept {
  std::swap(files_, other.files_);
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  std::swap(status_, other.status_);
  return *this;
}

Timestamp DirectoryFile::written() const {
  return {status_.st_mtim.tv_sec, static_cast<std::int32_t>(status_.st_mtim.tv_nsec)};
}

Result<std::unique_ptr<ByteSource>> DirectoryFile::Source(std::string name) const {
  const int fd = ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  if (fd < 0) return FailSystem(errno, path_);
  return AdoptPlainFile(std::move(name), fd, size());
}

Result<void> DirectoryFile::Append(Bytes bytes) const {
  const std::int64_t n = Uninterrupted([&] { return files_->Write(fd_, bytes); });
  if (n < 0) return FailSystem(static_cast<int>(-n), path_);
  if (static_cast<std::size_t>(n) < bytes.size()) return FailSystem(ENOSPC, path_);
  return {};
}

Result<void> DirectoryFile::Lock() const {
  const int result = Uninterrupted([&] { return files_->Lock(fd_); });
  if (result == -EWOULDBLOCK) return Fail(Errc::kBusy, "Another process is working on it", path_);
  if (result < 0) return FailSystem(-result, path_);
  return {};
}

ByteSink DirectoryFile::IntoSink(std::string name) && {
  return ByteSink::Adopt(*files_, std::exchange(fd_, -1), std::move(name));
}

Result<Directory> Directory::Open(FileSystem& files, const std::string& path) {
  const std::string name = path.empty() ? "." : path;
  const int fd = Uninterrupted([&] { return files.OpenDirectory(name); });
  if (fd < 0) return FailSystem(-fd, name);
  return Directory(files, fd, path);
}

// No data are written through this descriptor, so a failed close loses nothing.
Directory::~Directory() {
  if (fd_ >= 0) ::close(fd_);
}

Directory::Directory(Directory&& other) noexcept
    : files_(other.files_), fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

Directory& Directory::operator=(Directory&& other) noexcept {
  std::swap(files_, other.files_);
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

std::string Directory::PathOf(const std::string& name) const {
  return (std::filesystem::path(path_) / name).string();
}

// Opens the directory again, to read it from its start.  A duplicate would share the position.
Result<std::vector<std::string>> Directory::Names() const {
  const int fd = ::openat(fd_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const stream = fd >= 0 ? ::fdopendir(fd) : nullptr;
  if (stream == nullptr) {
    const int failure = errno;
    if (fd >= 0) ::close(fd);
    return FailSystem(failure, path_);
  }
  std::vector<std::string> names;
  if (const int failure = TakeNames(stream, "", names); failure < 0)
    return FailSystem(-failure, path_);
  std::sort(names.begin(), names.end());
  return names;
}

// Checks the kind of file first, because opening a device or pipe may have side effects.
Result<DirectoryFile> Directory::OpenFile(const std::string& name, Access access) const {
  struct stat status = {};
  if (access != Access::kNew) {
    if (::fstatat(fd_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      return FailSystem(errno, PathOf(name));
    if (!S_ISREG(status.st_mode))
      return Fail(Errc::kInvalidArgument, WhatItIs(status.st_mode), PathOf(name));
  }
  const int fd = Uninterrupted([&] { return files_->OpenIn(fd_, name, access); });
  if (fd < 0) return FailSystem(-fd, PathOf(name));
  DirectoryFile file(*files_, fd, PathOf(name));
  if (::fstat(fd, &file.status_) != 0) return FailSystem(errno, file.path());
  if (!S_ISREG(file.status_.st_mode))
    return Fail(Errc::kInvalidArgument, WhatItIs(file.status_.st_mode), file.path());
  return file;
}

Result<void> Directory::CheckName(const DirectoryFile& file) const {
  const std::string name = std::filesystem::path(file.path()).filename().string();
  struct stat named = {};
  if (::fstatat(fd_, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0)
    return FailSystem(errno, file.path());
  if (named.st_ino != file.status_.st_ino || named.st_dev != file.status_.st_dev)
    return Fail(Errc::kBusy, "Somebody has just replaced it", file.path());
  return {};
}

Result<void> Directory::Remove(const DirectoryFile& file) const {
  if (Result<void> checked = CheckName(file); !checked) return checked;
  const std::string name = std::filesystem::path(file.path()).filename().string();
  const int result = Uninterrupted([&] { return files_->RemoveIn(fd_, name); });
  if (result < 0) return FailSystem(-result, file.path());
  return {};
}

}  // namespace fdr
