// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

struct Target {
  std::string path;  // of the file itself, not of a link to it
  bool is_plain = true;
  mode_t mode = 0;  // of the old file; 0: there is none
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
  return Target{real.get(), true, old.st_mode & 0777};
}

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

int WriteAndClose(int fd, std::string_view bytes) {
  const int written = WriteAll(fd, bytes);
  return ::close(fd) != 0 && written == 0 ? errno : written;
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
  std::string early;
  const int fd = target->is_plain ? CreateBeside(target->path, early)
                                  : ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return FailSystem(errno, path);
  int error = target->mode != 0 && ::fchmod(fd, target->mode) != 0 ? errno : 0;
  const int written = WriteAndClose(fd, bytes);
  if (error == 0) error = written;
  if (!target->is_plain && error == 0) return {};
  if (error == 0 && std::rename(early.c_str(), target->path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  if (target->is_plain) ::unlink(early.c_str());
  return FailSystem(error, path);
}

}  // namespace fdr::tools
