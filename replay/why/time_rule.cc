// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The recording was interrupted, the machine was started again, or its clock was set.

#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

constexpr double kGapScore = 40, kRestartScore = 80, kStepScore = 60;

CellRange CellsBetween(const TimeGrid& grid, Timestamp start, Timestamp end) {
  const auto place = [&](Timestamp t) {
    return static_cast<std::size_t>(
        std::clamp(SecondsBetween(grid.start, t) / grid.cell, 0.0,
                   static_cast<double>(grid.cells > 0 ? grid.cells - 1 : 0)));
  };
  return {place(start), std::max(place(end), place(start)) + 1};
}

}  // namespace

void LookAtTimes(const MachineCourse& course, std::vector<Finding>& found) {
  // A metric that shows where samples are.
  const std::string metric =
      course.Has("kernel.all.uptime") ? "kernel.all.uptime" : course.sampled();
  for (const Gap& gap : course.gaps()) {
    Finding finding{.cause = Cause::kGap, .start = gap.start, .end = gap.end};
    finding.cells = CellsBetween(course.grid(), gap.start, gap.end);
    finding.score = gap.was_restarted ? kRestartScore : kGapScore;
    finding.evidence = {
        {gap.was_restarted ? "the machine was started again; nothing was recorded for {value}"
                           : "nothing was recorded for {value}",
         metric, TimeOf(SecondsBetween(gap.start, gap.end)), TimeOf(course.interval())}};
    found.push_back(std::move(finding));
  }
  for (const ClockStep& step : course.steps()) {
    Finding finding{.cause = Cause::kClock,
                    .start = step.at.Plus(-std::llround(course.interval() * kNanosPerSecond)),
                    .end = step.at};
    finding.cells = CellsBetween(course.grid(), finding.start, finding.end);
    finding.score = kStepScore;
    finding.evidence = {{step.seconds > 0 ? "the clock was set forwards by {value}"
                                          : "the clock was set back by {value}",
                         "kernel.all.uptime", TimeOf(std::fabs(step.seconds))}};
    found.push_back(std::move(finding));
  }
}

}  // namespace fdr::why
