// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How programs and spreadsheets read the CSV.

#include <gtest/gtest.h>

#include <random>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::test {
namespace {

using tools::Cell;
using Table = std::vector<std::vector<std::string>>;

// Reads CSV as RFC 4180 defines it.
Table Parsed(std::string_view csv) {
  Table table;
  while (!csv.empty()) {
    table.emplace_back();
    for (char end = ','; end == ',';) {
      std::string cell;
      if (csv.starts_with('"')) {
        for (csv.remove_prefix(1); !csv.starts_with('"') || csv.starts_with("\"\"");) {
          if (csv.starts_with('"')) csv.remove_prefix(1);
          cell += csv[0];
          csv.remove_prefix(1);
        }
        csv.remove_prefix(1);
      } else {
        cell = csv.substr(0, csv.find_first_of(",\n"));
        csv.remove_prefix(cell.size());
      }
      end = csv[0];
      csv.remove_prefix(1);
      table.back().push_back(cell);
    }
  }
  return table;
}

// Prints a head and a row, and reads them back.
Table AsCsv(const std::string& metric, const std::vector<Cell>& cells, bool safe) {
  std::vector<tools::Column> columns(cells.size());
  for (tools::Column& column : columns) column.metric = metric;
  const auto sink = tools::MakeCsv(columns, Zone(), safe);
  std::string out;
  sink->Begin(out);
  sink->Add({At(0), cells, false, false}, out);
  return Parsed(out);
}

bool IsRun(const std::string& cell) {
  return !cell.empty() && std::string("=+-@\t\r\n").find(cell[0]) != std::string::npos;
}

TEST(CsvTest, ASpreadsheetRunsNothing) {
  constexpr std::string_view kCharacters = "=+-@\t\r\n,;\"' a1(|";
  std::mt19937 random(4180);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 6, ' ');
    for (char& c : text) c = kCharacters[random() % kCharacters.size()];
    const Table exact = AsCsv(text, {text}, false), safe = AsCsv(text, {text}, true);
    for (std::size_t row = 0; row < 2; ++row) {
      ASSERT_EQ(exact[row].at(1), text);
      ASSERT_EQ(safe[row].at(1), IsRun(text) ? "'" + text : text);
    }
  }
}

TEST(CsvTest, NumbersAreNoTexts) {
  const std::vector<Cell> numbers = {std::int64_t{-5}, -0.25, -1e300, std::uint64_t{7}, Cell{}};
  const std::vector<std::string> texts = {"-5", "-0.25", "-1e+300", "7", ""};
  const Table safe = AsCsv("toy", numbers, true);
  EXPECT_EQ(std::vector(safe[1].begin() + 1, safe[1].end()), texts);
  EXPECT_EQ(AsCsv("toy", {std::string("-5")}, true)[1][1], "'-5");
}

}  // namespace
}  // namespace fdr::test
