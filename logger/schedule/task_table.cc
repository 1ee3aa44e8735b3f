// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/task_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fdr {
namespace {

std::vector<MetricId> MetricsOf(const std::vector<FetchGroup>& groups) {
  std::vector<MetricId> all;
  for (const FetchGroup& group : groups)
    all.insert(all.end(), group.metrics.begin(), group.metrics.end());
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<MetricId> Without(const std::vector<MetricId>& all, const std::vector<MetricId>& some) {
  std::vector<MetricId> rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

// A task that has become empty gives its place to another one.
std::size_t TaskTable::FindOrAdd(const LogTask& task, Nanos now) {
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i].level == task.level && tasks_[i].interval == task.interval &&
        !tasks_[i].is_stopped)
      return i;
    if (tasks_[i].is_stopped) place = i;
  }
  const Nanos first = FirstDue(task.interval, now);
  if (!place) {
    tasks_.push_back({task.level, task.interval, {}, {}});
    return schedule_.Add(first, task.interval);
  }
  tasks_[*place] = {task.level, task.interval, {}, {}};
  schedule_.Set(*place, first, task.interval);
  return *place;
}

Nanos TaskTable::FirstDue(Nanos interval, Nanos now) const {
  if (!ahead_ || interval == 0) return now;
  const Nanos phase = (now + *ahead_) % interval;
  return phase == 0 ? now : now + interval - phase;
}

void TaskTable::Align(Nanos ahead) {
  ahead_ = ahead;
  schedule_.Align(ahead);
}

void TaskTable::Update(std::span<const LogTask> tasks, Nanos now) { Replace(tasks, now, true); }

void TaskTable::Change(std::span<const LogTask> tasks, Nanos now) { Replace(tasks, now, false); }

void TaskTable::Replace(std::span<const LogTask> tasks, Nanos now, bool may_be_gone) {
  std::vector<std::vector<FetchGroup>> before;
  for (Task& task : tasks_) before.push_back(std::exchange(task.groups, {}));
  std::vector<FetchGroup> all;
  for (const LogTask& task : tasks) {
    std::vector<FetchGroup>& groups = tasks_[FindOrAdd(task, now)].groups;
    groups = GroupForFetches(task.metrics);
    all.insert(all.end(), groups.begin(), groups.end());
  }
  const std::vector<MetricId> recorded = MetricsOf(all);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::vector<MetricId> old = MetricsOf(before[i]), now_there = MetricsOf(tasks_[i].groups);
    if (may_be_gone) tasks_[i].gone = Without(old, recorded);
    if (tasks_[i].interval == 0 && !Without(now_there, old).empty()) schedule_.Repeat(i, now);
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i) StopIfEmpty(i);
}

void TaskTable::StopIfEmpty(std::size_t number) {
  Task& task = tasks_[number];
  task.is_stopped = task.groups.empty() && task.gone.empty();
  if (task.is_stopped) schedule_.Stop(number);
}

void TaskTable::RepeatOnce(Nanos now) {
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (tasks_[i].interval == 0 && !tasks_[i].is_stopped) schedule_.Repeat(i, now);
}

Nanos TaskTable::ShortestInterval() const {
  Nanos shortest = 0;
  for (const Task& task : tasks_)
    if (task.interval != 0 && !task.groups.empty())
      shortest = shortest == 0 ? task.interval : std::min(shortest, task.interval);
  return shortest;
}

Nanos TaskTable::LongestInterval() const {
  Nanos longest = 0;
  for (const Task& task : tasks_) {
    if (task.groups.empty()) continue;
    if (task.interval == 0) return 0;
    longest = std::max(longest, task.interval);
  }
  return longest;
}

bool TaskTable::empty() const {
  return std::all_of(tasks_.begin(), tasks_.end(),
                     [](const Task& task) { return task.groups.empty() && task.gone.empty(); });
}

std::optional<DueTask> TaskTable::TakeDue(Nanos now) {
  const std::optional<std::size_t> due = schedule_.TakeDue(now);
  if (!due) return std::nullopt;
  Task& task = tasks_[*due];
  DueTask taken{task.interval, task.groups};
  if (!task.gone.empty()) taken.groups.push_back({std::exchange(task.gone, {}), {}});
  StopIfEmpty(*due);
  return taken;
}

DueTask TaskTable::All() const {
  DueTask all{ShortestInterval(), {}};
  for (const Task& task : tasks_)
    if (task.interval != 0) std::ranges::copy(task.groups, std::back_inserter(all.groups));
  return all;
}

}  // namespace fdr
