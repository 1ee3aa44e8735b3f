// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

using tools::Row;
using tools::Sampler;

constexpr MetricId kOften = MetricId::Build(60, 0, 1), kRare = MetricId::Build(60, 0, 2);

class SamplerTest : public testing::Test {
 protected:
  void Declare(ArchiveBuilder& archive) {
    archive
        .Metric({.name = "toy.often",
                 .id = kOften,
                 .semantics = Semantics::kCounter,
                 .more_names = {"toy.frequent"}})
        .Metric({.name = "toy.rare", .id = kRare, .semantics = Semantics::kCounter});
  }

  // All rows, as "SECONDS[ after gap]: CELL CELL".
  std::vector<std::string> Rows(const std::vector<std::string>& metrics, Direction direction) {
    ReplayOptions options;
    options.watch_gaps = true;
    auto context = ArchiveContext::Open(base_, options);
    EXPECT_EQ(ErrorOf(context), "");
    if (!context) return {};
    auto columns = tools::SelectColumns({**context}, metrics, false, {"A test", 100});
    EXPECT_EQ(ErrorOf(columns), "");
    if (!columns) return {};
    Sampler sampler(**context, *columns);
    const bool forward = direction == Direction::kForward;
    EXPECT_TRUE((*context)->SetMode(forward ? Mode::kForward : Mode::kBackward,
                                    forward ? At(0) : At(100'000)));
    sampler.Restart(direction);
    std::vector<std::string> rows;
    Row row;
    for (;;) {
      const Result<bool> next = sampler.Next(row);
      EXPECT_EQ(ErrorOf(next), "");
      if (!next || !*next) return rows;
      std::string text = std::to_string(row.stamp.sec - kEpoch);
      if (row.after_gap) text += " after gap";
      text += ':';
      for (const tools::Cell& cell : row.cells) text += ' ' + tools::ReadableText(cell);
      rows.push_back(text);
    }
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

TEST_F(SamplerTest, RatesOfWhatIsRecordedRarelyAreSharedByBothDirections) {
  {
    ArchiveBuilder archive(base_);
    Declare(archive);
    for (std::uint64_t t = 0; t <= 6; ++t) {
      std::vector<Values> sets = {Single(kOften, 10 * t * t)};
      if (t % 3 == 0) sets.push_back(Single(kRare, 6 * t));
      archive.Record(At(static_cast<double>(t)), sets);
    }
  }
  const std::vector<std::string> expected = {"0: - -",          "1: 10.000 -", "2: 30.000 -",
                                             "3: 50.000 6.000", "4: 70.000 -", "5: 90.000 -",
                                             "6: 110.000 6.000"};
  EXPECT_EQ(Rows({"toy.often", "toy.rare"}, Direction::kForward), expected);
  std::vector<std::string> backward = Rows({"toy.often", "toy.rare"}, Direction::kBackward);
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(backward, expected);
}

TEST_F(SamplerTest, NeitherAMarkNorADecreaseIsCrossed) {
  {
    ArchiveBuilder archive(base_);
    Declare(archive);
    archive.Record(At(0), {Single(kOften, 100), Single(kRare, 1)})
        .Record(At(1), {Single(kOften, 101)})
        .Mark(At(1.5))
        .Record(At(2), {Single(kOften, 200)})
        .Record(At(3), {Single(kOften, 50)})
        .Record(At(4), {Single(kOften, 53), Single(kRare, 9)});
  }
  EXPECT_EQ(Rows({"toy.often", "toy.rare"}, Direction::kForward),
            (std::vector<std::string>{"0: - -", "1: 1.000 -", "2 after gap: - -", "3: - -",
                                      "4: 3.000 -"}));
  EXPECT_EQ(Rows({"toy.often", "toy.rare"}, Direction::kBackward),
            (std::vector<std::string>{"4: 3.000 -", "3: - -", "2: - -", "1 after gap: 1.000 -",
                                      "0: - -"}));
}

TEST_F(SamplerTest, ARowDoesNotWaitForeverForARate) {
  constexpr std::uint64_t kRows = 5000, kMostWaiting = 4096;
  {
    ArchiveBuilder archive(base_);
    Declare(archive);
    for (std::uint64_t t = 0; t <= kRows; ++t) {
      std::vector<Values> sets = {Single(kOften, t)};
      if (t == 0 || t == kRows - kMostWaiting || t == kRows) sets.push_back(Single(kRare, t));
      archive.Record(At(static_cast<double>(t)), sets);
    }
  }
  const std::vector<std::string> rows = Rows({"toy.often", "toy.rare"}, Direction::kBackward);
  ASSERT_EQ(rows.size(), kRows + 1);
  EXPECT_EQ(rows.front(), "5000: 1.000 1.000");  // as many rows as may wait
  EXPECT_EQ(rows[kMostWaiting], "904: 1.000 1.000");
  EXPECT_EQ(rows.back(), "0: - -");
}

TEST_F(SamplerTest, OneThatWaitsTooLongHasNone) {
  constexpr std::uint64_t kRows = 4097;
  {
    ArchiveBuilder archive(base_);
    Declare(archive);
    for (std::uint64_t t = 0; t <= kRows; ++t) {
      std::vector<Values> sets = {Single(kOften, t)};
      if (t == 0 || t == kRows) sets.push_back(Single(kRare, t));
      archive.Record(At(static_cast<double>(t)), sets);
    }
  }
  EXPECT_EQ(Rows({"toy.often", "toy.rare"}, Direction::kBackward).front(), "4097: 1.000 -");
  EXPECT_EQ(Rows({"toy.often", "toy.rare"}, Direction::kForward).back(), "4097: 1.000 1.000");
}

TEST_F(SamplerTest, AMetricOfTwoNamesHasTwoColumns) {
  {
    ArchiveBuilder archive(base_);
    Declare(archive);
    archive.Record(At(0), {Single(kOften, 1)}).Record(At(1), {Single(kOften, 3)});
  }
  EXPECT_EQ(Rows({"toy.often", "toy.frequent"}, Direction::kForward).back(), "1: 2.000 2.000");
}

}  // namespace
}  // namespace fdr::test
