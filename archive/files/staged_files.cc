// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/staged_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

namespace fdr {
namespace {

std::string PartOf(const std::string& path) { return path + std::string(StagedFiles::kSuffix); }

}  // namespace

// Ignores failures: nothing can be done about a file that cannot be removed.
StagedFiles::~StagedFiles() {
  for (const std::string& path : staged_) (void)RemoveFile(files_, PartOf(path));
}

int StagedFiles::Create(const std::string& path, mode_t mode) {
  const int fd = files_.Create(PartOf(path), mode & mode_);
  if (fd >= 0) staged_.push_back(path);
  return fd;
}

int StagedFiles::Open(const std::string& path) { return files_.Open(PartOf(path)); }

int StagedFiles::Remove(const std::string& path) {
  const int result = files_.Remove(PartOf(path));
  if (result >= 0) std::erase(staged_, path);
  return result;
}

int StagedFiles::Rename(const std::string& from, const std::string& to) {
  const int result = files_.Rename(PartOf(from), PartOf(to));
  if (result >= 0) std::replace(staged_.begin(), staged_.end(), from, to);
  return result;
}

Result<void> StagedFiles::Commit() {
  std::vector<std::string> committed;
  Result<void> done;
  while (done && !staged_.empty()) {
    const std::string path = staged_.back();
    done = RenameFile(files_, PartOf(path), path);
    if (!done) break;
    committed.push_back(path);
    staged_.pop_back();
  }
  // Usually all of the files are in one directory.
  std::set<std::filesystem::path> synced;
  for (const std::string& path : committed)
    if (done && synced.insert(std::filesystem::path(path).parent_path()).second)
      done = SyncDirectoryOf(files_, path);
  if (!done)
    for (const std::string& path : committed) (void)RemoveFile(files_, path);
  return done;
}

Result<void> CheckIsNew(FileSystem& files, const std::string& base) {
  if (base.empty() || base.back() == '/')
    return Fail(Errc::kInvalidArgument, "The new archive needs a name", base);
  if (auto is_free = CheckBaseIsFree(files, base); !is_free) return is_free;
  Result<std::string> left = FindPart(files, base, StagedFiles::kSuffix);
  if (!left) return Fail(std::move(left.error()));
  if (left->empty()) return {};
  return Fail(Errc::kExists, "Left by a program that was killed, or still runs", std::move(*left));
}

}  // namespace fdr
