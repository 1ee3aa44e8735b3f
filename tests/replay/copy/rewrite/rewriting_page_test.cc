// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The examples of docs/rewriting.md are right, and fit an archive that has what they name.

#include <sstream>
#include <string>
#include <vector>

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

std::vector<std::string> ExamplesOf(const std::string& page) {
  std::istringstream lines{std::string(AsText(ReadFile(page)))};
  std::vector<std::string> examples;
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_example = line.starts_with("    ");
    if (is_example && !is_inside) examples.emplace_back();
    if (is_example) examples.back() += line + '\n';
    is_inside = is_example;
  }
  return examples;
}

class RewritingPageTest : public RewriteTest {
 protected:
  RewritingPageTest() {
    constexpr MetricId kRead = MetricId::Build(60, 0, 4), kWrite = MetricId::Build(60, 0, 5),
                       kAllLoad = MetricId::Build(60, 2, 0), kCount = MetricId::Build(60, 3, 1),
                       kCommand = MetricId::Build(3, 8, 1);
    const Units some{.dim_count = 1};
    Write([&](ArchiveBuilder& archive) {
      archive.Metric({.name = "disk.dev.read", .id = kRead, .indom = kDiscs})
          .Metric({.name = "disk.dev.write", .id = kWrite, .indom = kDiscs})
          .Metric({.name = "kernel.all.load",
                   .id = kAllLoad,
                   .type = Type::kFloat,
                   .indom = kCpuNames,
                   .units = some})
          .Metric({.name = "hinv.count", .id = kCount})
          .Metric({.name = "proc.psinfo.cmd", .id = kCommand, .type = Type::kString})
          .Text(TextKind::kMetricOneLine, kRead.value, "reads")
          .Text(TextKind::kMetricHelp, kAllLoad.value, "the load")
          .Text(TextKind::kInDomOneLine, kDiscs.value, "the old text")
          .InDom(At(0), kDiscs, {{0, "sda"}, {1, "sdb"}})
          .InDom(At(0), kCpuNames, {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}})
          .LabelSets(At(0), LabelLevel::kDomain, 60, {{{{"agent", "\"x\""}}}})
          .LabelSets(At(0), LabelLevel::kItem, kRead.value, {{{{"unit", "\"r\""}}}})
          .LabelSets(At(0), LabelLevel::kInstances, kDiscs.value, {{{{"model", "\"m\""}}, 0}})
          .Record(At(0), {{kRead, {{0, std::int64_t{1}}, {1, std::int64_t{2}}}},
                          {kAllLoad, {{1, 0.5}, {5, 0.25}, {15, 0.125}}},
                          Single(kCount, std::int64_t{3}),
                          Single(kCommand, std::string("python3.11 x"))});
    });
  }
};

TEST_F(RewritingPageTest, TheExamplesFit) {
  const auto examples = ExamplesOf(std::string(FDR_DOCS) + "/rewriting.md");
  EXPECT_GE(examples.size(), 6u);
  for (const std::string& example : examples) {
    EXPECT_EQ(Rewrite(example), "") << example;
    EXPECT_EQ(unused_, std::vector<std::string>()) << example;
    EXPECT_TRUE(report_.changed > 0 ||
                LabelsOf(**Archive::Open(out_)) + TextsOf(**Archive::Open(out_)) !=
                    LabelsOf(**Archive::Open(directory_ / "in")) +
                        TextsOf(**Archive::Open(directory_ / "in")))
        << example;
  }
}

}  // namespace
}  // namespace fdr::test
