// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Samples a live source at even intervals, and shows the rows.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/replay/keyboard.h"
#include "fdr/tools/run/run_end.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {

struct LiveSchedule {
  std::int64_t interval = 0;  ///< nanoseconds; positive
  RunEnd end;                 ///< no row after it
  std::uint64_t samples = 0;  ///< the most rows; 0: no limit
};

/// Borrows everything.
class LiveWatch {
 public:
  /// `values` is the source, or the source under other names or with derived metrics.  `derived` is
  /// `values` if that has derived metrics, otherwise nullptr.
  LiveWatch(LiveSource& source, Context& values, DerivedContext* derived,
            const LiveSchedule& schedule, const std::vector<Column>& columns, RowSink& sink);

  /// The exit status.
  int Run();

 private:
  using Clock = std::chrono::steady_clock;

  bool IsOver() const;
  void Sample();
  void Show(const Row& row);
  void Miss(const Error& error);
  bool IsConnected();
  void HeedChanges();
  bool Flush();
  void WaitForNext();
  bool Resize();
  int Finish();
  bool Save();

  LiveSource& source_;
  DerivedContext* derived_;
  const LiveSchedule& schedule_;
  Sampler sampler_;
  RowSink& sink_;
  Keyboard keyboard_;
  const bool all_rates_;
  const bool on_screen_;  // standard output is a terminal

  std::string out_;
  std::uint64_t shown_ = 0;
  std::string trouble_;  // reported, and not over
  bool missed_any_ = false;
  bool is_short_ = false;  // memory or descriptors have run out
  bool after_gap_ = false;
  bool quit_ = false;
  bool output_failed_ = false;
  bool paused_ = false;
  Clock::time_point started_;
  Timestamp last_;  // of the last row shown
};

}  // namespace fdr::tools
