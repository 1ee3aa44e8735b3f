// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/load_rules.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "fdr/replay/copy/rewrite/rewrite_parser.h"
#include "fdr/replay/text/text_file.h"

namespace fdr {
namespace {

Result<std::vector<std::string>> FilesIn(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().native().starts_with('.')) continue;
    std::error_code ignored;
    if (!entry->is_directory(ignored)) files.push_back(entry->path().native());
  }
  if (error) return FailSystem(error.value(), directory);
  std::ranges::sort(files);
  return files;
}

Result<void> LoadFile(const std::string& path, RewriteRules& rules) {
  Result<std::string> text = ReadTextFile(path, kMostRuleBytes);
  if (!text) return Fail(text.error());
  return ParseRewriteRules(std::make_shared<const RuleText>(path, std::move(*text)), rules);
}

}  // namespace

Result<RewriteRules> LoadRewriteRules(const std::vector<std::string>& paths) {
  RewriteRules rules;
  for (const std::string& path : paths) {
    std::error_code ignored;
    std::vector<std::string> files = {path};
    if (std::filesystem::is_directory(path, ignored)) {
      auto found = FilesIn(path);
      if (!found) return Fail(found.error());
      files = std::move(*found);
    }
    for (const std::string& file : files)
      if (auto loaded = LoadFile(file, rules); !loaded) return Fail(loaded.error());
  }
  return rules;
}

}  // namespace fdr
