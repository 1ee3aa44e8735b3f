// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the rules share.  A rule looks at a few courses, and gives each cell an excess: above 0
// where its condition holds, from -1 to 1.  docs/why.md has all rules.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/why/finding.h"
#include "fdr/replay/why/machine_course.h"
#include "fdr/replay/why/stretches.h"

namespace fdr::why {

struct Rule {
  const char* subject;  ///< a name of its subject, such as "processors"
  std::vector<std::string> metrics;
  void (*look)(const MachineCourse& course, std::vector<Finding>& found);
};

/// All of them, in the order in which they are named.
std::span<const Rule> Rules();

/// From -1 to 1: 0 if the value is the least one that counts, and 1 if it exceeds it by `width`.
inline float Over(double value, double least, double width) {
  return static_cast<float>(std::clamp((value - least) / width, -1.0, 1.0));
}
/// By how many doublings a value exceeds another one; `little` more than 0 does not count.
inline double Doublings(double value, double other, double little) {
  return std::log2((value + little) / (other + little));
}

/// The usual value: most of the time it was more.  A part of a short recording may be the incident.
inline double UsualOf(const Line& line) { return QuantileOf(line, 0.3); }

/// Processes of a longer stretch are those of its worst part of this length, in seconds.
inline constexpr double kLongestUsage = 600;

/// The stretches that last too long to be chance, those with most excess first.
std::vector<Stretch> LastingStretches(const MachineCourse& course, const Line& excess);

/// A finding of this stretch.  `weight`: how bad the cause is, at its worst; 1 for most.
Finding FindingOf(const MachineCourse& course, Cause cause, const Stretch& stretch, double weight);

/// The mean of a line in a stretch, and what is usual outside.  `make`: such as BytesPerSecond.
Evidence FactOf(std::string sentence, std::string metric, const Line& line, const CellRange& cells,
                Amount (*make)(double));

void LookAtProcessors(const MachineCourse& course, std::vector<Finding>& found);
void LookAtPrograms(const MachineCourse& course, std::vector<Finding>& found);
void LookAtForks(const MachineCourse& course, std::vector<Finding>& found);
void LookAtMemory(const MachineCourse& course, std::vector<Finding>& found);
void LookAtDisks(const MachineCourse& course, std::vector<Finding>& found);
void LookAtNetwork(const MachineCourse& course, std::vector<Finding>& found);
void LookAtFilesystems(const MachineCourse& course, std::vector<Finding>& found);
void LookAtBlocked(const MachineCourse& course, std::vector<Finding>& found);
void LookAtTimes(const MachineCourse& course, std::vector<Finding>& found);

}  // namespace fdr::why
