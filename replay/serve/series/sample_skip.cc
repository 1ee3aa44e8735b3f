// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/sample_skip.h"

#include <algorithm>

namespace fdr {

Result<bool> SampleSkip::ReadLast(std::span<const MetricId> metrics, Timestamp from,
                                  Timestamp until, FetchResult& result) {
  if (!is_useful_ || (looked_ && until <= *looked_)) return false;
  looked_ = until;
  if (!IsFar(from, until)) return false;
  if (!scout_) scout_ = archive_.Duplicate();
  if (auto set = scout_->SetMode(Mode::kBackward, until); !set) return Fail(set.error());
  const Fetched fetched = scout_->Fetch(metrics, Profile(), result);
  if (!fetched || !*fetched) return fetched;
  if (result.stamp() <= from) return false;
  is_useful_ =
      std::ranges::all_of(result.sets(), [](const FetchedSet& set) { return set.count > 0; });
  return is_useful_;
}

// A search walks from an entry of the temporal index.  So it is worth its cost if some entries are
// in between.
bool SampleSkip::IsFar(Timestamp from, Timestamp until) const {
  constexpr int kSome = 2;
  const Timeline& timeline = archive_.timeline();
  std::ptrdiff_t between = 0;
  for (std::size_t i = 0; i < timeline.size() && between < kSome; ++i) {
    const std::span<const IndexEntry> index = timeline.archive(i).index();
    const auto end = std::ranges::upper_bound(index, until, {}, &IndexEntry::stamp);
    between += std::max<std::ptrdiff_t>(
        end - std::ranges::upper_bound(index, from, {}, &IndexEntry::stamp), 0);
  }
  return between >= kSome;
}

}  // namespace fdr
