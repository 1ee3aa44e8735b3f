// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/memory_file_system.h"

#include <cerrno>
#include <filesystem>

namespace fdr::test {

int MemoryFileSystem::Count(const char* name) {
  const std::size_t call = calls_.size();
  calls_.emplace_back(name);
  if (call >= fail_from_) return -fail_from_error_;
  const auto failure = failures_.find(call);
  return failure == failures_.end() ? 0 : -failure->second;
}

int MemoryFileSystem::Create(const std::string& path, mode_t) {
  if (const int error = Count("create"); error != 0) return error;
  if (!files.try_emplace(path).second) return -EEXIST;
  descriptors_[next_descriptor_] = path;
  return next_descriptor_++;
}

int MemoryFileSystem::Open(const std::string& path) {
  if (const int error = Count("open"); error != 0) return error;
  if (!files.contains(path)) return -ENOENT;
  descriptors_[next_descriptor_] = path;
  return next_descriptor_++;
}

int MemoryFileSystem::Lock(int fd) {
  if (const int error = Count("lock"); error != 0) return error;
  return descriptors_.contains(fd) ? 0 : -EBADF;
}

int MemoryFileSystem::Duplicate(int fd) {
  if (const int error = Count("duplicate"); error != 0) return error;
  const auto descriptor = descriptors_.find(fd);
  if (descriptor == descriptors_.end()) return -EBADF;
  descriptors_[next_descriptor_] = descriptor->second;
  return next_descriptor_++;
}

std::int64_t MemoryFileSystem::Write(int fd, Bytes bytes) {
  const bool shortened = calls_.size() == shortened_;
  if (const int error = Count("write"); error != 0) return error;
  const auto descriptor = descriptors_.find(fd);
  if (descriptor == descriptors_.end()) return -EBADF;
  const Bytes written = shortened ? bytes.first(bytes.size() / 2) : bytes;
  ByteBuffer& content = files[descriptor->second];
  content.insert(content.end(), written.begin(), written.end());
  return static_cast<std::int64_t>(written.size());
}

int MemoryFileSystem::Truncate(int fd, std::uint64_t size) {
  if (const int error = Count("truncate"); error != 0) return error;
  const auto descriptor = descriptors_.find(fd);
  if (descriptor == descriptors_.end()) return -EBADF;
  files[descriptor->second].resize(size);
  return 0;
}

int MemoryFileSystem::CountOn(int fd, const char* name) {
  if (const int error = Count(name); error != 0) return error;
  return descriptors_.contains(fd) ? 0 : -EBADF;
}

int MemoryFileSystem::SetOwner(int fd, uid_t, gid_t) { return CountOn(fd, "owner"); }

int MemoryFileSystem::SetMode(int fd, mode_t) { return CountOn(fd, "mode"); }

int MemoryFileSystem::SetTimes(int fd, const timespec&, const timespec&) {
  return CountOn(fd, "times");
}

int MemoryFileSystem::Sync(int fd) { return CountOn(fd, "sync"); }

int MemoryFileSystem::Close(int fd) {
  const int error = Count("close");
  if (descriptors_.erase(fd) == 0) return -EBADF;
  return error;
}

int MemoryFileSystem::Remove(const std::string& path) {
  if (const int error = Count("remove"); error != 0) return error;
  return files.erase(path) == 0 ? -ENOENT : 0;
}

int MemoryFileSystem::Rename(const std::string& from, const std::string& to) {
  if (const int error = Count("rename"); error != 0) return error;
  if (!files.contains(from)) return -ENOENT;
  if (files.contains(to)) return -EEXIST;
  auto node = files.extract(from);
  node.key() = to;
  files.insert(std::move(node));
  for (auto& [fd, path] : descriptors_)
    if (path == from) path = to;
  return 0;
}

int MemoryFileSystem::List(const std::string& directory, std::vector<std::string>& names) {
  if (const int error = Count("list"); error != 0) return error;
  for (const auto& [name, content] : files) {
    const std::filesystem::path path(name);
    if (path.parent_path() == directory || (directory == "." && !path.has_parent_path()))
      names.push_back(path.filename().string());
  }
  return 0;
}

int MemoryFileSystem::SyncDirectory(const std::string&) { return Count("sync-directory"); }

}  // namespace fdr::test
