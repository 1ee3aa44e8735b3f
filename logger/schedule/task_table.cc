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

std::size_t TaskTable::FindOrAdd(const LogTask& task, Nanos now) {
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (tasks_[i].level == task.level && tasks_[i].interval == task.interval) return i;
  tasks_.push_back({task.level, task.interval, {}, {}});
  return schedule_.Add(FirstDue(task.interval, now), task.interval);
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

void TaskTable::Update(std::span<const LogTask> tasks, Nanos now) {
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
    tasks_[i].gone = Without(old, recorded);
    if (tasks_[i].interval == 0 && !Without(now_there, old).empty()) schedule_.Repeat(i, now);
  }
}

void TaskTable::RepeatOnce(Nanos now) {
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (tasks_[i].interval == 0) schedule_.Repeat(i, now);
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
  return taken;
}

}  // namespace fdr
