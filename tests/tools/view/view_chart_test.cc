// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The chart of `fdr view`, on terminals of several sizes.

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kChartedReads = MetricId::Build(60, 0, 4);
constexpr InDomId kChartedDisks{60U << 22 | 1U};

class ViewChartTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder archive(base_);
    archive.Metric({.name = "disk.dev.read",
                    .id = kChartedReads,
                    .type = Type::kU64,
                    .indom = kChartedDisks,
                    .semantics = Semantics::kCounter,
                    .units = {.dim_count = 1}});
    archive.InDom(At(0), kChartedDisks, {{0, "sda"}, {1, "sdb"}});
    for (std::uint64_t i = 0; i < 100; ++i)
      archive.Record(At(static_cast<double>(i)), {{kChartedReads, {{0, 5 * i}, {1, 40 * i}}}});
  }

  ChildRequest View(const char* page) {
    return {
        .argv = {FDR_COMMAND, "view", base_, "-p", page, "-S", "22:14:00"},
        .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=vt100", "NO_COLOR=1", "COLUMNS", "LINES"},
        .time_limit = std::chrono::minutes(2)};
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

// Where the mark of the cursor is in its line; npos without a mark.
std::size_t MarkIn(const std::string& screen) {
  const std::size_t mark = screen.find("\u25b2");
  return mark == std::string::npos ? mark : mark - screen.rfind('\n', mark);
}

TEST_F(ViewChartTest, AKeyShowsTheCourseOfTheColumnAndTimeMovesItsCursor) {
  TerminalChild child(View("disks"));
  child.WaitUntilShown("22:14:00 UTC");
  child.Press("cc");
  const std::string first = child.WaitUntilShown("\u25a0 sdb ");
  EXPECT_NE(first.find("disk.dev.read (/s)"), std::string::npos) << first;
  EXPECT_NE(first.find("\u25cf sda 4.85/s"), std::string::npos) << first;
  EXPECT_NE(MarkIn(first), std::string::npos) << first;
  child.Press("\x1b[D");
  EXPECT_LE(MarkIn(child.WaitUntilShown("22:13:59 UTC")), MarkIn(first));
  child.Press("[");
  const std::string earlier = child.WaitUntilShown("22:13:49 UTC");
  EXPECT_LT(MarkIn(earlier), MarkIn(first)) << earlier;
  child.Press("c");
  child.Press("?");
  child.WaitUntilShown("a chart of the sorted column");
  child.Press(" ");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ViewChartTest, TheFirstChartIsThatOfTheChosenRow) {
  TerminalChild child(View("disks"));
  child.WaitUntilShown("22:14:00 UTC");
  child.Press("c");
  const std::string largest = child.WaitUntilShown("\u25cf sdb ");
  EXPECT_EQ(largest.find("\u25a0"), std::string::npos) << largest;
  child.Press("\x1b[B");
  child.WaitUntilShown("\u25cf sda ");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ViewChartTest, AnyMetricHasAChart) {
  TerminalChild child(View("metrics"));
  child.WaitUntilShown("disk.dev.read[sda]");
  child.Press("cc");
  child.WaitUntilShown("\u25a0 sdb ");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

}  // namespace
}  // namespace fdr::test
