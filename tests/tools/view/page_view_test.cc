// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a page shows of a moment, and of a stretch of time.

#include "fdr/tools/view/page_view.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Single;
using test::Values;

constexpr MetricId kLoadAverage = MetricId::Build(60, 2, 0), kNumberOf = MetricId::Build(60, 0, 32),
                   kDiskTime = MetricId::Build(60, 0, 46), kUserTime = MetricId::Build(3, 8, 13),
                   kSystemTime = MetricId::Build(3, 8, 14), kCommandOf = MetricId::Build(3, 8, 28);
constexpr InDomId kAllDisks = InDomId::Build(60, 1), kAllProcesses = InDomId::Build(3, 9);

class PageViewTest : public testing::Test {
 protected:
  // Two processors, and a load of `load`.  sda is busy 80 % of the time, sdb 10 %, loop0 never.
  // Process 1 uses half of a processor; 7 comes at 3, and goes behind 6.
  void Write(double load) {
    const Units msec{.dim_time = 1, .scale_time = kMillisecondScale};
    test::ArchiveBuilder archive(base_);
    archive.Metric({.name = "kernel.all.load", .id = kLoadAverage, .type = Type::kDouble})
        .Metric({.name = "hinv.ncpu", .id = kNumberOf, .semantics = Semantics::kDiscrete})
        .Metric({"disk.dev.avactive", kDiskTime, Type::kU64, kAllDisks, Semantics::kCounter, msec})
        .Metric(
            {"proc.psinfo.utime", kUserTime, Type::kU64, kAllProcesses, Semantics::kCounter, msec})
        .Metric({"proc.psinfo.stime", kSystemTime, Type::kU64, kAllProcesses, Semantics::kCounter,
                 msec})
        .Metric(
            {"proc.psinfo.psargs", kCommandOf, Type::kString, kAllProcesses, Semantics::kDiscrete})
        .InDom(At(0), kAllDisks, {{0, "sda"}, {1, "sdb"}, {2, "loop0"}})
        .InDom(At(0), kAllProcesses, {{1, "000001 init"}, {7, "000007 short"}});
    for (std::int64_t i = 0; i <= 10; ++i) {
      std::vector<Values> sets = {Single(kLoadAverage, load),
                                  {kDiskTime, {{0, 800 * i}, {1, 100 * i}, {2, std::int64_t{5}}}},
                                  {kUserTime, {{1, 500 * i}}},
                                  {kSystemTime, {{1, std::int64_t{0}}}},
                                  {kCommandOf, {{1, std::string("init")}}}};
      if (i == 0) sets.push_back(Single(kNumberOf, std::int64_t{2}));
      if (i >= 3 && i <= 6) {
        sets[2].values.emplace_back(7, 100 + 300 * (i - 3));
        sets[3].values.emplace_back(7, 100 * (i - 3));
        sets[4].values.emplace_back(7, std::string("short work"));
      }
      archive.Record(At(static_cast<double>(i)), sets);
    }
    archive.Close();
    context_ = std::move(*ArchiveContext::Open(base_));
  }

  std::unique_ptr<PageView> Open(char key) {
    return std::move(*PageView::Open(*context_, ViewPages()[*PageWithKey(key)]));
  }
  static Frame Drawn(PageView& page) {
    Frame frame({80, 20}, true);
    page.Draw(frame, 0, 20);
    return frame;
  }
  static std::string Text(const Frame& frame) {
    std::string text;
    for (int line = 0; line < frame.height(); ++line) text += frame.Text(line) + '\n';
    return text;
  }
  // The texts in the colour of high values, with blanks between.
  static std::string HighTexts(const Frame& frame) {
    std::string high;
    bool is_open = false;
    for (int line = 0; line < frame.height(); ++line)
      for (int column = 0; column < frame.width(); ++column) {
        const Glyph& glyph = frame.At(line, column);
        const bool is_high = glyph.ink == Ink::kHigh;
        if (is_high && !is_open && !high.empty()) high += '|';
        if (is_high) high += glyph.text;
        is_open = is_high;
      }
    return high;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(PageViewTest, HighValuesHaveAColour) {
  Write(2.5);
  const auto disks = Open('4'), overview = Open('1');
  ASSERT_TRUE(disks->Read({At(4), At(5)}, At(0), At(10)));
  EXPECT_EQ(HighTexts(Drawn(*disks)), "80.0 %");
  ASSERT_TRUE(overview->Read({At(4), At(5)}, At(0), At(10)));
  const Frame frame = Drawn(*overview);
  EXPECT_EQ(HighTexts(frame), "2.50 of 2 CPUs|sda 80.0 %");
  EXPECT_TRUE(Text(frame).starts_with("load 2.50 of 2 CPUs   busiest disk sda 80.0 %\n"))
      << Text(frame);
}

TEST_F(PageViewTest, OrdinaryValuesHaveNone) {
  Write(2);
  const auto overview = Open('2');
  ASSERT_TRUE(overview->Read({At(4), At(5)}, At(0), At(10)));
  EXPECT_EQ(HighTexts(Drawn(*overview)), "");
}

TEST_F(PageViewTest, WhatNeverDidAnythingIsLeftOut) {
  Write(1);
  const auto disks = Open('4');
  ASSERT_TRUE(disks->Read({At(4), At(5)}, At(0), At(10)));
  const std::string text = Text(Drawn(*disks));
  EXPECT_EQ(text.find("loop0"), text.npos) << text;
  EXPECT_NE(text.find("Left out: 1 whose counters are the same now and at both ends"), text.npos)
      << text;
}

// The load is 0 at both ends, and no counter.
TEST_F(PageViewTest, IdleRowsAreCountersThatAreTheSameAtBothEndsAndNow) {
  Write(0);
  const std::vector<std::string> names = {"kernel.all.load", "disk.dev.avactive"};
  const std::vector<WatchedMetric> metrics = WatchMetrics(*context_, names);
  IdleRows idle;
  ASSERT_TRUE(idle.Read(*context_, metrics, At(0), At(10)));
  EXPECT_FALSE(idle.Has(0, kSingular, 0));
  EXPECT_TRUE(idle.Has(1, 2, 5));
  EXPECT_FALSE(idle.Has(1, 2, 6));
  EXPECT_FALSE(idle.Has(1, 2, std::nullopt));
  EXPECT_FALSE(idle.Has(1, 0, 0));
  EXPECT_FALSE(idle.Has(1, 9, 0));
}

// sda was busy 80 % of the time in all of the stretch, and sdb 10 %.
TEST_F(PageViewTest, HighValuesOfAStretchAreItsMeans) {
  Write(1);
  const auto disks = Open('4');
  ASSERT_TRUE(*disks->ReadStretch({At(2), At(8)}, At(0), At(10), [] { return true; }));
  EXPECT_EQ(HighTexts(Drawn(*disks)), "4.80 s");
}

// From 1.5 to 8.5: half of 7 s, and 1.2 s from the first value on.
TEST_F(PageViewTest, AStretchHasWhatProcessesUsedThatCameAndWent) {
  Write(1);
  const auto page = Open('6');
  const Moment stretch{At(1.5), At(8.5)};
  ASSERT_TRUE(*page->ReadStretch(stretch, At(0), At(10), [] { return true; }));
  std::string text = Text(Drawn(*page));
  EXPECT_NE(text.find("\n      1   3.50 s init"), text.npos) << text;
  EXPECT_NE(text.find("\n      7   1.20 s short work"), text.npos) << text;
  // Only one of them is there behind it.
  ASSERT_TRUE(page->Read({At(8), At(9)}, At(0), At(10)));
  text = Text(Drawn(*page));
  EXPECT_NE(text.find("\n      1   50.0 % init"), text.npos) << text;
  EXPECT_EQ(text.find("1.20 s"), text.npos) << text;
}

}  // namespace
}  // namespace fdr::tools
