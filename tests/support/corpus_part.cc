// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/corpus_part.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tests/support/peer.h"

namespace fdr::test {

std::set<std::string> CorpusPart(std::string_view part) {
  std::set<std::string> paths;
  std::ifstream list(FDR_CORPUS_PARTS);
  EXPECT_TRUE(list) << FDR_CORPUS_PARTS;
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    std::string of, name;
    if (!(words >> of >> name) || of != part) continue;
    const std::string path = std::string(kPeerSuite) + '/' + name;
    EXPECT_TRUE(std::filesystem::is_directory(path) || FindArchive(path)) << path << " is missing";
    paths.insert(path);
  }
  EXPECT_FALSE(paths.empty()) << FDR_CORPUS_PARTS << " has no part " << part;
  return paths;
}

}  // namespace fdr::test
