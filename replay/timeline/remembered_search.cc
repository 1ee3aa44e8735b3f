// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/remembered_search.h"

#include <utility>

namespace fdr {
namespace {

// Within a tick of the file system's clock, a directory may change again and show the same time.
// No file system in use has longer ticks than two seconds.  The clock of a file server may be
// wrong, so only times of this machine are compared.
constexpr std::chrono::seconds kLongestTick{3};

}  // namespace

bool RememberedSearch::IsNeeded(std::string_view names) {
  std::optional<SearchStamp> stamp = StampOfSearch(names);
  const auto now = clock_();
  if (!stamp || stamp != stamp_) {
    stamp_ = std::move(stamp);
    seen_ = now;
    is_complete_ = false;
  }
  may_be_last_ = stamp_ && now - seen_ > kLongestTick;
  return !is_complete_;
}

void RememberedSearch::End(bool is_complete) { is_complete_ = is_complete && may_be_last_; }

}  // namespace fdr
