// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/directory_names.h"
#include "fdr/archive/files/replacement_journal.h"

namespace fdr {
namespace {

template <class Number>
Number OrErrno(Number result) {
  return result < 0 ? static_cast<Number>(-errno) : result;
}

constexpr int kNewFile = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC;

class Posix final : public FileSystem {
 public:
  int Create(const std::string& path, mode_t mode) override {
    return OrErrno(::open(path.c_str(), kNewFile, mode));
  }
  int Open(const std::string& path) override {
    return OrErrno(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  }
  int Lock(int fd) override {
    const int result = OrErrno(::flock(fd, LOCK_EX | LOCK_NB));
    return result == -ENOLCK || result == -EOPNOTSUPP || result == -ENOSYS ? 0 : result;
  }
  int Duplicate(int fd) override { return OrErrno(::fcntl(fd, F_DUPFD_CLOEXEC, 0)); }
  std::int64_t Write(int fd, Bytes bytes) override {
    return OrErrno<std::int64_t>(::write(fd, bytes.data(), bytes.size()));
  }
  // The system does not copy to a file that is open to append.
  std::int64_t CopyRange(int fd, int from, std::uint64_t offset, std::uint64_t size) override {
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags < 0 || ::lseek(fd, 0, SEEK_END) < 0) return -errno;
    if (::fcntl(fd, F_SETFL, flags & ~O_APPEND) < 0) return -errno;
    auto at = static_cast<loff_t>(offset);
    const auto copied = OrErrno<std::int64_t>(
        ::copy_file_range(from, &at, fd, nullptr, static_cast<std::size_t>(size), 0));
    return ::fcntl(fd, F_SETFL, flags) < 0 ? -errno : copied;
  }
  int Truncate(int fd, std::uint64_t size) override {
    return OrErrno(::ftruncate(fd, static_cast<off_t>(size)));
  }
  int SetOwner(int fd, uid_t owner, gid_t group) override {
    return OrErrno(::fchown(fd, owner, group));
  }
  int SetMode(int fd, mode_t mode) override { return OrErrno(::fchmod(fd, mode)); }
  int SetTimes(int fd, const timespec& accessed, const timespec& modified) override {
    const std::array<timespec, 2> times = {accessed, modified};
    return OrErrno(::futimens(fd, times.data()));
  }
  int Sync(int fd) override { return OrErrno(::fsync(fd)); }
  int Close(int fd) override { return OrErrno(::close(fd)); }
  int Remove(const std::string& path) override { return OrErrno(::unlink(path.c_str())); }
  int Rename(const std::string& from, const std::string& to) override {
    const int result =
        OrErrno(::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE));
    const bool unknown = result == -EINVAL || result == -ENOSYS || result == -EOPNOTSUPP;
    return unknown ? RenameOntoPlaceholder(from, to) : result;
  }
  int List(const std::string& directory, std::vector<std::string>& names) override {
    return TakeNames(::opendir(directory.c_str()), "", names);
  }
  int SyncDirectory(const std::string& directory) override {
    const int fd = OrErrno(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd < 0) return fd;
    const int result = OrErrno(::fsync(fd));
    ::close(fd);
    return result == -EINVAL ? 0 : result;  // some file systems cannot sync this
  }
  int OpenDirectory(const std::string& path) override {
    return OrErrno(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  int OpenIn(int directory, const std::string& name, Access access) override {
    int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    flags |= access == Access::kRead ? O_RDONLY : O_RDWR | O_APPEND;
    if (access == Access::kNew) flags |= O_CREAT | O_EXCL;
    return OrErrno(::openat(directory, name.c_str(), flags, 0644));
  }
  int RemoveIn(int directory, const std::string& name) override {
    return OrErrno(::unlinkat(directory, name.c_str(), 0));
  }
};

std::string DirectoryOf(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

}  // namespace

FileSystem& PosixFileSystem() {
  static Posix posix;
  return posix;
}

int RenameOntoPlaceholder(const std::string& from, const std::string& to) {
  const int fd = OrErrno(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (fd < 0) return fd;
  ::close(fd);
  const int result = OrErrno(::rename(from.c_str(), to.c_str()));
  if (result < 0) ::unlink(to.c_str());
  return result;
}

Result<void> RemoveFile(FileSystem& files, const std::string& path) {
  const int result = Uninterrupted([&] { return files.Remove(path); });
  if (result < 0) return FailSystem(-result, path);
  return {};
}

Result<void> RenameFile(FileSystem& files, const std::string& from, const std::string& to) {
  const int result = Uninterrupted([&] { return files.Rename(from, to); });
  if (result < 0) return FailSystem(-result, to);
  return {};
}

Result<void> SyncDirectoryOf(FileSystem& files, const std::string& path) {
  const std::string directory = DirectoryOf(path);
  const int result = Uninterrupted([&] { return files.SyncDirectory(directory); });
  if (result < 0) return FailSystem(-result, directory);
  return {};
}

Result<std::string> FindPart(FileSystem& files, const std::string& base, std::string_view suffix) {
  const std::string directory = DirectoryOf(base);
  std::vector<std::string> names;
  const int result = Uninterrupted([&] {
    names.clear();
    return files.List(directory, names);
  });
  if (result < 0) return FailSystem(-result, directory);
  const std::string stem = std::filesystem::path(base).filename().string();
  for (const std::string& name : names)
    if ((suffix.empty() && name == stem + std::string(kJournalSuffix)) ||
        (name.ends_with(suffix) && IsPartOf(name.substr(0, name.size() - suffix.size()), stem)))
      return std::filesystem::path(base).replace_filename(name).string();
  return std::string();
}

Result<void> CheckBaseIsFree(FileSystem& files, const std::string& base) {
  Result<std::string> part = FindPart(files, base);
  if (!part) return Fail(std::move(part.error()));
  if (part->empty()) return {};
  return Fail(Errc::kExists, "There is such an archive already", std::move(*part));
}

}  // namespace fdr
