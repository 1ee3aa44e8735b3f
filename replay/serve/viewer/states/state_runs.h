// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The texts of one series in a window, as stretches of time with one text each.
// docs/viewer-protocol.md has the rules.
//
//   texts     a a a  b c b   c c  . .  a      a run of one text is too short here
//   runs      [ a ]  [ 3 ]   [c]      [a]

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/nanos.h"
#include "fdr/replay/serve/viewer/states/state_text.h"

namespace fdr {

struct StateRun {
  Nanos from = 0, to = 0;
  std::string text = {};  ///< "" for several
  std::size_t count = 1;  ///< how many there are in this stretch
};

/// The window of some series, and how many runs each of them may have.
struct StateWindow {
  Nanos from = 0, to = 0;
  std::uint32_t most = 1;

  static constexpr std::uint64_t kFarthest = std::numeric_limits<Nanos>::max();

  /// Whether any of a stretch lies in the window; it may have no length.
  bool Shows(Nanos begin, Nanos end) const {
    return begin < to && (end > from || (begin == end && end == from));
  }
  /// Runs that are shorter become one with such neighbours: then there are no more than `most`.
  Nanos Least() const {
    const auto twice = 2 * static_cast<std::uint64_t>(to - from);
    return static_cast<Nanos>(std::min((twice + most - 1) / most, kFarthest));
  }
};

class StateRuns {
 public:
  explicit StateRuns(const StateWindow& window) : window_(window), least_(window.Least()) {}

  /// The text holds from one time to another, which may be the same.  Times never go back.
  void Add(Nanos from, Nanos to, const StateText& text);
  /// After the last text.
  void Finish();

  const std::vector<StateRun>& runs() const { return runs_; }
  /// The bytes of all texts, about.
  std::size_t memory() const { return memory_; }

 private:
  struct Open {
    Nanos from, to;
    StateText text;
  };

  void Close();
  bool IsShort(Nanos from, Nanos to) const { return to - from < least_; }

  StateWindow window_;
  Nanos least_;
  std::optional<Open> open_;
  std::vector<StateRun> runs_;
  std::size_t memory_ = 0;
};

}  // namespace fdr
