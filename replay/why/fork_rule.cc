// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Processes were started at a rate that costs more than they do.

#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

// Per second, and in doublings of what is usual.
constexpr double kManyForks = 160, kManyMoreForks = 1;

}  // namespace

void LookAtForks(const MachineCourse& course, std::vector<Finding>& found) {
  const Line& forks = course.Single("kernel.all.sysfork");
  const double usual = UsualOf(forks);
  const auto cell = [&](double rate) {
    return std::min(Over(rate - usual, kManyForks, kManyForks),
                    Over(Doublings(rate, usual, 10), kManyMoreForks, 1));
  };
  for (const Stretch& stretch : LastingStretches(course, Combine(cell, forks))) {
    Finding finding = FindingOf(course, Cause::kForkStorm, stretch, 1);
    finding.use = Use::kForks;
    finding.total = EventsPerSecond(MeanIn(forks, stretch.worst));
    finding.growth = MeanIn(forks, stretch.worst) - UsualOutside(forks, stretch.cells);
    finding.evidence = {FactOf("{value} processes and threads a second were started",
                               "kernel.all.sysfork", forks, stretch.cells, EventsPerSecond)};
    found.push_back(std::move(finding));
  }
}

}  // namespace fdr::why
