// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/folio/known_tools.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "fdr/tools/options/pcp_directory.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestTool = 64 << 10;

void AddDirectory(const std::string& directory, KnownTools& tools) {
  std::error_code failure;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end;
       entry.increment(failure))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::error_code unreadable;
    if (!fs::is_regular_file(file, unreadable) || fs::file_size(file, unreadable) > kLargestTool)
      continue;
    std::ifstream stream(file);
    tools.Add(std::string(std::istreambuf_iterator<char>(stream), {}));
  }
}

}  // namespace

void KnownTools::Add(std::string_view text) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find("=\"");
    const std::size_t end = line.rfind('"');
    if (equals == line.npos || end < equals + 2) continue;
    const std::string name = line.substr(0, equals);
    std::set<std::string>* const list = name == "MULTI"     ? &multi
                                        : name == "SINGLE"  ? &single
                                        : name == "SPECIAL" ? &special
                                        : name == "REPLAY"  ? &replay
                                                            : nullptr;
    if (list == nullptr) continue;
    std::istringstream words(line.substr(equals + 2, end - equals - 2));
    for (std::string word; words >> word;)
      if (word.find('/') == word.npos) list->insert(word);
  }
}

std::vector<std::string> KnownTools::Names() const {
  std::set<std::string> names = multi;
  names.insert(single.begin(), single.end());
  names.insert(special.begin(), special.end());
  return {names.begin(), names.end()};
}

KnownTools InstalledTools() {
  KnownTools tools;
  AddDirectory(PcpVarDirectory() + "/config/pmafm", tools);
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0')
    AddDirectory(std::string(home) + "/.pcp/pmafm", tools);
  return tools;
}

}  // namespace fdr::tools
