// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/power_loss_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace fdr::test {

bool PowerLossFiles::Dies() {
  ++calls_;
  if (!calls_left_) return false;
  if (*calls_left_ == 0) return true;
  --*calls_left_;
  return false;
}

int PowerLossFiles::Create(const std::string& path, mode_t) {
  if (Dies()) return -EIO;
  const auto [file, is_new] = files_.try_emplace(path);
  if (!is_new && !file->second.is_removed) return -EEXIST;
  file->second = File{.content = {}, .versions = {ByteBuffer()}};
  opened_.push_back(path);
  return static_cast<int>(opened_.size() - 1);
}

int PowerLossFiles::Open(const std::string& path) {
  const auto file = files_.find(path);
  if (file == files_.end() || file->second.is_removed) return -ENOENT;
  opened_.push_back(path);
  return static_cast<int>(opened_.size() - 1);
}

int PowerLossFiles::Duplicate(int fd) {
  const std::string path = opened_.at(static_cast<std::size_t>(fd));
  opened_.push_back(path);
  return static_cast<int>(opened_.size() - 1);
}

std::int64_t PowerLossFiles::Write(int fd, Bytes bytes) {
  if (Dies()) return -EIO;
  File& file = files_.at(opened_.at(static_cast<std::size_t>(fd)));
  file.content.insert(file.content.end(), bytes.begin(), bytes.end());
  file.versions.push_back(file.content);
  return static_cast<std::int64_t>(bytes.size());
}

int PowerLossFiles::Truncate(int fd, std::uint64_t size) {
  if (Dies()) return -EIO;
  File& file = files_.at(opened_.at(static_cast<std::size_t>(fd)));
  file.content.resize(size);
  file.versions.push_back(file.content);
  return 0;
}

int PowerLossFiles::Sync(int fd) {
  if (Dies()) return -EIO;
  File& file = files_.at(opened_.at(static_cast<std::size_t>(fd)));
  file.versions = {file.content};
  return 0;
}

int PowerLossFiles::Remove(const std::string& path) {
  if (Dies()) return -EIO;
  const auto file = files_.find(path);
  if (file == files_.end() || file->second.is_removed) return -ENOENT;
  file->second.is_removed = true;
  return 0;
}

// Until SyncDirectory(), Left() may return the file by its old name, its new name, both or neither.
int PowerLossFiles::Rename(const std::string& from, const std::string& to) {
  if (Dies()) return -EIO;
  const auto file = files_.find(from);
  if (file == files_.end() || file->second.is_removed) return -ENOENT;
  const auto [renamed, is_new] = files_.try_emplace(to);
  if (!is_new && !renamed->second.is_removed) return -EEXIST;
  renamed->second = file->second;
  renamed->second.name_is_synced = false;
  file->second.is_removed = true;
  std::replace(opened_.begin(), opened_.end(), from, to);
  return 0;
}

int PowerLossFiles::List(const std::string& directory, std::vector<std::string>& names) {
  for (const auto& [path, file] : files_)
    if (!file.is_removed && std::filesystem::path(path).parent_path() == directory)
      names.push_back(std::filesystem::path(path).filename());
  return 0;
}

int PowerLossFiles::SyncDirectory(const std::string&) {
  if (Dies()) return -EIO;
  for (auto& [path, file] : files_) file.name_is_synced = true;
  std::erase_if(files_, [](const auto& file) { return file.second.is_removed; });
  return 0;
}

// Returns a random state of the file since its last sync.  The last write before it may be half
// done.
ByteBuffer PowerLossFiles::LeftOf(const File& file) {
  const std::size_t state = random_() % file.versions.size();
  ByteBuffer left = file.versions[state];
  if (state == 0) return left;
  const std::size_t before = file.versions[state - 1].size();
  if (left.size() <= before) return left;
  const std::size_t kept = before + random_() % (left.size() - before + 1);
  const std::size_t size = left.size();
  left.resize(kept);
  const auto chance = random_() % 3;
  if (chance == 1) left.resize(size);  // zeros
  if (chance == 2) left.resize(kept + random_() % 4096);
  return left;
}

std::map<std::string, ByteBuffer> PowerLossFiles::Left() {
  std::map<std::string, ByteBuffer> left;
  for (const auto& [path, file] : files_)
    if (file.name_is_synced || random_() % 2 == 0) left[path] = LeftOf(file);
  return left;
}

}  // namespace fdr::test
