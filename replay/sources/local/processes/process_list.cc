// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_list.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace fdr::local {

ProcessList::ProcessList(const std::string& proc)
    : directory_(opendir(proc.c_str())), target_(PATH_MAX) {}

const std::vector<InstanceId>& ProcessList::At(std::uint64_t reading) {
  if (reading_ != reading) List(pids_);
  reading_ = reading;
  return pids_;
}

void ProcessList::List(std::vector<InstanceId>& pids) {
  pids.clear();
  if (directory_ == nullptr) return;
  rewinddir(directory_.get());
  while (const dirent* entry = readdir(directory_.get())) {
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    InstanceId pid = 0;
    const auto [stop, error] = std::from_chars(entry->d_name, end, pid);
    if (error == std::errc() && stop == end && pid > 0) pids.push_back(pid);
  }
  std::sort(pids.begin(), pids.end());
}

// The directory of a process belongs to its effective user, even where its files are hidden.
std::uint32_t ProcessList::OwnerOf(InstanceId pid) {
  struct stat facts = {};
  if (directory_ == nullptr || fstatat(dirfd(directory_.get()), Path(pid, ""), &facts, 0) != 0)
    return 0;
  return facts.st_uid;
}

const char* ProcessList::Path(InstanceId pid, const char* file) {
  // The formatting functions of the library take as long as opening the file.
  char* end = std::to_chars(path_, path_ + sizeof path_, pid).ptr;
  *end++ = '/';
  const std::size_t room = static_cast<std::size_t>(path_ + sizeof path_ - end);
  const std::size_t length = std::min(std::strlen(file), room - 1);
  std::memcpy(end, file, length);
  end[length] = '\0';
  return path_;
}

std::optional<std::string_view> ProcessList::Read(InstanceId pid, const char* file,
                                                  ReadBuffer& buffer, Pieces pieces) {
  if (directory_ == nullptr) return std::nullopt;
  return buffer.ReadFile(dirfd(directory_.get()), Path(pid, file), pieces);
}

std::string_view ProcessList::Link(InstanceId pid, const char* file) {
  if (directory_ == nullptr) return {};
  const ssize_t n =
      readlinkat(dirfd(directory_.get()), Path(pid, file), target_.data(), target_.size());
  return n > 0 ? std::string_view(target_.data(), static_cast<std::size_t>(n)) : std::string_view();
}

std::optional<std::uint64_t> ProcessList::CountOpenFiles(InstanceId pid) {
  if (directory_ == nullptr) return std::nullopt;
  // Since Linux 6.2, the directory has the number as its size.  But it then includes descriptors
  // that are reserved: of a process that waits in accept() or open().
  const int fd =
      openat(dirfd(directory_.get()), Path(pid, "fd"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseDir> dir(fd < 0 ? nullptr : fdopendir(fd));
  if (dir == nullptr) return std::nullopt;
  std::uint64_t count = 0;
  while (const dirent* entry = readdir(dir.get())) count += entry->d_name[0] != '.';
  return count;
}

}  // namespace fdr::local
