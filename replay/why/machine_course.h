// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a machine did, over a window of an archive: the courses of the few metrics that rules look
// at, read in one pass.  Memory has a limit that no archive changes.

#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/why/line.h"
#include "fdr/replay/why/program_courses.h"
#include "fdr/replay/why/sample_times.h"

namespace fdr::why {

/// The course of one instance.  In bytes, seconds and counts; counters are rates.
struct InstanceLine {
  std::string name;  ///< "" without instances
  Line line;
};

/// False: stop.
using GoOn = std::function<bool(Timestamp now)>;

/// What a pass over an archive finds.
struct CourseFacts {
  TimeGrid grid;
  double interval = 1;
  std::map<std::string, std::vector<InstanceLine>, std::less<>> lines;  ///< by metric
  ProgramLines programs;
  ProcessNames names;  ///< the last ones
  std::vector<Gap> gaps;
  std::vector<ClockStep> steps;
  std::string sampled;               ///< the metric whose records are the samples
  std::vector<std::string> missing;  ///< metrics
  std::vector<std::string> in_part;  ///< metrics with too many instances: the first ones are read
};

class MachineCourse {
 public:
  explicit MachineCourse(CourseFacts facts) : facts_(std::move(facts)) {}
  /// Metrics that the archive does not have are missing in the answer.  Damage is passed over as
  /// the context does.
  static Result<MachineCourse> Read(ArchiveContext& archive, std::span<const std::string> metrics,
                                    const GoOn& go_on);

  const TimeGrid& grid() const { return facts_.grid; }
  /// Between two samples, as the median, in seconds.
  double interval() const { return facts_.interval; }
  /// How many processors the machine has: 1 at least.
  double processors() const;
  bool Has(std::string_view metric) const { return !Of(metric).empty(); }
  /// The line of a metric without instances; empty if it is not recorded.
  const Line& Single(std::string_view metric) const;
  std::span<const InstanceLine> Of(std::string_view metric) const;
  /// The instance of this name; empty if there is none.
  const Line& Of(std::string_view metric, std::string_view instance) const;
  const ProcessNames& names() const { return facts_.names; }
  const ProgramLines& programs() const { return facts_.programs; }
  const std::vector<Gap>& gaps() const { return facts_.gaps; }
  const std::vector<ClockStep>& steps() const { return facts_.steps; }
  /// A metric that is recorded in each sample.
  const std::string& sampled() const { return facts_.sampled; }
  /// The metrics that were asked for, and are not recorded.
  const std::vector<std::string>& missing() const { return facts_.missing; }
  /// Metrics with more instances than are looked at.
  const std::vector<std::string>& in_part() const { return facts_.in_part; }

 private:
  CourseFacts facts_;
};

}  // namespace fdr::why
