// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The states of all chosen instances in a window: one pass over its records, and a look at the last
// sample before it.

#pragma once

#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/serve/viewer/states/metric_texts.h"
#include "fdr/replay/serve/viewer/states/state_runs.h"

namespace fdr {

/// One thread at a time.
class WindowStates {
 public:
  static constexpr std::size_t kMostSeries = 4096;
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

  struct Series {
    InstanceId instance = kSingular;
    StateRuns runs;
  };

  /// All metrics of the choice must be strings.  Borrows the choice and the names.
  WindowStates(const MetricChoice& choice, NamesOfInstances& names, const StateWindow& window);

  WindowStates(const WindowStates&) = delete;
  WindowStates& operator=(const WindowStates&) = delete;

  /// Call once.  kTooLarge beyond the limits.
  Result<void> Read(ArchiveContext& archive, const CheckLimit& check);

  /// The series of a metric of the choice that have a text in the window, by instance.
  const std::vector<Series>& Of(std::size_t metric) const { return columns_[metric].series; }

 private:
  struct Column {
    MetricId metric;
    MetricTexts texts;
    std::vector<Series> series = {};
    std::unordered_map<InstanceId, std::size_t> places = {};  // in `series`
    std::unordered_map<InstanceId, bool> wanted = {};
  };

  bool IsWanted(std::size_t metric, InstanceId instance);
  void Add(std::size_t metric, InstanceId instance, Nanos from, Nanos to, const StateText& text);
  static void TakeRecord(const StreamedRecord& record, Column& column);
  Result<void> ReadWindow(ArchiveContext& archive, const CheckLimit& check);
  Result<void> CheckSize() const;
  void Finish(Nanos end);

  const MetricChoice& choice_;
  NamesOfInstances& names_;
  StateWindow window_;
  std::vector<Column> columns_;
  std::size_t series_ = 0, bytes_ = 0;
};

}  // namespace fdr
