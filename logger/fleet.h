// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Recordings side by side in one thread: each is advanced when it is due, or when what it waited
// for has happened.  Until then nobody looks at it, so that many cost no more than their samples.
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
  /// How long what is under way may take when all is to end.
  static constexpr Nanos kPatience = 2'000'000'000;

  /// Borrows the recording, and is told by it.
  void Add(Recording& recording);

  /// Starts what is due.  When to call that again, if nothing happens before; at once, if all are
  /// over.
  std::optional<Nanos> Advance(Nanos now);

  /// Ends all recordings, in twice kPatience if their sources can be disconnected.
  void Stop(Nanos now);
  bool is_over() const { return over_ == members_.size(); }

 private:
  struct Member {
    Recording* recording = nullptr;
    std::optional<Nanos> due;  // as in the queue
    bool is_over = false;
  };

  void Queue(std::size_t number);
  void LosePatience(Nanos now);

  std::vector<Member> members_;
  std::set<std::pair<Nanos, std::size_t>> queue_;  // when who is due
  std::vector<std::size_t> changed_;               // who has to be queued anew
  std::size_t over_ = 0;
  std::optional<Nanos> patient_until_;
};

}  // namespace fdr
