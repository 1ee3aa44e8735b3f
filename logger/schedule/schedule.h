// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When tasks are due.  Without drift: a late task does not delay the next time.  A time is left out
// if the task is due again before it was done.
//
//   every 10 s      0  10  20  30  40           and at 20 everything stood still for 15 s:
//   done at         0  10  35      40

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/logger/config/recording_options.h"

namespace fdr {

class Schedule {
 public:
  /// Adds a task that is due at `first` and then at every interval; with interval 0, only once.
  /// Returns its number: 0, 1, ...
  std::size_t Add(Nanos first, Nanos interval);

  /// Makes a task without an interval due again.
  void Repeat(std::size_t number, Nanos when);
  /// The task is never due, until Set() makes another one of it, as Add() does.
  void Stop(std::size_t number) { entries_[number].is_over = true; }
  void Set(std::size_t number, Nanos first, Nanos interval) {
    entries_[number] = {first, interval, false};
  }

  /// Moves tasks with an interval to the nearest multiples of the interval, by a clock that is
  /// `ahead` of this one.
  void Align(Nanos ahead);

  /// When the next task is due; nothing if none ever is.
  std::optional<Nanos> NextDue() const;
  /// A task that is due now, the most overdue first; it is due again an interval later.
  std::optional<std::size_t> TakeDue(Nanos now);

 private:
  struct Entry {
    Nanos due = 0;
    Nanos interval = 0;
    bool is_over = false;
  };

  const Entry* Next() const;

  std::vector<Entry> entries_;
};

}  // namespace fdr
