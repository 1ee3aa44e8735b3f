// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What to fetch, and when: the tasks of a configuration on their schedule, while their metrics come
// and go.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fdr/logger/config/log_state.h"
#include "fdr/logger/schedule/fetch_groups.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

/// A task that is due.
struct DueTask {
  Nanos interval = 0;
  std::vector<FetchGroup> groups;
};

/// One thread at a time.
class TaskTable {
 public:
  /// Replaces the tasks.  Tasks that existed keep their times; new ones are due at once.  A task
  /// that runs once is due again if it has new metrics.  Metrics that no task has any more are
  /// fetched once more, to record that they are gone.
  void Update(std::span<const LogTask> tasks, Nanos now);
  /// The same, but metrics that no task has any more were taken out by order, and are there still.
  void Change(std::span<const LogTask> tasks, Nanos now);

  /// Makes the tasks that run once due again, since another archive has begun.
  void RepeatOnce(Nanos now);

  /// Moves tasks with an interval to multiples of it, by a clock that is `ahead` of this one.
  void Align(Nanos ahead);

  /// The interval of the most frequent task; 0 if all tasks run once.
  Nanos ShortestInterval() const;
  /// The interval of the least frequent task; 0 if any task runs once.
  Nanos LongestInterval() const;
  /// Whether there is no task that is ever due.
  bool empty() const;
  /// When the next task is due; nothing if none ever is.
  std::optional<Nanos> NextDue() const { return schedule_.NextDue(); }
  /// A task that is due now, and due again an interval later; nothing if none is due.
  std::optional<DueTask> TakeDue(Nanos now);
  /// All that is sampled at intervals, as one task, due or not.
  DueTask All() const;

 private:
  struct Task {
    LogLevel level = LogLevel::kAdvisory;
    Nanos interval = 0;
    std::vector<FetchGroup> groups;
    std::vector<MetricId> gone;  // ascending; fetched once more
    bool is_stopped = false;     // has nothing to do
  };

  std::size_t FindOrAdd(const LogTask& task, Nanos now);
  void StopIfEmpty(std::size_t number);
  void Replace(std::span<const LogTask> tasks, Nanos now, bool may_be_gone);
  Nanos FirstDue(Nanos interval, Nanos now) const;

  std::vector<Task> tasks_;  // by their numbers in the schedule
  Schedule schedule_;
  std::optional<Nanos> ahead_;
};

}  // namespace fdr
