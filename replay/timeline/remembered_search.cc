// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/remembered_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fdr {
namespace {

// Within a tick of the file system's clock, a directory may change again and show the same time.
// No file system in use has longer ticks than two seconds.
constexpr std::chrono::seconds kLongestTick{3};
// The clock of a file server may be wrong, but hardly by so much.
constexpr std::chrono::hours kLongAgo{1};

}  // namespace

// Whether all directories changed long ago.
bool RememberedSearch::IsOld() const {
  const auto now = std::chrono::floor<std::chrono::seconds>(clocks_.wall().time_since_epoch());
  const std::int64_t latest = (now - kLongAgo).count();
  return std::ranges::all_of(stamp_->directories, [latest](const SearchStamp::Directory& one) {
    return one.changed.sec < latest;
  });
}

bool RememberedSearch::IsNeeded(std::string_view names) {
  std::optional<SearchStamp> stamp = StampOfSearch(names);
  const auto now = clocks_.steady();
  if (!stamp || stamp != stamp_) {
    stamp_ = std::move(stamp);
    seen_ = now;
    is_complete_ = false;
  }
  may_be_last_ = stamp_ && (now - seen_ > kLongestTick || IsOld());
  return !is_complete_;
}

void RememberedSearch::End(bool is_complete) { is_complete_ = is_complete && may_be_last_; }

}  // namespace fdr
