// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads commands from standard input, a word in each line, and an empty line behind each command.
// Prints the numbers of those that are wrong, from 0 on, in lines such as "wrong: 3".
//
// usage: parse_commands

#include <cstdlib>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "fdr/tools/command_line/command_line.h"

namespace fdr::test {
namespace {

// Help is an answer, too, and has status 0.
bool IsRight(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto parsed = tools::ParseCommandLine(static_cast<int>(words.size()), argv.data());
  const int* const status = std::get_if<int>(&parsed);
  return status == nullptr || *status == 0;
}

}  // namespace
}  // namespace fdr::test

int main() {
  ::setenv("FDR_CONFIG", "/dev/null", 1);
  std::vector<std::string> words;
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.empty()) {
      words.push_back(line);
      continue;
    }
    if (!fdr::test::IsRight(words)) std::cout << "wrong: " << number << '\n';
    ++number;
    words.clear();
  }
}
