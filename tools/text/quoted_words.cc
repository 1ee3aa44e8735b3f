// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/quoted_words.h"

#include <utility>

namespace fdr::tools {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

Result<std::vector<std::string>> SplitWords(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(kBlanks); at < line.size();
       at = line.find_first_not_of(kBlanks, at)) {
    if (line[at] == '#') break;
    std::string word;
    while (at < line.size() && kBlanks.find(line[at]) == std::string_view::npos) {
      if (line[at] != '"' && line[at] != '\'') {
        word += line[at++];
        continue;
      }
      const std::size_t end = line.find(line[at], at + 1);
      if (end == std::string_view::npos)
        return Fail(Errc::kInvalidArgument, "a quote has no end: " + std::string(line.substr(at)));
      word += line.substr(at + 1, end - at - 1);
      at = end + 1;
    }
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace fdr::tools
