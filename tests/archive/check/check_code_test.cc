// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/report/check_code.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

TEST(CheckCodeTest, TheDocumentListsAllCodesAndNoOthers) {
  const ByteBuffer document = test::ReadFile(FDR_DOCS "/check.md");
  std::istringstream in{std::string(AsText(document))};
  std::vector<std::string> rows;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("| `") && line.find('.') != std::string::npos) rows.push_back(line);

  std::vector<std::string> expected;
  for (const CheckCodeInfo& info : CheckCodes()) {
    std::ostringstream row;
    row << "| `" << info.name << "` | " << ToString(info.severity) << " | " << info.meaning << " |";
    expected.push_back(row.str());
  }
  EXPECT_EQ(rows, expected);
}

TEST(CheckCodeTest, NoNameStandsForTwoCodes) {
  std::set<std::string_view> names;
  for (const CheckCodeInfo& info : CheckCodes()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(&InfoOf(info.code), &info);
  }
}

}  // namespace
}  // namespace fdr
