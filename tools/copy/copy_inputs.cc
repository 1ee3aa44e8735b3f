// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_inputs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "fdr/archive/base/error.h"
#include "fdr/tools/options/archive_argument.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// A line of a file means what it means on the command line; standard input has no names for it.
Result<std::vector<std::string>> NamesMeant(const std::string& word) {
  if (!word.starts_with('@')) return ArchivesOfHostsMeant(word);
  const auto lines = NamesInFile(word.substr(1));
  if (!lines) return lines;
  std::vector<std::string> names;
  for (const std::string& line : *lines) {
    auto meant = line == "-" ? std::vector{line} : ArchivesOfHostsMeant(line);
    if (!meant) return meant;
    std::ranges::move(*meant, std::back_inserter(names));
  }
  return names;
}

// The same for all spellings of an archive.
std::string Identity(const ArchiveFiles& files) {
  const std::string& name = files.metadata.empty() ? files.base : files.metadata;
  std::error_code unknown;
  const auto path = std::filesystem::weakly_canonical(name, unknown);
  return unknown ? name : path.string();
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
  std::unordered_set<std::string> known;
  for (ArchiveFiles& files : FindNamedArchives(names, failed))
    if (known.insert(Identity(files)).second) archives.push_back(std::move(files));
  return archives;
}

}  // namespace fdr::tools
