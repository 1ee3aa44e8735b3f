// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/text_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <utility>

namespace fdr {
namespace {

// No program can open an anonymous pipe to write into it.
bool IsAnonymousPipe(int fd) {
  struct statfs status = {};
  return ::fstatfs(fd, &status) == 0 && status.f_type == PIPEFS_MAGIC;
}

}  // namespace

Result<std::string> ReadToEnd(std::FILE* file, const std::string& name, std::size_t limit) {
  std::string text;
  std::array<char, 65536> part;
  while (text.size() <= limit) {
    errno = 0;
    const std::size_t size = std::fread(part.data(), 1, part.size(), file);
    text.append(part.data(), size);
    if (size == 0) break;
  }
  if (std::ferror(file) != 0) return FailSystem(errno, name);
  return text;
}

// A named pipe may wait for a writer for ever.  One that has a writer, as of <(...) in a shell, is
// read to its end.
Result<std::string> ReadTextFile(const std::string& path, std::size_t limit,
                                 const FileCheck& check) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return FailSystem(errno, path);
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(::fdopen(fd, "r"), close);
  if (!file) {
    ::close(fd);
    return FailSystem(ENOMEM, path);
  }
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return FailSystem(errno, path);
  if (const Result<void> checked = check ? check(status) : Result<void>(); !checked) {
    Error error = checked.error();
    error.file = path;
    return Fail(std::move(error));
  }
  std::string text;
  if (S_ISFIFO(status.st_mode)) {
    text.resize(1);
    const ssize_t size = ::read(fd, text.data(), text.size());
    if (size == 0 && !IsAnonymousPipe(fd))
      return Fail(Errc::kIo, "No program writes into this pipe", path);
    text.resize(size > 0 ? 1 : 0);
  }
  ::fcntl(fd, F_SETFL, O_RDONLY);
  Result<std::string> rest = ReadToEnd(file.get(), path, limit);
  if (rest) rest->insert(0, text);
  return rest;
}

}  // namespace fdr
