// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The examples of docs/guide/derived.md.  Each expression must give the values that the page shows.

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

// The lines of the code block whose first line is ``` and `head`.
std::vector<std::string> Block(const std::string& head) {
  std::ifstream page(FDR_DERIVED_PAGE);
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(page, line) && line != "```" + head) continue;
  while (std::getline(page, line) && line != "```") lines.push_back(line);
  return lines;
}

std::string Shown(const FetchedValue& value, Type type) {
  const std::string number = WithNumberOf(
      type, [&](auto zero) { return fmt::format("{}", NumberIn<decltype(zero)>(value)); });
  return value.instance == kSingular ? number : fmt::format("[{}]={}", value.instance, number);
}

// The values at each record, when the context walks in this direction.
std::string Walk(DerivedContext& context, MetricId id, Mode mode, Timestamp from) {
  const Type type = context.DescOf(id)->type;
  EXPECT_TRUE(context.SetMode(mode, from));
  std::vector<std::string> samples;
  FetchResult result;
  while (test::Got(context.Fetch(std::span(&id, 1), result))) {
    std::vector<std::string> values;
    for (const FetchedValue& value : result.AllValues()) values.push_back(Shown(value, type));
    samples.push_back(values.empty() ? "-" : fmt::format("{}", fmt::join(values, ",")));
  }
  return fmt::format("{}", fmt::join(samples, " "));
}

TEST(DerivedPage, ShowsWhatExpressionsGive) {
  const TempDirectory directory;
  WriteToy(directory / "toy", fmt::format("{}\n", fmt::join(Block("archive toy"), "\n")));
  const std::vector<std::string> examples = Block("examples");
  EXPECT_GT(examples.size(), 10u);
  for (const std::string& example : examples) {
    const std::string expression = example.substr(0, example.find("  "));
    DerivedTable table;
    const auto id = table.Add("example", expression);
    ASSERT_TRUE(id) << CaretText(expression, id.error());
    auto archive = ArchiveContext::Open(directory / "toy");
    ASSERT_TRUE(archive) << archive.error().Message();
    DerivedContext context(std::move(*archive), table);
    ASSERT_TRUE(context.DescOf(*id)) << context.DescOf(*id).error().what;
    const std::string given =
        fmt::format("{}  ->  {}  |  {}", expression, Walk(context, *id, Mode::kForward, At(0)),
                    Walk(context, *id, Mode::kBackward, At(5000)));
    EXPECT_EQ(example, given);
  }
}

}  // namespace
}  // namespace fdr::test
