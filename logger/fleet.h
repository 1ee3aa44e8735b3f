// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs many recordings in one thread.  Each recording advances when it is due, or when an event
// that it waited for has happened.  Waiting recordings cost nothing, so only samples cost.
//
//     while (!fleet.is_over()) {
//       const std::optional<Nanos> next = fleet.Advance(now);
//       ... wait until then, or until a source has something to say ...
//     }

#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fdr/logger/recording.h"

namespace fdr {

/// One thread at a time.
class Fleet {
 public:
  /// How long the work under way may take after Stop().
  static constexpr Nanos kPatience = 2'000'000'000;

  /// Borrows the recording, and becomes its listener.
  void Add(Recording& recording);

  /// Starts the work that is due.  Returns when to call again if nothing happens before; `now` if
  /// all are over.
  std::optional<Nanos> Advance(Nanos now);

  /// Ends all recordings, in twice kPatience if their sources can be disconnected.
  void Stop(Nanos now);
  /// The same, after a last sample of each.
  void StopAfterSample(Nanos now);
  bool is_over() const { return over_ == members_.size(); }
  /// How many recordings are over.
  std::size_t over() const { return over_; }

 private:
  struct Member {
    Recording* recording = nullptr;
    std::optional<Nanos> due;  // as in the queue
    bool is_over = false;
  };

  void End(Nanos now, void (Recording::*stop)());
  void Queue(std::size_t number);
  void LosePatience(Nanos now);

  std::vector<Member> members_;
  std::set<std::pair<Nanos, std::size_t>> queue_;  // when which member is due
  std::vector<std::size_t> changed_;               // the members to queue again
  std::size_t over_ = 0;
  std::optional<Nanos> patient_until_;
};

}  // namespace fdr
