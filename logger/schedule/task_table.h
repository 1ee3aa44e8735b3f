// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is to be fetched, and when: the tasks of a configuration on their schedule, while the
// metrics that they are about come and go.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fdr/logger/config/log_state.h"
#include "fdr/logger/schedule/fetch_groups.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

/// What is due.
struct DueTask {
  Nanos interval = 0;
  std::vector<FetchGroup> groups;
};

/// One thread at a time.
class TaskTable {
 public:
  /// What the tasks are from now on.  Those that were there keep their place in time, new ones are
  /// due at once.  Tasks that are done once are due again if they have metrics that they had not.
  /// Metrics that are gone are fetched once more, so that it is recorded that they are.
  void Update(std::span<const LogTask> tasks, Nanos now);

  /// Tasks that are done once are due again, since another archive has begun.
  void RepeatOnce(Nanos now);

  /// What is due at an interval is due at multiples of it, by a clock that is so much ahead.
  void Align(Nanos ahead);

  /// Whether there is anything to fetch, ever.
  bool empty() const;
  /// When something is due; nothing if nothing ever is.
  std::optional<Nanos> NextDue() const { return schedule_.NextDue(); }
  /// What is due by now, and due again an interval later; nothing if nothing is.
  std::optional<DueTask> TakeDue(Nanos now);

 private:
  struct Task {
    LogLevel level = LogLevel::kAdvisory;
    Nanos interval = 0;
    std::vector<FetchGroup> groups;
    std::vector<MetricId> gone;  // ascending; to be fetched once more
  };

  std::size_t FindOrAdd(const LogTask& task, Nanos now);
  Nanos FirstDue(Nanos interval, Nanos now) const;

  std::vector<Task> tasks_;  // by their numbers in the schedule
  Schedule schedule_;
  std::optional<Nanos> ahead_;
};

}  // namespace fdr
