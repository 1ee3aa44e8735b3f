// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When what is due.  Without drift: what is late does not put off what follows; what is so late
// that it is due again is left out.
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
  /// Due at `first`, and then at every interval; only once, if that is 0.  Its number: 0, 1, ...
  std::size_t Add(Nanos first, Nanos interval);

  /// Has one that was due once be due again.
  void Repeat(std::size_t number, Nanos when);

  /// Moves what is due at intervals to the nearest multiples of these, by a clock that is so much
  /// ahead of this one.
  void Align(Nanos ahead);

  /// When the next one is due; nothing if none ever is.
  std::optional<Nanos> NextDue() const;
  /// What is due by now, the longest first; it is due again an interval later.
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
