// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/named_archives.h"

#include <algorithm>
#include <iterator>

#include "fdr/tools/console.h"

namespace fdr::tools {

std::vector<ArchiveFiles> FindNamedArchives(const std::vector<std::string>& names, bool& failed) {
  std::vector<ArchiveFiles> archives;
  for (const std::string& name : names) {
    Result<std::vector<ArchiveFiles>> found = FindArchives(name);
    if (found) {
      std::move(found->begin(), found->end(), std::back_inserter(archives));
    } else {
      PrintError(found.error());
      failed = true;
    }
  }
  return archives;
}

}  // namespace fdr::tools
