// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/states/window_states.h"

#include <algorithm>
#include <string>

#include "fdr/replay/one_sample.h"
#include "fdr/replay/serve/viewer/buckets/sample_before.h"

namespace fdr {

WindowStates::WindowStates(const MetricChoice& choice, NamesOfInstances& names,
                           const StateWindow& window)
    : choice_(choice), names_(names), window_(window) {
  columns_.reserve(choice.metrics.size());
  for (std::size_t metric = 0; metric < choice.metrics.size(); ++metric)
    columns_.push_back(
        {choice.metrics[metric].desc.id,
         MetricTexts(
             choice.metrics[metric].desc.indom.IsNull(),
             [this, metric](InstanceId instance) { return IsWanted(metric, instance); },
             [this, metric](InstanceId instance, Nanos from, Nanos to, const StateText& text) {
               Add(metric, instance, from, to, text);
             })});
}

bool WindowStates::IsWanted(std::size_t metric, InstanceId instance) {
  const auto [wanted, is_new] = columns_[metric].wanted.try_emplace(instance);
  if (is_new) {
    const ChosenMetric& chosen = choice_.metrics[metric];
    wanted->second = choice_.Includes(chosen, instance, names_.Of(chosen.desc.indom, instance));
  }
  return wanted->second;
}

void WindowStates::Add(std::size_t metric, InstanceId instance, Nanos from, Nanos to,
                       const StateText& text) {
  if (!window_.Shows(from, to)) return;
  Column& column = columns_[metric];
  const auto [place, is_new] = column.places.try_emplace(instance, column.series.size());
  if (is_new) {
    column.series.push_back({instance, StateRuns(window_)});
    ++series_;
  }
  StateRuns& runs = column.series[place->second].runs;
  bytes_ -= runs.memory();
  runs.Add(from, to, text);
  bytes_ += runs.memory();
}

Result<void> WindowStates::Read(ArchiveContext& archive, const CheckLimit& check) {
  for (Column& column : columns_) {
    if (const Result<void> go_on = check(); !go_on) return go_on;
    const Result<void> read =
        TakeSampleBefore(archive, column.metric, StampAt(window_.from), kOneSample, check,
                         [&](const StreamedRecord& record) { TakeRecord(record, column); });
    if (!read) return read;
  }
  return ReadWindow(archive, check);
}

// The last sample that begins in the window may have records behind it.
Result<void> WindowStates::ReadWindow(ArchiveContext& archive, const CheckLimit& check) {
  RecordStream stream(archive, StampAt(window_.from));
  Nanos end = window_.from;
  for (std::size_t records = 0; end < window_.to + kOneSample; ++records) {
    if (records % kRecordsPerCheck == 0)
      if (const Result<void> go_on = check(); !go_on) return go_on;
    const Result<std::optional<StreamedRecord>> record = stream.Next();
    if (!record) return Fail(record.error());
    if (!*record) break;
    end = (*record)->at;
    for (Column& column : columns_) TakeRecord(**record, column);
    if (const Result<void> fits = CheckSize(); !fits) return fits;
  }
  Finish(end);
  return CheckSize();
}

Result<void> WindowStates::CheckSize() const {
  if (series_ > kMostSeries)
    return Fail(Errc::kTooLarge, "There are more than " + std::to_string(kMostSeries) +
                                     " series; name some instances");
  if (bytes_ > kMostBytes)
    return Fail(Errc::kTooLarge, "The states of these series take more memory than " +
                                     std::to_string(kMostBytes >> 20) + " MiB");
  return {};
}

void WindowStates::TakeRecord(const StreamedRecord& record, Column& column) {
  if (record.is_gap) return column.texts.End(record.at);
  const auto set = std::find_if(record.sets.begin(), record.sets.end(),
                                [&](const ValueSet& one) { return one.id() == column.metric; });
  if (set != record.sets.end()) column.texts.Take(record.at, *set);
}

void WindowStates::Finish(Nanos end) {
  for (Column& column : columns_) {
    column.texts.End(end);
    std::sort(column.series.begin(), column.series.end(),
              [](const Series& a, const Series& b) { return a.instance < b.instance; });
    for (Series& series : column.series) {
      bytes_ -= series.runs.memory();
      series.runs.Finish();
      bytes_ += series.runs.memory();
    }
  }
}

}  // namespace fdr
