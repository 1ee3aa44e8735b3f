// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the directories of archives have to be listed again.

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "fdr/archive/files/search_stamp.h"

namespace fdr {

/// Threads must take turns.
class RememberedSearch {
 public:
  struct Clocks {
    std::function<std::chrono::steady_clock::time_point()> steady = std::chrono::steady_clock::now;
    std::function<std::chrono::system_clock::time_point()> wall = std::chrono::system_clock::now;
  };

  RememberedSearch() = default;
  explicit RememberedSearch(Clocks clocks) : clocks_(std::move(clocks)) {}

  /// Whether a search for these names may find other files than the last one.  If so, the caller
  /// searches now, and then calls End().
  bool IsNeeded(std::string_view names);
  /// With `is_complete`, every file that the search has found is in use, as long as no directory
  /// changes.
  void End(bool is_complete);

 private:
  bool IsOld() const;

  Clocks clocks_;
  std::optional<SearchStamp> stamp_;
  std::chrono::steady_clock::time_point seen_;  // first, with this stamp
  bool may_be_last_ = false;                    // no change can hide behind the stamp any more
  bool is_complete_ = false;
};

}  // namespace fdr
