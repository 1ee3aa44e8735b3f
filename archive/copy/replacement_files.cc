// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/replacement_files.h"

#include "fdr/archive/files/replacement_journal.h"

namespace fdr {

int ReplacementFiles::Create(const std::string& path, mode_t mode) {
  return files_.Create(ReplacementName(path), mode);
}

int ReplacementFiles::Open(const std::string& path) { return files_.Open(ReplacementName(path)); }

int ReplacementFiles::Remove(const std::string& path) {
  return files_.Remove(ReplacementName(path));
}

int ReplacementFiles::Rename(const std::string& from, const std::string& to) {
  return files_.Rename(ReplacementName(from), ReplacementName(to));
}

int ReplacementFiles::List(const std::string& directory, std::vector<std::string>& names) {
  std::vector<std::string> all;
  const int result = files_.List(directory, all);
  for (const std::string& name : all)
    if (auto replaced = NameReplaced(name)) names.push_back(std::move(*replaced));
  return result;
}

}  // namespace fdr
