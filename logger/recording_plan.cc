// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a RecordingRun finds out what to record: it asks for names, applies orders, describes the
// metrics, and makes tasks of them.

#include <utility>

#include "fdr/logger/recording_run.h"
#include "fdr/logger/source/no_answer.h"

namespace fdr {

// Starts from scratch each time: metrics may have appeared, disappeared or changed.
void RecordingRun::Plan() {
  state_ = State::kBusy;
  if (options_.on_plan) options_.on_plan();
  NameQuestions questions = QuestionsOf(options_.config);
  if (desk_) desk_->AddNames(questions.names);
  questions.most_memory = options_.recorder.max_metadata;
  questions.hint = options_.hint;
  StartResolveNames(std::move(questions), *source_, [this](const Result<ResolvedNames>& answers) {
    if (answers) return Planned(*answers);
    if (IsNoAnswer(answers.error())) return Lose(answers.error());
    GiveUp(answers.error());
  });
}

void RecordingRun::Planned(const ResolvedNames& answers) {
  LogState state = LogState::Make(options_.config, options_.default_interval, answers);
  for (const LogWarning& warning : state.warnings())
    if (options_.on_warning && warnings_.insert(warning.Message()).second)
      options_.on_warning(warning);
  if (!desk_) return Describe(state.Tasks());
  desk_->ApplyTo(state, answers);
  plan_ = std::move(state);
  Describe(plan_->Tasks());
}

void RecordingRun::TakeOrder() {
  state_ = State::kBusy;
  desk_->TakeNext(*plan_, [this](const Result<OrderDesk::Effect>& effect) {
    if (!effect && IsNoAnswer(effect.error())) return Lose(effect.error());
    if (!effect) return BeReady();
    repeats_once_ = effect->is_once;
    if (effect->is_change) return Describe(plan_->Tasks());
    desk_->Answer(*plan_);
    BeReady();
  });
}

void RecordingRun::Describe(std::vector<LogTask> tasks) {
  std::vector<MetricId> metrics;
  for (const LogTask& task : tasks)
    for (const LoggedMetric& logged : task.metrics) metrics.push_back(logged.metric.id);
  recorder_.StartDescribe(
      metrics, [this, tasks = std::move(tasks)](const Result<std::vector<MetricId>>& described) {
        if (described) return Begin(tasks);
        const bool is_order = TakeOrderBack(described.error());
        if (IsNoAnswer(described.error())) return Lose(described.error());
        is_order ? BeReady() : GiveUp(described.error());
      });
}

// What an order asks for cannot be recorded, or not now.
bool RecordingRun::TakeOrderBack(const Error& why) {
  if (!desk_ || !desk_->HasTaken()) return false;
  repeats_once_ = false;
  desk_->TakeBack(why, *plan_);
  return true;
}

void RecordingRun::Begin(const std::vector<LogTask>& tasks) {
  const bool is_order = desk_ && desk_->HasTaken();
  is_order ? tasks_.Change(tasks, now_) : tasks_.Update(tasks, now_);
  if (!std::exchange(is_planned_, true)) {
    archives_ = recorder_.archives();
    if (tasks_.empty() && !options_.lingers)
      return GiveUp({Errc::kNotFound, "There is nothing to record", {}, 0});
  }
  if (!trouble_.empty()) Tell(was_lost_ ? "found again" : "found");
  if (std::exchange(was_lost_, false)) recorder_.SetGap();
  trouble_.clear();
  if (std::exchange(repeats_once_, false)) tasks_.RepeatOnce(now_);
  if (is_order) desk_->Answer(*plan_);
  BeReady();
}

}  // namespace fdr
