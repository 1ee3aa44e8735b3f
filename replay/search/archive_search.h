// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Searches archives, in one pass, for the stretches of time in which a condition is true.
//
//   ArchiveSearch search(context, condition, window, on_stretch);
//   while ((more = search.Step()) && *more) {}
//   search.Finish();

#pragma once

#include <cstdint>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/recorded/whole_samples.h"
#include "fdr/replay/search/stretch_finder.h"

namespace fdr {

struct SearchWindow {
  Timestamp start, end;
  std::int64_t step = 0;      ///< nanoseconds between interpolated samples; 0: as recorded
  std::int64_t shortest = 0;  ///< nanoseconds; shorter stretches are left out
};

/// Borrows context and condition.  For interpolated samples the context must watch gaps, and for
/// damaged archives it must have ReplayOptions::on_damage.
class ArchiveSearch {
 public:
  ArchiveSearch(ArchiveContext& context, const Condition& condition, const SearchWindow& window,
                OnStretch on_stretch);

  /// Takes the next sample; false at the end of the window.
  Fetched Step();
  /// After an error of Step(), leaves out the time of an interpolated sample; false if the search
  /// ends there.
  bool Skip();
  /// Ends the open stretches.
  void Finish() { finder_.End(StretchEnd::kWindow); }

  /// The time from which the next step goes on.
  Timestamp position() const { return context_.origin(); }
  const StretchFinder& finder() const { return finder_; }

 private:
  void Prepare();
  void PrepareRecords();
  void PrepareTimes();
  void Take(const FetchResult& fetched);
  void Interrupt();

  ArchiveContext& context_;
  WholeSamples samples_;  // of the context
  const Condition& condition_;
  SearchWindow window_;
  ConditionWatch watch_;
  StretchFinder finder_;
  FetchResult fetched_;
  bool is_prepared_ = false;
};

}  // namespace fdr
