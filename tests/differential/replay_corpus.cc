// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/replay_corpus.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/files/archive_name.h"
#include "fdr/tests/differential/replay_peer.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

const char* const kCorpus = "/var/lib/pcp/testsuite/archives";

std::vector<std::string> AllNames() {
  std::vector<std::string> directories = {kCorpus}, names;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(kCorpus, error))
    if (entry.is_directory()) directories.push_back(entry.path());
  EXPECT_FALSE(error) << kCorpus;
  for (const std::string& directory : directories) {
    if (directory != kCorpus) names.push_back(directory);
    const auto archives = FindArchives(directory);
    if (!archives) continue;
    for (const ArchiveFiles& files : *archives) names.push_back(files.base);
  }
  return names;
}

}  // namespace

const std::vector<std::string>& ReplayCorpus() {
  static const std::vector<std::string> corpus = [] {
    const std::vector<std::string> all = AllNames();
    std::vector<Operations> scenarios;
    scenarios.reserve(all.size());
    for (const std::string& name : all) scenarios.push_back({OpenOperation(name)});
    const std::vector<Answers> answers = AskPeer(scenarios);
    std::vector<std::string> opened;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (answers[i] == Answers{"ok"}) opened.push_back(all[i]);
    return opened;
  }();
  return corpus;
}

}  // namespace fdr::test
