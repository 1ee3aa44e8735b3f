// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares the worked examples of docs/format with the files.  A block that begins with
//
//     ```bytes FILE OFFSET
//
// shows the bytes of testdata/FILE from OFFSET on, in hexadecimal, up to the `|` of each line.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

constexpr std::string_view kFence = "```bytes ";

// The bytes of one line of an example.
ByteBuffer ParseLine(const std::string& line) {
  ByteBuffer bytes;
  std::istringstream words(line.substr(0, line.find('|')));
  for (std::string word; words >> word;) {
    EXPECT_EQ(word.size() % 2, 0u) << line;
    for (std::size_t i = 0; i + 1 < word.size(); i += 2)
      bytes.push_back(static_cast<std::byte>(std::stoi(word.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

int CheckPage(const std::filesystem::path& page) {
  int examples = 0;
  std::ifstream in(page);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kFence)) continue;
    ++examples;
    std::istringstream header(line.substr(kFence.size()));
    std::string file;
    std::size_t at = 0;
    header >> file >> at;
    const ByteBuffer real = test::ReadFile(test::TestData(file));
    while (std::getline(in, line) && line != "```") {
      const ByteBuffer shown = ParseLine(line);
      EXPECT_FALSE(shown.empty()) << page << ": " << line;
      if (at + shown.size() > real.size()) {
        ADD_FAILURE() << page << ": " << file << " ends before: " << line;
        break;
      }
      EXPECT_EQ(shown, ByteBuffer(real.begin() + static_cast<std::ptrdiff_t>(at),
                                  real.begin() + static_cast<std::ptrdiff_t>(at + shown.size())))
          << page << ": " << file << " at " << at << ": " << line;
      at += shown.size();
    }
  }
  return examples;
}

TEST(FormatPagesTest, WorkedExamplesAreWhatTheFilesHold) {
  int examples = 0;
  for (const auto& page : std::filesystem::directory_iterator(test::TestData("../docs/format")))
    examples += CheckPage(page.path());
  std::cout << examples << " examples\n";
  EXPECT_GE(examples, 11);
}

}  // namespace
}  // namespace fdr
