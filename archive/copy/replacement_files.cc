// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/replacement_files.h"

#include <sys/stat.h>

#include <utility>

#include "fdr/archive/files/replacement_journal.h"

namespace fdr {

std::optional<FileId> ReplacementFiles::Made(const std::string& path) const {
  const auto made = made_.find(path);
  return made == made_.end() ? std::nullopt : std::optional(made->second);
}

int ReplacementFiles::Create(const std::string& path, mode_t mode) {
  const int fd = files_.Create(ReplacementName(path), mode);
  struct stat status = {};
  if (fd < 0 || ::fstat(fd, &status) != 0) return fd;
  made_.insert_or_assign(path, FileId{status.st_dev, status.st_ino});
  return fd;
}

int ReplacementFiles::Remove(const std::string& path) {
  const int result = files_.Remove(ReplacementName(path));
  if (result == 0) made_.erase(path);
  return result;
}

int ReplacementFiles::Rename(const std::string& from, const std::string& to) {
  const int result = files_.Rename(ReplacementName(from), ReplacementName(to));
  auto made = result == 0 ? made_.extract(from) : decltype(made_)::node_type();
  if (!made) return result;
  made.key() = to;
  made_.insert(std::move(made));
  return result;
}

int ReplacementFiles::List(const std::string& directory, std::vector<std::string>& names) {
  std::vector<std::string> all;
  const int result = files_.List(directory, all);
  for (const std::string& name : all)
    if (auto replaced = NameReplaced(name)) names.push_back(std::move(*replaced));
  return result;
}

}  // namespace fdr
