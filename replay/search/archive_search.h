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
#include <memory>
#include <optional>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/fetched.h"
#include "fdr/replay/search/stretch.h"

namespace fdr {

class ArchiveContext;
struct Condition;  // condition.h

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
  ~ArchiveSearch();

  /// Takes the next sample; false at the end of the window.
  Fetched Step();
  /// After an error of Step(), leaves out the time of an interpolated sample; false if the search
  /// ends there.
  bool Skip();
  /// Ends the open stretches.
  void Finish();

  /// The time from which the next step goes on.
  Timestamp position() const;

  /// The number of samples so far for which the condition was true or false for any instance.
  std::uint64_t samples() const;
  /// The length in seconds of the longest stretch that was left out, if any was.
  std::optional<double> longest_left_out() const;
  /// The most extreme values of any instance in these samples, by term.
  const std::vector<std::optional<StretchExtreme>>& extremes() const;

 private:
  class Walk;

  std::unique_ptr<Walk> walk_;
};

}  // namespace fdr
