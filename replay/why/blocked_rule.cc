// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Processes were blocked: they waited for something that is no processor.

#include "fdr/replay/why/rule.h"

namespace fdr::why {
namespace {

constexpr double kBlocked = 2;
// Most often, something else explains it.
constexpr double kWeight = 0.6;

}  // namespace

void LookAtBlocked(const MachineCourse& course, std::vector<Finding>& found) {
  // The kernel's count has only those that wait for a disk.
  const char* const metric =
      course.Has("proc.runq.blocked") ? "proc.runq.blocked" : "kernel.all.blocked";
  const Line& blocked = course.Single(metric);
  const double usual = UsualOf(blocked);
  const auto cell = [&](double processes) {
    return std::min(Over(processes, kBlocked, kBlocked),
                    Over(processes, 2 * usual + kBlocked, kBlocked));
  };
  for (const Stretch& stretch : LastingStretches(course, Combine(cell, blocked))) {
    Finding finding = FindingOf(course, Cause::kBlocked, stretch, kWeight);
    finding.use = Use::kWaiting;
    finding.evidence = {
        FactOf("{value} processes were blocked", metric, blocked, stretch.cells, CountOf)};
    found.push_back(std::move(finding));
  }
}

}  // namespace fdr::why
