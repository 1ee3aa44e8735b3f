// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/corpus_names.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tests/support/peer.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> NamesBelow(const std::string& top) {
  std::vector<std::string> directories = {top}, names;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(top, error))
    if (entry.is_directory()) directories.push_back(entry.path());
  EXPECT_FALSE(error) << top;
  for (const std::string& directory : directories) {
    if (directory != top) names.push_back(directory);
    const auto archives = FindArchives(directory);
    if (!archives) continue;
    for (const ArchiveFiles& files : *archives) names.push_back(files.base);
  }
  return names;
}

}  // namespace

std::vector<std::string> CorpusNames() { return NamesBelow(kPeerArchives); }

std::vector<std::string> DamagedCorpusNames() { return NamesBelow(kPeerDamagedArchives); }

}  // namespace fdr::test
