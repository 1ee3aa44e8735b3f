// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "fdr/archive/files/file_system.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

struct Target {
  std::string path;  // of the file itself, not of a link to it
  bool is_plain = true;
  // Of the old file:
  mode_t mode = 0;  // 0: there is none
  uid_t owner = 0;
  gid_t group = 0;
};

Result<Target> TargetOf(const std::string& path) {
  struct stat old = {};
  if (path.empty()) return FailSystem(ENOENT, path);
  if (::stat(path.c_str(), &old) != 0) {
    if (errno != ENOENT) return FailSystem(errno, path);
    return Target{path, true, 0};
  }
  if (S_ISDIR(old.st_mode)) return FailSystem(EISDIR, path);
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  if (!S_ISREG(old.st_mode) || real == nullptr) return Target{path, false, 0};
  return Target{real.get(), true, old.st_mode & 0777, old.st_uid, old.st_gid};
}

Result<Target> OwnTargetOf(const std::string& path) {
  struct stat old = {};
  if (::lstat(path.c_str(), &old) != 0) {
    if (errno != ENOENT) return FailSystem(errno, path);
    return Target{path, true, 0};
  }
  if (!S_ISREG(old.st_mode))
    return Fail(Errc::kInvalidArgument, "A link, or no ordinary file", path);
  return Target{path, true, old.st_mode & 0777, old.st_uid, old.st_gid};
}

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

enum class Sync : std::uint8_t { kNever, kAlways };

int WriteAndClose(int fd, std::string_view bytes, Sync sync) {
  int error = WriteAll(fd, bytes);
  if (error == 0 && sync == Sync::kAlways && ::fsync(fd) != 0) error = errno;
  return ::close(fd) != 0 && error == 0 ? errno : error;
}

// A new file beside the target, with another name for each process.
int CreateBeside(const std::string& path, std::string& name) {
  constexpr int kTries = 100;  // processes of other machines may share the directory
  for (int i = 0; i < kTries; ++i) {
    name = fmt::format("{}.{}-{}.part", path, ::getpid(), i);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

// Only root can keep the owner of a file that is not his.
int KeepAttributes(int fd, const Target& target) {
  if (target.mode == 0) return 0;
  if (::geteuid() == 0 && ::fchown(fd, target.owner, target.group) != 0) return errno;
  return ::fchmod(fd, target.mode) != 0 ? errno : 0;
}

Result<void> Replace(const Target& target, std::string_view bytes, Sync sync) {
  std::string early;
  const int fd = CreateBeside(target.path, early);
  if (fd < 0) return FailSystem(errno, target.path);
  int error = KeepAttributes(fd, target);
  const int written = WriteAndClose(fd, bytes, sync);
  if (error == 0) error = written;
  if (error == 0 && std::rename(early.c_str(), target.path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  ::unlink(early.c_str());
  return FailSystem(error, target.path);
}

}  // namespace

Result<void> CheckReplaceable(const std::string& path) {
  const Result<Target> target = TargetOf(path);
  if (!target) return Fail(target.error());
  const std::string& place = target->is_plain ? DirectoryOf(target->path) : target->path;
  if (::access(place.c_str(), W_OK) != 0) return FailSystem(errno, path);
  return {};
}

Result<void> ReplaceFile(const std::string& path, std::string_view bytes) {
  const Result<Target> target = TargetOf(path);
  if (!target) return Fail(target.error());
  if (target->is_plain) return Replace(*target, bytes, Sync::kNever);
  const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const int error = fd < 0 ? errno : WriteAndClose(fd, bytes, Sync::kNever);
  return error == 0 ? Result<void>() : FailSystem(error, path);
}

Result<void> ReplaceOwnFile(const std::string& path, std::string_view bytes) {
  const Result<Target> target = OwnTargetOf(path);
  if (!target) return Fail(target.error());
  if (Result<void> replaced = Replace(*target, bytes, Sync::kAlways); !replaced) return replaced;
  return SyncDirectoryOf(PosixFileSystem(), path);
}

}  // namespace fdr::tools
