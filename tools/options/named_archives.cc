// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/named_archives.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {

namespace {

// Archives in the same directory whose names are similar.
std::string SimilarArchives(const std::filesystem::path& name) {
  const std::filesystem::path directory = name.parent_path();
  const auto archives = FindArchives(directory.empty() ? "." : directory.string());
  if (!archives) return {};
  std::vector<std::string> names;
  for (const ArchiveFiles& archive : *archives)
    if (!archive.metadata.empty())  // its file may be a pipe
      names.push_back(std::filesystem::path(archive.base).filename().string());
  return DidYouMean(name.filename().string(), names);
}

}  // namespace

Error ExplainFile(const std::string& name, Error error) {
  if (error.code != Errc::kNotFound) return error;
  std::error_code ignored;
  const bool exists = std::filesystem::exists(name, ignored);
  if (exists && !std::filesystem::is_directory(name, ignored))
    error.what = "Not a file of an archive: those end in .meta, .index, or a number";
  else if (!exists && name.find(',') == std::string::npos)
    error.what += SimilarArchives(name);
  return error;
}

std::vector<ArchiveFiles> FindNamedArchives(const std::vector<std::string>& names, bool& failed) {
  std::vector<ArchiveFiles> archives;
  const auto fail = [&failed](const Error& error) {
    PrintError(ExplainFile(error.file, error));
    failed = true;
  };
  for (const std::string& name : names) {
    Result<std::vector<ArchiveFiles>> found = FindArchives(name, [&](const Problem& missing) {
      fail({missing.code, missing.what, missing.file, missing.offset});
    });
    if (found)
      std::move(found->begin(), found->end(), std::back_inserter(archives));
    else
      fail(found.error());
  }
  return archives;
}

Error ExplainName(const std::string& name, Error error) {
  error = ExplainFile(name, std::move(error));
  std::error_code ignored;
  if (error.code == Errc::kNotFound && std::filesystem::is_directory(name, ignored))
    error.what = "A directory: name one of the archives in it";
  return error;
}

}  // namespace fdr::tools
