// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order of the records of several inputs, and the marks between inputs.
//
//   a        10  20 |                    the mark comes a millisecond behind the last record of an
//   b             | 20  30               input, at its place in time: 10 20 20 20.001m 30

#pragma once

#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "fdr/archive/extract/extract_input.h"

namespace fdr {

/// One thread at a time.  Borrows the inputs.
class ExtractOrder {
 public:
  struct Item {
    Timestamp stamp;
    const ExtractInput* input =
        nullptr;  ///< that stands on the record; null: a mark between inputs
  };

  /// With `marks_always`, an input gets its mark even if the next one goes on with the same
  /// collector.
  ExtractOrder(std::span<ExtractInput> inputs, bool marks_always)
      : inputs_(inputs), marks_always_(marks_always) {}

  /// Looks at the first record of each input.  Many inputs rest then until their records come.
  Result<void> Begin();

  /// The next record or mark: of records with one stamp, that of the first input.  Inputs that end
  /// before `has_written` get no mark, and the one that ends last gets none.
  Result<std::optional<Item>> Next(bool has_written);
  /// The inputs that have ended, and whose marks are behind the record of the last item.  Each
  /// comes once.
  std::vector<std::size_t> TakeWaiting() { return std::exchange(waiting_, {}); }

 private:
  using Entry = std::pair<Timestamp, std::size_t>;  // and the place of the input
  using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

  Result<void> Step(std::size_t place, bool has_written);
  void PushMark(Timestamp stamp, std::size_t place);
  bool GoesOn(const ExtractInput& ended) const;

  std::span<ExtractInput> inputs_;
  bool marks_always_;
  Queue records_;
  Queue marks_;
  std::vector<std::size_t> waiting_;    // inputs of marks
  std::optional<std::size_t> current_;  // the input of the last item
};

}  // namespace fdr
