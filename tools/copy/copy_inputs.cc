// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/archive/base/error.h"
#include "fdr/tools/options/archive_argument.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

Result<std::vector<std::string>> NamesMeant(const std::string& word) {
  if (!word.starts_with('@')) return ArchivesOfHostsMeant(word);
  return NamesInFile(word.substr(1));
}

}  // namespace

std::vector<ArchiveFiles> ArchivesToCopy(std::span<const std::string> words, bool& failed) {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    auto meant = NamesMeant(word);
    if (!meant) PrintError(meant.error());
    failed |= !meant;
    if (meant) std::ranges::move(*meant, std::back_inserter(names));
  }
  std::vector<ArchiveFiles> archives;
  for (ArchiveFiles& files : FindNamedArchives(names, failed))
    if (std::ranges::find(archives, files.base, &ArchiveFiles::base) == archives.end())
      archives.push_back(std::move(files));
  return archives;
}

}  // namespace fdr::tools
